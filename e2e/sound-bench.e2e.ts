import { findViolations } from './find-violations.ts'
import { chooseAction, expect, test } from './fixtures.ts'

test('speech is isolated, heard against its original at one position and level, and traced back in Runs', async ({
  page,
}) => {
  await page.goto('/audio')
  await page.getByRole('textbox', { name: 'Text' }).fill('The harbour is quiet tonight.')
  await page.getByRole('button', { name: /^Speak/ }).click()
  const spoken = page.getByRole('article').first()
  await expect(spoken.getByRole('group', { name: 'Sound player: MP3' })).toBeVisible({ timeout: 30_000 })
  await expect(spoken).toContainText(/MP3 · 0:0\d\.\d · \d+(?:\.\d)? kHz · mono · \d+ kbit\/s/)
  await chooseAction(page, /^Isolate voice/, 'Send to another tool: MP3')
  await expect(page.getByText(/^Length 0:0\d\.\d\b/)).toBeVisible()
  await page.getByRole('button', { name: /^Isolate voice/ }).click()

  const sounds = page.getByRole('region', { name: 'Sounds compared' })
  await expect(sounds.getByRole('radio', { name: 'Removed' })).toBeAttached({ timeout: 30_000 })
  await expect(sounds.getByRole('status').filter({ hasText: /^Levels matched: |^Equally loud$/ })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await sounds.getByRole('button', { name: 'Play (K)' }).press('Enter')
  await page.keyboard.press('1')
  await expect(sounds.getByRole('radio', { name: 'Original' })).toBeChecked()
  const heard = () =>
    sounds
      .locator('audio')
      .evaluateAll((all: HTMLAudioElement[]) => all.map(({ muted, currentTime }) => ({ muted, currentTime })))
  await expect.poll(async () => Math.min(...(await heard()).map(({ currentTime }) => currentTime))).toBeGreaterThan(0.2)
  const all = await heard()
  expect(all.map(({ muted }) => muted)).toEqual([false, true, true])
  const times = all.map(({ currentTime }) => currentTime)
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(0.15)

  await chooseAction(page.getByRole('article').first(), 'Show in Runs')
  const lineage = page.getByRole('region', { name: 'Lineage' })
  await expect(lineage).toContainText('Made from')
  await lineage.getByRole('button', { name: /^Speech: The harbour is quiet tonight/ }).click()
  await expect(lineage).toContainText('Used in')
})
