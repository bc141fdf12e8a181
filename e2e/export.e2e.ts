import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { answer, chooseAction, expect, send, test } from './fixtures.ts'

async function runOnce(page: Page, words: string): Promise<void> {
  await page.goto('/chat')
  await send(page, words)
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  await chooseAction(answer(page), 'Show in Runs')
  await expect(page.getByRole('region', { name: 'Run', exact: true })).toBeVisible()
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export this run' })

test('a run leaves as code and as each kind of file, named after what was asked, without its key', async ({
  page,
  router,
}) => {
  await runOnce(page, 'It\'s a "test" of $(quotes). tokens: 20')
  await page.getByRole('button', { name: 'Export' }).click()
  const code = dialog(page).getByRole('region', { name: /^The request in/ })
  await expect(code).toContainText('curl')
  for (const language of ['fetch (TypeScript)', 'openai (JavaScript)', 'openai (Python)', 'requests (Python)']) {
    await dialog(page).getByRole('radio', { name: language }).check()
    await expect(code).toContainText('OPENAI_API_KEY')
    expect(await code.textContent()).not.toContain(router.key)
  }
  expect(await findViolations(page)).toEqual([])
  for (const [title, ending] of [
    ['Bundle', 'zip'],
    ['Report', 'html'],
    ['JSON Everything', 'json'],
    ['JSON Lines', 'jsonl'],
    ['CSV', 'csv'],
    ['HAR', 'har'],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page)
        .getByRole('button', { name: new RegExp(`^${title}`) })
        .click(),
    ])
    expect(file.suggestedFilename()).toMatch(new RegExp(`^responses_.*it-s-a-test-of-quotes.*\\.${ending}$`))
    const bytes = readFileSync(await file.path())
    expect(bytes.length).toBeGreaterThan(100)
    expect(bytes.includes(router.key)).toBe(false)
    await expect(dialog(page).getByRole('status')).toContainText('Saved as')
  }
})

test('a result link brings prompt and result, fills the form by a press, and sends nothing', async ({
  page,
  router,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await runOnce(page, 'Say it again. tokens: 20')
  await chooseAction(page.getByRole('region', { name: 'Run', exact: true }), 'Result link')
  const made = page.getByRole('dialog', { name: 'Result link' })
  await expect(made).toContainText('This link works only on this computer.')
  await made.getByRole('button', { name: 'Copy link' }).click()
  await expect(made.getByRole('button', { name: 'Link copied' })).toBeVisible()
  // The policy of the page lets nothing read the clipboard but a person's own paste.
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Note' }).focus()
  await page.keyboard.press('Control+v')
  const link = await page.getByRole('textbox', { name: 'Note' }).inputValue()
  const sent = await router.accepted()

  const other = await context.newPage()
  await other.goto(link)
  const offer = other.getByRole('dialog', { name: 'A result from a link' })
  await expect(offer.getByRole('region', { name: 'Prompt' })).toContainText('Say it again')
  await expect(offer.getByRole('region', { name: 'Result' })).toContainText('Completed')
  await offer.getByRole('button', { name: 'Use this prompt' }).click()
  await expect(other.getByRole('textbox', { name: 'Message' })).toHaveValue('Say it again. tokens: 20')
  await expect(other).not.toHaveURL(/draft=/)
  expect(await router.accepted()).toBe(sent)
})
