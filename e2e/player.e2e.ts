import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { readPngText } from '../src/media/png.ts'
import { findViolations } from './find-violations.ts'
import { test as base, expect } from './fixtures.ts'
import { mediaBundle } from './media-runs/media-bundle.ts'
import { sandboxClip } from './media-runs/sandbox-clip.ts'

const video = (name: string, bytes: Buffer) => ({ name, type: 'video/mp4', bytes })
const created = (id: string) => ({ id, endpoint: 'videos.create', path: '/videos', title: 'A lighthouse: at dusk' })

const test = base.extend<{ clip: Buffer; player: Locator }>({
  clip: async ({ router }, use) => use(await sandboxClip(router, 'a lighthouse', 4)),
  player: async ({ page, clip }, use) => {
    const odd = Buffer.from(clip.subarray(0, clip.length - 50_000))
    // A codec that no browser has.
    odd.write('dvh1', odd.indexOf('avc1', 100), 'latin1')
    const runs = [
      { ...created('clip'), output: video('clip.mp4', clip) },
      { ...created('odd'), output: video('odd.mp4', odd) },
    ]
    await page.goto('/runs')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Open a bundle' }).click()
    await (await choosing).setFiles([{ name: 'clips.zip', mimeType: 'application/zip', buffer: mediaBundle(runs) }])
    await expect(page.getByRole('status').filter({ hasText: '2 runs imported' })).toBeVisible()
    await page.goto('/runs?run=clip')
    await use(page.getByRole('group', { name: 'Video player: clip.mp4' }))
  },
})

/** The share of the bar that is filled in the frame on the screen, measured in pixels. */
const filled = (player: Locator) =>
  player.locator('video').evaluate(async (video: HTMLVideoElement) => {
    if (video.seeking) await new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
    const { videoWidth: width, videoHeight: height } = video
    const pen = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    pen?.drawImage(video, 0, 0)
    const row = pen?.getImageData(0, height - 3, width, 1).data ?? new Uint8ClampedArray()
    return Array.from({ length: width }, (_, x) => row[x * 4] ?? 0).filter((red) => red > 225).length / width
  })

const stateOf = (player: Locator) =>
  player.locator('video').evaluate(({ paused, muted, playbackRate, currentTime, loop }: HTMLVideoElement) => ({
    ...{ paused, muted, playbackRate, currentTime, loop },
  }))

async function saved(page: Page, press: () => Promise<void>) {
  const coming = page.waitForEvent('download')
  await press()
  const file = await coming
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

test('a video is stepped frame by frame, played, looped and sought by keys alone, and no key reaches the page', async ({
  page,
  player,
}) => {
  const seek = player.getByRole('slider', { name: 'Seek' })
  await expect(seek).toHaveAttribute('aria-valuetext', '0:00.0 of 0:04.0, frame 1 of 96')
  expect(await findViolations(page)).toEqual([])
  await player.focus()
  const first = await filled(player)
  for (let step = 1; step <= 6; step += 1) {
    await page.keyboard.press('.')
    await expect(seek).toHaveAttribute('aria-valuetext', new RegExp(`frame ${step + 1} of 96$`))
    expect((await filled(player)) - first, `after ${step} steps`).toBeCloseTo(step / 96, 2)
  }
  await page.keyboard.press(',')
  await expect(seek).toHaveAttribute('aria-valuetext', /frame 6 of 96$/)
  // Presses that come before the last seek is done count too.
  await player.evaluate((group) => {
    const press = (key: string) => group.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    for (const key of '....,..........') press(key)
  })
  await expect(seek).toHaveAttribute('aria-valuetext', /frame 19 of 96$/)
  expect((await filled(player)) - first).toBeCloseTo(18 / 96, 2)
  await page.keyboard.press('End')
  await expect(seek).toHaveAttribute('aria-valuetext', /frame 96 of 96$/)
  expect(await filled(player)).toBeGreaterThan(0.98)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await stateOf(player)).currentTime).toBeCloseTo(2.98, 1)
  await page.keyboard.press('j')
  await expect(seek).toHaveAttribute('aria-valuetext', /frame 1 of 96$/)

  // M, K and F mean other things on the page of the run; P still does.
  await page.keyboard.press('m')
  await page.keyboard.press('k')
  await expect.poll(async () => (await stateOf(player)).paused).toBe(false)
  await page.keyboard.press(' ')
  await expect.poll(() => stateOf(player)).toMatchObject({ paused: true, muted: true })
  expect(new URL(page.url()).searchParams.get('run')).toBe('clip')
  await page.keyboard.press('f')
  await expect(player.getByRole('button', { name: 'Exit full screen (F)' })).toBeVisible()
  await page.keyboard.press('f')
  await expect(player.getByRole('button', { name: 'Full screen (F)' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Fail/ })).toHaveAttribute('aria-pressed', 'false')

  await player.getByRole('combobox', { name: 'Speed' }).selectOption('2×')
  await player.getByRole('button', { name: 'Loop' }).press('Enter')
  await seek.press('End')
  await seek.press(' ')
  await expect.poll(async () => (await stateOf(player)).currentTime).toBeLessThan(3)
  expect(await stateOf(player)).toMatchObject({ paused: false, playbackRate: 2, loop: true })
  // While it plays, a step stops at the frame next to the one on the screen.
  await page.keyboard.press('.')
  expect(await stateOf(player)).toMatchObject({ paused: true })
})

