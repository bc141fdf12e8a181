import type { Page } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { expect, test } from './fixtures.ts'

const results = (page: Page) => page.getByRole('grid', { name: 'Results' })
const cells = (page: Page, text: string | RegExp) => results(page).getByRole('gridcell').filter({ hasText: text })

/** Sends what is not sent. The button is Stop while answers that were on their way are fetched, and ignores a press just after that. */
async function sendRest(page: Page, name: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name }).click({ timeout: 2_000 })
    await expect(cells(page, 'Not sent')).toHaveCount(0, { timeout: 3_000 })
  }).toPass()
}

test('the first row of a plan is sent, then the others, each once; a verdict counts at the foot', async ({
  page,
  router,
}) => {
  await page.goto('/lab')
  await page.getByRole('button', { name: /Two models, five questions/ }).click()
  const before = await router.accepted()
  await page.getByRole('button', { name: 'Run first row' }).click()
  await expect(cells(page, 'synthetic')).toHaveCount(2)
  await expect(cells(page, 'Not sent')).toHaveCount(8)
  await sendRest(page, 'Send the 8 not sent')
  await expect(cells(page, 'synthetic')).toHaveCount(10)
  expect((await router.accepted()) - before).toBe(10)

  await results(page).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('p')
  await expect(cells(page, 'passed 1 of 1 (21–100 %)')).toBeVisible()
  await page.keyboard.press('Enter')
  const cell = page.getByRole('region', { name: 'Cell' })
  await expect(cell.getByRole('heading', { name: /Row 2 · sandbox-fast/ })).toBeVisible()
  await expect(cell.getByRole('article', { name: 'Result' })).toContainText('token streaming')
  await expect(findViolations(page)).resolves.toEqual([])
  await page.reload()
  await expect(cell.getByRole('heading', { name: /Row 2/ })).toBeVisible()
  await expect(cells(page, 'synthetic')).toHaveCount(10)
  expect((await router.accepted()) - before).toBe(10)

  // The runs are no conversations.
  await page.goto('/chat')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expect(page.getByText('Explain token streaming')).toHaveCount(0)
})

test('a plan that is left while it is sent goes on by a press alone', async ({ page, router }) => {
  await page.goto('/lab')
  await page.getByRole('button', { name: /Two models, five questions/ }).click()
  await page.getByRole('textbox', { name: 'At once, per model' }).fill('1')
  const before = await router.accepted()
  await page.getByRole('button', { name: /^Run 10 cells/ }).click()
  await expect.poll(async () => (await router.accepted()) - before).toBeGreaterThan(1)
  await page.reload()
  await expect(page.getByText(/\d cells? not sent/).first()).toBeVisible()
  // Before the models are listed no price is known, and the press would ask once more.
  await expect(page.getByRole('status').filter({ hasText: /2 models · about/ })).toBeVisible()
  await expect(cells(page, 'synthetic').first()).toBeVisible()
  const sent = (await router.accepted()) - before
  await sendRest(page, /^Send the \d not sent/)
  await expect(cells(page, 'Not sent')).toHaveCount(0)
  await expect(cells(page, 'Waiting')).toHaveCount(0)
  await expect(cells(page, 'Running')).toHaveCount(0)
  expect(sent).toBeLessThan(10)
  await expect.poll(async () => (await router.accepted()) - before).toBe(10)
})

test('checks pass and fail cells, list them by it, and are changed without sending; R runs a cell again after asking', async ({
  page,
  router,
}) => {
  await page.goto('/lab')
  await page.getByRole('button', { name: /Two models, five questions/ }).click()
  await page.getByRole('button', { name: 'Add a check' }).click()
  const check = page.getByRole('group', { name: 'Check 1' })
  await expect(check.getByText('Enter a value for “Contains”.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run first row' })).toBeDisabled()
  await check.getByRole('textbox', { name: 'Text of check 1' }).fill('{{topic}}')
  const before = await router.accepted()
  await page.getByRole('button', { name: /^Run 10 cells/ }).click()
  await expect(cells(page, '1 of 1 checks passed')).toHaveCount(10)
  await expect(cells(page, 'checks passed 5 of 5 (57–100 %)')).toHaveCount(2)
  expect((await router.accepted()) - before).toBe(10)

  await check.getByRole('textbox', { name: 'Text of check 1' }).fill('token streaming')
  await expect(cells(page, '0 of 1 checks passed')).toHaveCount(8)
  await page.getByRole('combobox', { name: 'Rows listed' }).selectOption('Passed checks')
  await expect(page.getByRole('status').filter({ hasText: '1 row' })).toBeVisible()
  await cells(page, '1 of 1 checks passed').first().click()
  const cell = page.getByRole('region', { name: 'Cell' })
  await expect(cell.getByRole('region', { name: 'Checks' })).toContainText('Passed · Contains “token streaming”')
  await check.getByRole('combobox', { name: 'Type of check 1' }).selectOption('Matches a regular expression')
  await check.getByRole('textbox').fill('^([^#]+)+#$')
  await expect(cell.getByRole('region', { name: 'Checks' })).toContainText('It took longer than 250 ms.')
  await expect(findViolations(page)).resolves.toEqual([])
  expect((await router.accepted()) - before).toBe(10)

  await cell.getByRole('button', { name: 'Run this cell again (R)' }).press('r')
  const question = page.getByRole('dialog', { name: 'Run this cell again?' })
  await expect(question).toContainText(/^Run this cell again\?Row 2 · \S+ It may be billed/)
  await question.getByRole('button', { name: 'Run again' }).click()
  await expect.poll(async () => (await router.accepted()) - before).toBe(11)
})
