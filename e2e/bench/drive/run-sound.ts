import type { CDPSession } from '@playwright/test'
import type { Report } from '../report/goal.ts'
import { type PeakSample, reportSound, type WaveSample } from '../report/report-sound.ts'
import { type WaveName, waveNames } from '../sound/wave-names.ts'
import { servePage } from './bench-page.ts'
import { inFreshPage, launch } from './chromium.ts'
import { watchMainThread } from './main-thread.ts'
import { type Setting, say } from './setting.ts'

/** Pages of their own see a clock of 5 µs instead of 100. */
const alone = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }

/** An hour of sound: its peaks, its memory, and its waveform on the screen. */
export async function runSound(setting: Setting): Promise<Report> {
  const { quick, reps = quick ? 1 : 5 } = setting
  const server = await servePage(setting, alone)
  const browser = await launch(setting)
  const peaks: PeakSample[] = []
  const waves: WaveSample[] = []
  try {
    for (let rep = 0; rep < reps; rep += 1) {
      peaks.push({
        ...(await inFreshPage(browser, server.url, (page) =>
          page.evaluate(async () => (await window.bench.sound()).measurePeaks().times),
        )),
        ...(await inFreshPage(browser, server.url, async (page, session) => {
          const file = await page.evaluateHandle(async () => (await window.bench.sound()).prepareFile())
          return watchBytes(session, () => file.evaluate((ready) => ready.read()))
        })),
      })
      for (const name of waveNames.map((_, at): WaveName => waveNames[(at + rep) % waveNames.length] ?? 'ours')) {
        const sample = await inFreshPage(browser, server.url, async (page, session) => {
          await page.setViewportSize({ width: 1700, height: 300 })
          const read = await watchMainThread(session)
          const wave = await page.evaluateHandle(async (given) => (await window.bench.sound()).prepareWave(given), name)
          const cost = async (work: () => Promise<void>) => {
            const before = (await read()).cpu
            await work()
            return (await read()).cpu - before
          }
          const create = await cost(() => wave.evaluate((ready) => ready.create()))
          const zoom = await cost(() => wave.evaluate((ready) => ready.zoom()))
          const scroll = await cost(() => wave.evaluate((ready) => ready.scroll()))
          const [zooms, scrolls] = await wave.evaluate((ready) => [ready.zooms, ready.scrolls])
          return { rep, name, create, zoom: zoom / (zooms ?? 1), scroll: scroll / (scrolls ?? 1) }
        })
        say(`sound #${rep + 1} ${name}: scroll ${sample.scroll.toFixed(2)} ms`)
        waves.push(sample)
      }
    }
    return reportSound(peaks, waves)
  } finally {
    await browser.close()
    await server.close()
  }
}

/** Does some work and looks every 20 ms at what the page holds in JavaScript objects and in arrays: its most above the beginning, in bytes. */
async function watchBytes<T extends object>(
  session: CDPSession,
  work: () => Promise<T>,
): Promise<T & { held: number }> {
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const look = async () => {
    const usage: { usedSize: number; backingStorageSize?: number } = await session.send('Runtime.getHeapUsage')
    return usage.usedSize + (usage.backingStorageSize ?? Number.NaN)
  }
  const before = await look()
  let most = before
  const timer = setInterval(async () => {
    most = Math.max(most, await look().catch(() => 0))
  }, 20)
  try {
    const done = await work()
    most = Math.max(most, await look())
    return { ...done, held: most - before }
  } finally {
    clearInterval(timer)
  }
}
