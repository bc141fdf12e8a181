import { findViolations } from './find-violations.ts'
import { expect, test } from './fixtures.ts'

const isPlaying = (sound: HTMLAudioElement) => !sound.paused

test('a designed voice is heard, saved, spoken beside another from one press, and there after a reload', async ({
  page,
  router,
}) => {
  await page.goto('/audio?tab=voice-design')
  await page.getByRole('button', { name: /^Late-night host/ }).click()
  const cards = page.getByRole('list', { name: 'Voices' }).getByRole('listitem')
  await expect(cards).toHaveCount(3, { timeout: 60_000 })
  await expect(cards.locator('audio')).toHaveCount(3)
  await page.getByRole('article').focus()
  await page.keyboard.press('2')
  await expect.poll(() => cards.nth(1).locator('audio').evaluate(isPlaying)).toBe(true)
  await page.keyboard.press('3')
  await expect.poll(() => cards.nth(2).locator('audio').evaluate(isPlaying)).toBe(true)
  expect(await cards.nth(1).locator('audio').evaluate(isPlaying)).toBe(false)

  await cards.nth(1).getByRole('button', { name: 'Save Voice 2' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Night owl')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Use Night owl in Speech' }).click()
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('sandbox-voice')
  const voice = page.getByRole('combobox', { name: 'Voice', exact: true })
  await expect(voice).toHaveValue(/^design-/)

  await page.getByRole('textbox', { name: 'Text' }).fill('Good night.')
  await page.getByRole('button', { name: 'Compare voices' }).click()
  await page.keyboard.type('wren')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 calls · price not stated')).toBeVisible()
  expect(await findViolations(page, { where: 'speech in two voices' })).toEqual([])
  const before = await router.accepted()
  await page.getByRole('button', { name: /^Speak 2×/ }).dblclick()
  await expect(page.getByText('Last press: 2 of 2 sounds')).toBeVisible({ timeout: 60_000 })
  expect(await router.accepted()).toBe(before + 2)

  await page.reload()
  await expect(voice).toHaveValue(/^design-/)
  await page.getByRole('button', { name: 'Play the newest sample of Night owl' }).click()
  await expect(page.getByRole('button', { name: 'Stop the sample' })).toBeVisible()
  await voice.click()
  await expect(page.getByRole('option', { name: /Night owl/ })).toBeVisible()
  expect(await router.accepted()).toBe(before + 2)
})
