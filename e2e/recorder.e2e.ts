import { findViolations } from './find-violations.ts'
import { expect, test } from './fixtures.ts'

test('a recording is paused, stopped and heard, survives its page, and is transcribed', async ({ page }) => {
  await page.goto('/audio?tab=transcriptions')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  const recorder = page.getByRole('dialog', { name: 'Record audio' })
  await recorder.getByRole('button', { name: /^Start recording/ }).waitFor()
  // The fake microphone beeps.
  await expect(recorder.getByRole('meter', { name: 'Input level' })).not.toHaveAttribute('aria-valuetext', 'No sound')
  expect(await findViolations(page, { where: 'recorder' })).toEqual([])
  await page.keyboard.press('r')
  const time = recorder.getByRole('timer')
  await expect(time).toHaveText(/^0:01\.[2-9]/)
  await page.keyboard.press('Space')
  await expect(recorder.getByRole('button', { name: /^Resume/ })).toBeVisible()
  const paused = await time.textContent()
  const asked = page.waitForEvent('dialog')
  const reloaded = page.reload()
  const warning = await asked
  expect(warning.type()).toBe('beforeunload')
  await warning.accept()
  await reloaded

  // What was stored by then is offered.
  await page.getByRole('button', { name: /^Recover recording \(0:0[12]\)$/ }).click()
  const player = recorder.locator('audio')
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(1.1)
  expect(paused).toMatch(/^0:01/)
  await recorder.getByRole('button', { name: 'Use recording' }).click()
  const files = page.getByRole('list', { name: 'Files of File' })
  await expect(files).toContainText(/WebM · Opus · 48 kHz/)
  await files.getByRole('button', { name: /^Listen to Recording/ }).click()
  await expect(files.locator('audio')).toBeAttached()
  await expect(page.getByRole('button', { name: /^Recover/ })).toBeHidden()
  await page.getByRole('button', { name: /^Transcribe/ }).click()
  await expect(page.getByRole('article').first()).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('article').first()).toContainText(/not recognised|no speech/)
})
