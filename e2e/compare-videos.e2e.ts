import type { Page } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { expect, test } from './fixtures.ts'
import { type MadeFile, mediaBundle } from './media-runs/media-bundle.ts'
import { sandboxClip } from './media-runs/sandbox-clip.ts'

/** Frames per second of the sandbox's clips. */
const frameRate = 24

/** Imports runs that gave these clips, and compares the first two in Runs. */
async function compareClips(page: Page, clips: readonly MadeFile[]): Promise<void> {
  await page.goto('/runs')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open a bundle' }).click()
  const runs = clips.map((output, at) => ({
    ...{ id: `clip-${at}`, endpoint: 'videos.create', path: '/videos', title: output.name, output },
  }))
  await (await choosing).setFiles([{ name: 'clips.zip', mimeType: 'application/zip', buffer: mediaBundle(runs) }])
  await expect(page.getByRole('listbox', { name: 'Runs' }).getByRole('option')).toHaveCount(clips.length)
  await page.goto('/runs?run=clip-0&with=clip-1')
  await expect(page.getByText('0:00.0 / 0:04.0')).toBeVisible()
}

interface Shown {
  /** Seconds: the time of the frame on the screen, and of the player. */
  readonly frame: number
  readonly time: number
  readonly ended: boolean
}

/** The videos of the page. Called in it once, it notes the time of every frame that each of them shows. */
function watchFrames(): void {
  for (const video of document.querySelectorAll('video')) {
    const note: VideoFrameRequestCallback = (_, { mediaTime }) => {
      video.dataset.frame = `${mediaTime}`
      video.requestVideoFrameCallback(note)
    }
    video.requestVideoFrameCallback(note)
  }
}

const shown = (page: Page): Promise<readonly Shown[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('video')].map(({ dataset, currentTime, ended }) => ({
      ...{ frame: Number(dataset.frame), time: currentTime, ended },
    })),
  )

const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values)

test('two clips play, step and seek as one, by keys alone', async ({ page, router }) => {
  const bytes = await sandboxClip(router, 'a lighthouse', 4)
  const clip: MadeFile = { name: 'a lighthouse.mp4', type: 'video/mp4', bytes }
  await compareClips(page, [clip, { ...clip, name: 'the same.mp4' }])
  const compared = page.getByRole('region', { name: 'Videos compared' })
  await page.evaluate(watchFrames)
  const play = compared.getByRole('button', { name: 'Play (K)' })
  await play.focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await shown(page))[0]?.frame).toBeGreaterThan(1.5)
  const running = await shown(page)
  expect(running.some(({ ended }) => ended)).toBe(false)
  expect(spread(running.map(({ frame }) => frame))).toBeLessThan(1.5 / frameRate)

  // Paused, both show the very same frame.
  await page.keyboard.press('k')
  await expect(play).toBeVisible()
  const isStill = async () => {
    const [one, other] = await shown(page)
    return one?.time === other?.time && one?.frame === other?.frame
  }
  // Also while they are brought to the same time, both may show the same frame for a moment.
  let last = ''
  const rests = async () => {
    const [before, now] = [last, JSON.stringify(await shown(page))]
    last = now
    return before === now && isStill()
  }
  await expect.poll(rests, { intervals: [300] }).toBe(true)
  const [paused] = await shown(page)
  await page.keyboard.press('.')
  await expect.poll(async () => (await shown(page))[1]?.frame).toBeCloseTo((paused?.frame ?? 0) + 1 / frameRate, 3)
  await expect.poll(isStill).toBe(true)
  await page.keyboard.press(',')
  await expect.poll(async () => (await shown(page))[1]?.frame).toBeCloseTo(paused?.frame ?? 0, 3)

  await page.keyboard.press('End')
  await expect(compared.getByText('0:04.0 / 0:04.0')).toBeVisible()
  await expect.poll(async () => (await shown(page))[1]?.frame).toBeCloseTo(4 - 1 / frameRate, 2)

  const audible = () => page.evaluate(() => [...document.querySelectorAll('video')].map(({ muted }) => !muted))
  expect(await audible()).toEqual([true, false])
  await page.keyboard.press('2')
  expect(await audible()).toEqual([false, true])
  await expect(compared.getByRole('radio', { name: 'Run #2' })).toBeChecked()

  expect(await findViolations(page)).toEqual([])
  await compared.getByRole('radio', { name: 'Side by side' }).press('ArrowRight')
  const divider = compared.getByRole('slider', { name: 'Divider' })
  await divider.press('ArrowLeft')
  await expect(divider).toHaveAttribute('aria-valuetext', '49 percent of Run #1')
  // The divider has its own ends, and every other key is that of the players.
  await page.keyboard.press('Home')
  await expect(divider).toHaveAttribute('aria-valuetext', '0 percent of Run #1')
  await expect(compared.getByText('0:04.0 / 0:04.0')).toBeVisible()
  await compared.getByRole('slider', { name: 'Position' }).press('Home')
  await page.keyboard.press('.')
  await expect.poll(async () => (await shown(page))[0]?.frame).toBeCloseTo(1 / frameRate, 3)
  await expect.poll(isStill).toBe(true)
})