test('a frame is saved with its origin and becomes an image to edit; the video is saved with its origin', async ({
  page,
  player,
  clip,
}) => {
  await expect(player.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuetext', /of 96$/)
  await player.focus()
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('.')
  const menu = player.getByRole('button', { name: 'Use this frame' })
  const choose = async (name: string) => {
    await menu.click()
    await page.getByRole('menuitem', { name }).click()
  }
  const frame = await saved(page, () => choose('Save frame'))
  expect(frame.name).toMatch(/^video_gen-image-2_a-lighthouse-at-dusk_\d{8}-\d{6}_1_frame-4\.png$/)
  expect([frame.bytes.readUInt32BE(16), frame.bytes.readUInt32BE(20)]).toEqual([1280, 720])
  const said = Object.fromEntries(readPngText(new Uint8Array(frame.bytes)).map(({ name, text }) => [name, text]))
  expect(said).toMatchObject({ Prompt: 'A lighthouse: at dusk', Model: 'gen-image-2', 'Run Id': 'clip' })
  expect(said.Position).toMatch(/^0\.1\d+ s, frame 4$/)

  const download = page.getByRole('button', { name: 'Download clip.mp4' })
  const file = await saved(page, () => download.click())
  expect(file.name).toMatch(/^video_gen-image-2_a-lighthouse-at-dusk_\d{8}-\d{6}_1\.mp4$/)
  expect(file.bytes.subarray(0, clip.length).equals(clip)).toBe(true)
  expect(file.bytes.subarray(clip.length + 24).toString()).toContain('A lighthouse: at dusk</Iptc4xmpExt:AIPrompt')
  // The packet is of the copy: the kept bytes have none.
  expect((await saved(page, () => download.click())).bytes.equals(file.bytes)).toBe(true)

  await choose('Edit frame')
  await expect(page).toHaveURL(/\/images\?tab=edit/)
  await expect(page.getByRole('list', { name: 'Images to send' }).getByRole('listitem')).toHaveCount(1)
})

test('a video that the browser cannot decode, and one that is cut off, say so and can be saved', async ({
  page,
  player,
}) => {
  await expect(player).toBeVisible()
  await page.goto('/runs?run=odd')
  const odd = page.getByRole('group', { name: 'Video player: odd.mp4' })
  await expect(odd.getByRole('status')).toContainText(/This browser cannot (?:play|show) dvh1/)
  await expect(odd).toContainText('This file is incomplete: its end is missing.')
  await expect(page.getByRole('button', { name: 'Download odd.mp4' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})
