import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { madePng } from './media-runs/made-media.ts'
import { mediaBundle } from './media-runs/media-bundle.ts'

test.use({ warm: false })

const count = process.env.SOAK ? 200 : 5

const bundle = mediaBundle(
  Array.from({ length: count }, (_, n) => ({
    ...{ id: `run-${n}`, endpoint: 'images.generations', path: '/images/generations', title: `Picture ${n}` },
    output: {
      name: `${n}.png`,
      type: 'image/png',
      bytes: madePng(640, 480, [n % 256, 255 - (n % 256), (n * 7) % 256]),
    },
  })),
)

declare global {
  interface Window {
    /** Addresses of Blobs that were made and not released. */
    readonly liveBlobs: Set<string>
  }
}

/** Runs in the page, before the app. */
function countBlobs(): void {
  const live = new Set<string>()
  Object.assign(window, { liveBlobs: live })
  const { createObjectURL, revokeObjectURL } = URL
  URL.createObjectURL = (made) => {
    const address = createObjectURL.call(URL, made)
    live.add(address)
    return address
  }
  URL.revokeObjectURL = (address) => {
    live.delete(address)
    revokeObjectURL.call(URL, address)
  }
}

/** Addresses that are alive and not shown. */
const leaked = (page: Page) =>
  page.evaluate(() => {
    const shown = new Set([...document.querySelectorAll<HTMLImageElement>('img[src^="blob:"]')].map(({ src }) => src))
    return [...window.liveBlobs].filter((address) => !shown.has(address)).length
  })

/** What the page holds when what nobody holds is gone. */
async function held(session: CDPSession) {
  for (let n = 0; n < 3; n += 1) await session.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  const { metrics } = await session.send('Performance.getMetrics')
  return { nodes, listeners: jsEventListeners, heap: metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0 }
}

test(`${count} runs with a picture are looked at and deleted, and nothing of them stays in memory`, async ({
  page,
}) => {
  test.setTimeout(60_000 + count * 3_000)
  await page.addInitScript(countBlobs)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.enable')
  await page.goto('/runs')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open a bundle' }).click()
  await (await choosing).setFiles([{ name: 'pictures.zip', mimeType: 'application/zip', buffer: bundle }])
  const list = page.getByRole('listbox', { name: 'Runs' })
  await expect(page.getByText(`${count} runs imported`)).toBeVisible({ timeout: 10_000 + count * 500 })
  const received = page.getByRole('list', { name: 'Files received' })

  /** The name of the picture that stands there, once it is drawn. */
  const drawn = () =>
    received
      .getByRole('img')
      .evaluateAll((all: HTMLImageElement[]) =>
        all.map(({ complete, naturalWidth, alt }) => (complete && naturalWidth === 640 ? alt : '')).join(),
      )

  /** Goes through the runs by the keyboard; each has another picture. */
  async function lookAt(runs: number): Promise<void> {
    // The last run's picture may stand there for a moment after the next one was opened.
    let name = await drawn()
    await list.press('Home')
    for (let n = 0; n < runs; n += 1) {
      await list.press('Enter')
      const last = name
      await expect.poll(async () => (name = await drawn())).not.toMatch(new RegExp(`^(?:${last})?$`))
      await list.press('ArrowDown')
    }
  }

  await lookAt(3)
  // Else what follows would prove nothing.
  expect(await page.evaluate(() => window.liveBlobs.size)).toBeGreaterThan(0)
  const before = await held(session)
  await lookAt(count)
  await expect.poll(() => leaked(page)).toBe(0)
  const after = await held(session)
  expect(after.nodes).toBeLessThan(before.nodes * 1.05 + 200)
  expect(after.listeners).toBeLessThan(before.listeners * 1.05 + 20)
  expect(after.heap - before.heap).toBeLessThan(30e6)

  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await expect(list.getByRole('option')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => window.liveBlobs.size)).toBe(0)
})
