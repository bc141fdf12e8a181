import type { Page } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { test as base, chooseAction, connectTo, expect } from './fixtures.ts'
import { madePng, madeWav } from './media-runs/made-media.ts'
import { type MadeFile, mediaBundle } from './media-runs/media-bundle.ts'
import { type MediaRouter, startMediaRouter } from './media-runs/media-router.ts'

const png = (name: string, ...rest: Parameters<typeof madePng>): MadeFile => ({
  ...{ name, type: 'image/png', bytes: madePng(...rest) },
})
const wav = (name: string, ...rest: Parameters<typeof madeWav>): MadeFile => ({
  ...{ name, type: 'audio/wav', bytes: madeWav(...rest) },
})
const red = png('red.png', 320, 240, [200, 40, 40])
const blue = png('blue.png', 320, 240, [40, 40, 200])
const mask = png('mask.png', 32, 24, [0, 0, 0])

const parts = [
  ['model', 'gen-image-2'],
  ['image[]', red],
  ['prompt', 'Paint the square blue'],
  ['image[]', blue],
  ['mask', mask],
] as const

const pictures = mediaBundle([
  { ...{ id: 'red', endpoint: 'images.generations', path: '/images/generations', title: 'A red square' }, output: red },
  { ...{ id: 'blue', endpoint: 'images.generations', path: '/images/generations', title: 'A blue one' }, output: blue },
  { ...{ id: 'edit', endpoint: 'images.edits', path: '/images/edits', title: 'Paint it' }, parts, output: blue },
])
const sounds = mediaBundle([
  { ...{ id: 'low', endpoint: 'audio.speech', path: '/audio/speech', title: 'Low' }, output: wav('low.wav', 1, 220) },
  {
    ...{ id: 'high', endpoint: 'audio.speech', path: '/audio/speech', title: 'High' },
    output: wav('high.wav', 1.5, 440),
  },
])

const test = base.extend<{ media: MediaRouter }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from the pattern.
  media: async ({}, use) => {
    const media = await startMediaRouter(blue.bytes, madeWav(1, 220))
    await use(media)
    media.close()
  },
})

const runPage = (page: Page) => page.getByRole('region', { name: 'Run', exact: true })
const received = (page: Page) => runPage(page).getByRole('list', { name: /^(?:Files received|Results)$/ })

/** Both bundles are chosen at once. */
async function openBundles(page: Page): Promise<void> {
  // A key that is not remembered lives as long as its page.
  if (page.url() === 'about:blank') await page.goto('/runs')
  else await page.getByRole('link', { name: 'Runs' }).click()
  // The button moves when it is known whether there are runs.
  const known = page.getByRole('region', { name: 'No runs yet' }).or(page.getByRole('listbox', { name: 'Runs' }))
  await expect(known.first()).toBeVisible()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open a bundle' }).click()
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/zip', buffer })
  await (await choosing).setFiles([file('pictures.zip', pictures), file('sounds.zip', sounds)])
  const news = 'Bundle 1: 3 runs imported. Bundle 2: 2 runs imported.'
  await expect(page.getByRole('status').filter({ hasText: news })).toBeVisible()
}

