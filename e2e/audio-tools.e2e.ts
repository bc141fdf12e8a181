import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { chooseAction, expect, test } from './fixtures.ts'

const names = [
  'Speech',
  'Transcription',
  'Voice design',
  'Voice change',
  'Dubbing',
  'Music',
  'Sound effects',
  'Voice isolation',
]

/** The newest run of the tool, once it has ended. */
async function ended(page: Page) {
  const run = page.getByRole('article').first()
  await expect(run).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 })
  return run
}

async function speak(page: Page, text: string) {
  await page.goto('/audio')
  await page.getByRole('textbox', { name: 'Text' }).fill(text)
  await page.getByRole('button', { name: /^Speak/ }).click()
  return await ended(page)
}

const seconds = (player: HTMLAudioElement) => player.duration

test('what is spoken is handed over to the transcription, and its words come back', async ({ page }) => {
  const spoken = await speak(page, 'The harbour is quiet tonight.')
  await expect.poll(() => spoken.locator('audio').evaluate(seconds)).toBeGreaterThan(1)
  await chooseAction(spoken, /^Transcribe/, 'Send to another tool: MP3')
  await expect(page).toHaveURL(/tab=transcriptions/)
  await expect(page.getByRole('list', { name: 'Files of File' }).getByRole('listitem')).toHaveCount(1)
  expect(await findViolations(page, { where: 'transcription' })).toEqual([])
  // Times are asked for by default.
  await expect(page.getByRole('checkbox', { name: 'Words' })).toBeChecked()
  await page.getByRole('button', { name: /^Transcribe/ }).click()
  const written = await ended(page)
  const segments = written.getByRole('list', { name: 'Segments' }).getByRole('listitem')
  await expect(segments).toContainText(['The harbour is quiet tonight.'])
  // The segment of the position is marked, and the word in it. Not while it plays: a word lasts less than the page is asked again.
  await segments.getByText('quiet', { exact: true }).click()
  await expect(written.locator('[aria-current] [data-now]')).toHaveText('quiet')
  await page.keyboard.press('e')
  await page.keyboard.press('End')
  await page.keyboard.type(' Good night.')
  await page.keyboard.press('Escape')
  await expect(segments).toContainText(['The harbour is quiet tonight. Good night.Edited'])
  await page.reload()
  const again = await ended(page)
  await expect(again.getByText('Good night.')).toBeVisible()
  await again.getByRole('button', { name: 'Export transcript' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'VTT (made here)', exact: true }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/_edited_made-here\.vtt$/)
  expect(await readFile(await saved.path(), 'utf8')).toMatch(
    /^WEBVTT\n\nNOTE .*\n\n00:00:00\.\d+ --> 00:00:\d\d\.\d+\nThe harbour is quiet tonight\. Good night\.\n$/,
  )
  await page.goto('/runs')
  await expect(page.getByRole('option', { name: /\.mp3 Completed Transcription sandbox-transcribe/ })).toBeVisible()
})

test('the voices are those that the model lists, and a voice of the model before is replaced', async ({ page }) => {
  await page.goto('/audio')
  const voice = page.getByRole('combobox', { name: 'Voice' })
  await expect(voice).toHaveValue('alloy')
  await page.goto('/audio?model=sandbox-voice')
  await expect(voice).toHaveValue('wren')
  await voice.click()
  await expect(page.getByRole('option', { name: 'harbour' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'alloy' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello.')
  await page.getByRole('button', { name: /^Speak/ }).click()
  await expect((await ended(page)).getByRole('group', { name: /^Sound player/ })).toBeVisible()
})

test('what an example set goes with its prompt, and with the next example', async ({ page }) => {
  await page.goto('/audio')
  const text = page.getByRole('textbox', { name: 'Text' })
  const instructions = page.getByRole('textbox', { name: 'Instructions' })
  // Heard without a request.
  await page.getByRole('button', { name: 'Play “A bedtime story”' }).click()
  await page.getByRole('button', { name: 'Stop “A bedtime story”' }).click()
  await page.getByRole('button', { name: /^A bedtime story/ }).click()
  await ended(page)
  await expect(instructions).toHaveValue('Soft and slow.')
  await page.reload()
  await text.fill('')
  await expect(instructions).toHaveValue('')
  await chooseAction(page.getByRole('article').first(), 'Delete')
  await page.getByRole('button', { name: /^An announcement/ }).click()
  await ended(page)
  await chooseAction(page.getByRole('article').first(), 'Delete')
  await page.getByRole('button', { name: /^A sentence/ }).click()
  await ended(page)
  await expect(instructions).toHaveValue('')
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Request JSON' })).not.toContainText('speed')
})

test('a file that is no sound is refused in words, and nothing is asked for without one', async ({ page, router }) => {
  const before = await router.accepted()
  await page.goto('/audio?tab=voice-isolation')
  await expect(page.getByRole('combobox', { name: 'Model', exact: true })).toHaveValue(/./)
  await page.getByRole('button', { name: /^Isolate voice/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Add a file' }).first()).toBeVisible()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose file' }).click()
  const buffer = Buffer.from('no sound at all')
  await (await choosing).setFiles({ name: 'broken.mp3', mimeType: 'audio/mpeg', buffer })
  const refused = page.getByRole('group', { name: 'File', exact: true }).getByRole('alert')
  await expect(refused).toContainText('broken.mp3')
  await expect(refused).toContainText('Not added.')
  expect(await router.accepted()).toBe(before)
})

test('every tool is in the row of tabs, and the one that the keys choose is in view at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/audio')
  await expect(page.getByRole('tab')).toHaveText(names)
  await page.getByRole('tab', { name: 'Speech' }).focus()
  for (const key of ['ArrowRight', 'End']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 0.95 })
  }
  await expect(page.getByRole('tabpanel', { name: names.at(-1) ?? '' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
