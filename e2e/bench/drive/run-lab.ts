import type { GridName } from '../page/lab/scroll-grid.ts'
import type { Report } from '../report/goal.ts'
import { reportLab } from '../report/report-lab.ts'
import { launch } from './chromium.ts'
import { type GridSample, type SendSample, sampleGrid, sampleSending } from './lab-sample.ts'
import { buildApp, serveApp } from './served-app.ts'
import { type Setting, say } from './setting.ts'

const grids: readonly GridName[] = ['ours', 'tanstack']
const count = 10_000

/** The results of a large plan: ten thousand cells in the grid, a thousand that the built app sends. */
export async function runLab(setting: Setting, url: string): Promise<Report> {
  const { quick, seed, reps = quick ? 2 : 5 } = setting
  const browser = await launch(setting)
  try {
    const scrolled: GridSample[] = []
    for (let rep = 0; rep < reps; rep += 1)
      for (const grid of rep % 2 === 0 ? grids : grids.toReversed()) {
        const sample = await sampleGrid(browser, url, { rep, grid, count, seed })
        say(`lab #${rep + 1} ${grid}: ${Math.round(sample.cpu)} ms`)
        scrolled.push(sample)
      }
    say('lab: the app')
    await buildApp(setting)
    const sent: SendSample[] = []
    for (let rep = 0; rep < Math.min(reps, 3); rep += 1) {
      const app = await serveApp(setting)
      try {
        sent.push(await sampleSending(browser, app.url, quick ? 200 : 1_000))
      } finally {
        await app.stop()
      }
    }
    return reportLab({ scrolled, sent })
  } finally {
    await browser.close()
  }
}