test('bundles that are chosen together all come in, and each run shows what it gave', async ({ page }) => {
  await openBundles(page)
  await expect(page.getByRole('listbox', { name: 'Runs' }).getByRole('option')).toHaveCount(5)
  await expect(received(page).getByRole('img', { name: 'red.png' })).toBeVisible()
  await expect(received(page)).toContainText('PNG · 320 × 240')
  expect(
    await received(page)
      .getByRole('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBe(320)
  await received(page).getByRole('button', { name: 'Open red.png full screen' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'red.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto('/runs?run=high')
  const player = received(page).getByRole('figure', { name: 'high.wav' }).locator('audio')
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeCloseTo(1.5, 1)
})

test('an edit is inspected part by part, and repeated with the same bytes', async ({ page, media }) => {
  await connectTo(page, media)
  await openBundles(page)
  await page.getByRole('option', { name: /Paint it/ }).click()
  await chooseAction(runPage(page), 'Inspect')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await inspector.getByRole('tab', { name: 'Request' }).click()
  const shown = inspector.getByRole('region', { name: 'Parts' })
  await expect(shown.getByRole('img')).toHaveCount(3)
  await expect(shown).toContainText('Paint the square blue')
  await expect(shown).toContainText('mask.png')

  await runPage(page).getByRole('button', { name: 'Repeat' }).click()
  await expect(runPage(page)).toContainText('Output is identical, byte for byte.')
  const came = ({ name, type, bytes }: MadeFile) => [bytes.toString('hex'), name, type]
  expect(media.forms).toEqual([
    parts.map(([name, part]) => [name, ...(typeof part === 'string' ? [part] : came(part))]),
  ])
  await expect(received(page).getByRole('img')).toBeVisible()
  await runPage(page).getByRole('button', { name: 'Repeat' }).click()
  await expect.poll(() => media.forms.length).toBe(2)
  expect(media.forms[1]).toEqual(media.forms[0])
  await inspector.getByRole('tab', { name: 'Response' }).click()
  await expect(inspector.getByRole('region', { name: 'Body' })).toContainText('sha256:')

  await runPage(page).getByRole('button', { name: 'Edit and run' }).click()
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await expect(prompt).toHaveValue('Paint the square blue')
  await expect(page.getByRole('list', { name: 'Images to send' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('alert')).toContainText('nothing is marked')
  await prompt.fill('Paint it green')
  await page.getByRole('button', { name: 'Apply edit' }).click()
  await expect.poll(() => media.forms.length).toBe(3)
  const [model, first, , second] = media.forms[0] ?? []
  expect(media.forms[2]).toEqual([model, ['prompt', 'Paint it green'], first, second])
})

test('speech that is sent again comes as bytes and is kept as they are', async ({ page, media }) => {
  await connectTo(page, media)
  await openBundles(page)
  await page.getByRole('option', { name: /Low/ }).click()
  await runPage(page).getByRole('button', { name: 'Repeat' }).click()
  await expect(runPage(page)).toContainText('Output is identical, byte for byte.')
  expect(new URL(page.url()).search).not.toContain('run=low')
  await page.reload()
  await expect(received(page)).toContainText(/WAV · .*16 kB/)
})

test('pictures and sounds are compared by keys alone, and axe finds nothing', async ({ page }) => {
  // Else nothing blinks.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openBundles(page)
  await page.goto('/runs?run=red&with=blue')
  await page.getByRole('radio', { name: 'Side by side' }).press('ArrowLeft')
  const divider = page.getByRole('slider', { name: 'Divider' })
  await divider.press('ArrowLeft')
  await expect(divider).toHaveAttribute('aria-valuetext', /^49 percent of Run #\d+$/)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('radio', { name: 'Slider' }).press('ArrowRight')
  await page.getByRole('radio', { name: 'Side by side' }).press('ArrowRight')
  await page.getByRole('button', { name: 'Stop blinking' }).press('Enter')
  await page.getByRole('radio', { name: 'Blink' }).press('ArrowRight')
  await expect(page.getByRole('img', { name: /^Difference of Run #\d+ and Run #\d+$/ })).toBeVisible()

  await page.goto('/runs?run=low&with=high')
  const [left, right] = [page.locator('audio').nth(0), page.locator('audio').nth(1)]
  for (const one of [left, right])
    await expect.poll(() => one.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(0.9)
  await page.getByRole('slider', { name: 'Position' }).press('End')
  await expect.poll(() => right.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(1.4)
  await page.getByRole('slider', { name: 'Position' }).press('Home')
  await page.getByRole('button', { name: 'Play (K)' }).press('Enter')
  const apart = async () => {
    const times = await Promise.all(
      [left, right].map((one) => one.evaluate((audio: HTMLAudioElement) => audio.currentTime)),
    )
    return Math.min(...times)
  }
  await expect.poll(apart).toBeGreaterThan(0.1)
  expect(await findViolations(page)).toEqual([])
})
