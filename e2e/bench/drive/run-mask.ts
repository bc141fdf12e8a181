import { type PainterName, painterNames } from '../mask/painter-names.ts'
import type { Report } from '../report/goal.ts'
import { type MaskSample, reportMask } from '../report/report-mask.ts'
import { servePage } from './bench-page.ts'
import { inFreshPage, launch } from './chromium.ts'
import { watchMainThread } from './main-thread.ts'
import { type Setting, say } from './setting.ts'

/** Pages of their own see a clock of 5 µs instead of 100. */
const alone = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }

/** Twelve strokes over a mask of 4096 x 4096. */
export async function runMask(setting: Setting): Promise<Report> {
  const { quick, seed, reps = quick ? 1 : 5 } = setting
  const server = await servePage(setting, alone)
  const browser = await launch(setting)
  const samples: MaskSample[] = []
  try {
    for (let rep = 0; rep < reps; rep += 1)
      for (const painter of painterNames.map(
        (_, at): PainterName => painterNames[(at + rep) % painterNames.length] ?? 'ours',
      ))
        samples.push(
          await inFreshPage(browser, server.url, async (page, session) => {
            const read = await watchMainThread(session)
            const mask = await page.evaluateHandle(async (given) => (await window.bench.mask()).prepareMask(given), {
              painter,
              seed: seed + rep,
            })
            const before = (await read()).cpu
            const events = await mask.evaluate((ready) => {
              ready.paint()
              return ready.events
            })
            const painted = (await read()).cpu
            const undos = await mask.evaluate((ready) => {
              ready.undo()
              return ready.undos * 2
            })
            const undone = (await read()).cpu
            const cpu = (painted - before) / events
            say(`mask #${rep + 1} ${painter}: ${cpu.toFixed(3)} ms`)
            return {
              ...(await mask.evaluate((ready) => ready.finish())),
              rep,
              painter,
              cpu,
              undoCpu: (undone - painted) / undos,
            }
          }),
        )
    return reportMask(samples)
  } finally {
    await browser.close()
    await server.close()
  }
}
