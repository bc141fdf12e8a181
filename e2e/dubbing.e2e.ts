import type { Page } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { expect, type RunningRouter, test } from './fixtures.ts'

const input = 'Good evening. The old harbour lies still tonight.'

async function recording({ url, key }: RunningRouter): Promise<Buffer> {
  const reply = await fetch(`${url}/v1/audio/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gen-4o-mini-tts', voice: 'alloy', input, response_format: 'wav' }),
  })
  return Buffer.from(await reply.arrayBuffer())
}

async function dub(page: Page, buffer: Buffer, language: string) {
  await page.goto('/audio?tab=dubbing')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose file' }).click()
  await (await choosing).setFiles({ name: 'evening.wav', mimeType: 'audio/wav', buffer })
  await page.getByRole('combobox', { name: 'Target languages' }).selectOption(language)
  await expect(page.getByText(/^0:0\d\.\d to dub$/)).toBeVisible()
  await page.getByRole('button', { name: /^Dub/ }).click()
}

/** What each player of the page does, by its name. */
const players = (page: Page) =>
  page
    .getByRole('group', { name: 'Original and dub' })
    .locator('video')
    .evaluateAll((all: HTMLMediaElement[]) =>
      all.map(({ currentTime, muted }) => ({ at: currentTime, isHeard: !muted })),
    )

test('a dub is followed to its end, switched with its original at the same position, and kept', async ({
  page,
  router,
}) => {
  await dub(page, await recording(router), 'es')
  await expect(page.getByRole('list', { name: 'Languages' })).toContainText('Spanish')
  const shown = page.getByRole('group', { name: 'Original and dub' })
  await expect(shown).toBeVisible({ timeout: 30_000 })
  await shown
    .getByRole('button', { name: /sintética/ })
    .first()
    .click()
  await shown.getByRole('button', { name: 'Play (K)' }).click()
  await expect.poll(async () => (await players(page)).map(({ at }) => at > 0.1)).toEqual([true, true])
  expect((await players(page)).map(({ isHeard }) => isHeard)).toEqual([false, true])
  await expect(shown.getByRole('slider', { name: 'Seek in Spanish' })).toBeVisible()
  await shown.getByRole('radio', { name: 'Original' }).check()
  await expect(shown.getByRole('slider', { name: 'Seek in Original' })).toBeVisible()
  await expect.poll(async () => (await players(page)).map(({ isHeard }) => isHeard)).toEqual([true, false])
  const [original, dubbed] = await players(page)
  expect(Math.abs((original?.at ?? 0) - (dubbed?.at ?? 9))).toBeLessThan(0.2)
  expect(await findViolations(page, { where: 'dub' })).toEqual([])
  const paid = await router.accepted()
  await page.reload()
  await expect(shown).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download SRT, Spanish' }).click()
  expect((await saving).suggestedFilename()).toMatch(/_es\.srt$/)
  expect(await router.accepted()).toBe(paid)
})
