import type { Page } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { expect, test } from './fixtures.ts'

/** Runs the example plan of two models and five rows. */
async function runExample(page: Page): Promise<void> {
  await page.goto('/lab')
  await page.getByRole('button', { name: /Two models, five questions/ }).click()
  await page.getByRole('button', { name: /^Run 10 cells/ }).click()
  const cells = page.getByRole('grid', { name: 'Results' }).getByRole('gridcell')
  await expect(cells.filter({ hasText: 'synthetic' })).toHaveCount(10)
  await expect(page.getByRole('button', { name: /^Run 10 cells/ })).toBeEnabled()
}

test('results are voted on by keys alone, and nothing in the page tells whose they are until they are revealed', async ({
  page,
}) => {
  await runExample(page)
  await page.getByRole('button', { name: 'Vote', exact: true }).press('Enter')
  const candidates = page.getByRole('group', { name: 'Candidates' })
  await expect(candidates.getByRole('checkbox')).toHaveCount(2)
  const names = await candidates.locator('label').allTextContents()
  await page.getByRole('button', { name: 'Start voting' }).press('Enter')
  const results = page.getByRole('article', { name: /^Result \d$/ })
  const progress = (count: number) => page.getByText(new RegExp(`^${count} of 5 comparisons`))
  await expect(results).toHaveCount(2)
  await expect(progress(0)).toBeVisible()
  const secrets = [...names, 'cauri', 'Local sandbox', 'Local router']
  async function expectBlind(): Promise<void> {
    await expect(results.first()).toContainText('synthetic')
    await expectNameless()
  }
  async function expectNameless(): Promise<void> {
    const html = await page.evaluate(() => `${document.documentElement.outerHTML} ${document.title} ${location.href}`)
    const tree = await page.locator('body').ariaSnapshot()
    for (const secret of secrets) expect(`${html} ${tree}`).not.toContain(secret)
  }
  await expectBlind()
  await expect(findViolations(page)).resolves.toEqual([])
  for (const [at, key] of ['1', '2', '0'].entries()) {
    await page.keyboard.press(key)
    await expect(progress(at + 1)).toBeVisible()
    await expectBlind()
  }
  await page.keyboard.press('u')
  await expect(progress(2)).toBeVisible()
  await expectBlind()
  // Figures name nobody while comparisons are open, and nothing beside a comparison leads to the results.
  await page.getByRole('button', { name: 'Show figures' }).press('Enter')
  const figures = page.getByRole('region', { name: 'Figures' })
  await page.getByRole('checkbox', { name: /Include 2 votes/ }).press('Space')
  await expect(figures.getByRole('rowheader', { name: 'Candidate 1' })).toBeVisible()
  await expect(page.getByText('Names are hidden: 3 comparisons to vote on')).toBeVisible()
  await expectNameless()
  await page.getByRole('button', { name: 'Back', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Continue voting' }).press('Enter')
  await expectBlind()
  await page.keyboard.press('v')
  for (const name of names) await expect(results.filter({ hasText: name })).toHaveCount(1)
  await page.keyboard.press('1')
  await expect(progress(3)).toBeVisible()
  await page.keyboard.press('v')
  await expectBlind()
  await page.keyboard.press('1')
  await expect(progress(4)).toBeVisible()
  await expectBlind()
  await page.keyboard.press('b')
  await expect(page.getByText('All comparisons are done.')).toBeVisible()
  await page.getByRole('button', { name: 'Show figures' }).press('Enter')

  // The sandbox says in its texts which model was asked.
  await page.getByRole('checkbox', { name: /Include 4 votes/ }).press('Space')
  await expect(figures).toContainText('4 votes')
  await expect(figures.getByRole('row')).toHaveCount(3)
  await expect(figures.getByRole('row', { name: names[0] ?? '' })).toContainText(/\d of 3 · \d+ %/)
  await expect(figures).toContainText(/First seat won \d+ %, the longer one \d+ %\./)
  await expect(findViolations(page)).resolves.toEqual([])
  await page.reload()
  await expect(page.getByText('5 of 5 comparisons')).toBeVisible()
})

test('two reviewers judge the same cells, and what they say differently is a queue', async ({ page }) => {
  await runExample(page)
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  async function review(name: string, keys: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Your name' }).fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByText('0 of 4 judged')).toBeVisible()
    for (const [at, key] of [...keys].entries()) {
      await expect(page.getByRole('article', { name: 'Result' })).toContainText('synthetic')
      await page.keyboard.press(key)
      await expect(page.getByText(`${at + 1} of 4 judged`)).toBeVisible()
    }
    await expect(page.getByText('That was the last cell.')).toBeVisible()
  }
  const share = page.getByRole('textbox', { name: 'Cells to review, of 10' })
  await share.fill('99')
  await share.press('Enter')
  await expect(share).toHaveValue('10')
  await share.fill('4')
  await share.press('Enter')
  await review('Ada', 'ppff')
  await expect(findViolations(page)).resolves.toEqual([])
  await review('Bo', 'pfff')
  await page.getByRole('button', { name: 'Show figures' }).click()
  await expect(page.getByText('75 % agreement on 4 cells · Cohen’s kappa 0.50')).toBeVisible()
  await expect(findViolations(page)).resolves.toEqual([])
  await page.getByRole('button', { name: 'Review the 1 differing cell' }).click()
  await expect(page.getByText('cell 1 of 1')).toBeVisible()
  await page.keyboard.press('Shift+Digit2')
  const score = page.getByRole('group', { name: 'Score' })
  await expect(score.getByRole('radio', { name: '2' })).toBeChecked()
  await score.getByRole('radio', { name: '4' }).click()
  await expect(score.getByRole('radio', { name: '4' })).toBeChecked()
  await page.keyboard.press('n')
  await page.keyboard.type('Too long')
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('combobox', { name: 'Cells listed' }).selectOption('With your note')
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Too long')

  await page.getByRole('button', { name: 'Show figures' }).click()
  await expect(page.getByRole('cell', { name: '4.0 (1)' })).toBeVisible()

  // What the owner said counts in the grid and at its foot.
  await page.getByRole('button', { name: 'Back to the cells' }).click()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Cells listed' }).selectOption('Passed by you')
  await score.getByRole('radio', { name: '5' }).click()
  await expect(score.getByRole('radio', { name: '5' })).toBeChecked()
  await page.getByRole('button', { name: 'Back to the plan' }).click()
  await page.getByRole('combobox', { name: 'Rows listed' }).selectOption('With a score')
  await expect(page.getByRole('status').filter({ hasText: '1 row' })).toBeVisible()
  await expect(page.getByRole('gridcell').filter({ hasText: 'mean score 5.0 (1)' })).toBeVisible()
  await expect(
    page
      .getByRole('gridcell')
      .filter({ hasText: /passed \d of \d/ })
      .first(),
  ).toBeVisible()
})
