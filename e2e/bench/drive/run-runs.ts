import type { ListName } from '../page/runs/contenders/load.ts'
import type { Report } from '../report/goal.ts'
import { reportRuns } from '../report/report-runs.ts'
import { inFreshPage, launch } from './chromium.ts'
import { type ListSample, sampleList } from './list-sample.ts'
import { samplePanel } from './panel-sample.ts'
import { buildApp, serveApp } from './served-app.ts'
import { type Setting, say } from './setting.ts'

const lists: readonly ListName[] = ['floor', 'ours', 'tanstack']
const count = 10_000

/** Ten thousand runs: the list, the store, and the panel of the built app. */
export async function runRuns(setting: Setting, url: string): Promise<Report> {
  const { quick, seed, reps = quick ? 2 : 5 } = setting
  const browser = await launch(setting)
  try {
    const scrolled: ListSample[] = []
    for (let rep = 0; rep < reps; rep += 1)
      for (const list of lists.map((_, at) => lists[(at + rep) % lists.length] ?? 'ours')) {
        const sample = await sampleList(browser, url, { rep, list, count, seed })
        say(`runs #${rep + 1} ${list}: ${Math.round(sample.cpu)} ms`)
        scrolled.push(sample)
      }
    say('runs: the stores')
    const stores = await inFreshPage(browser, url, (page) =>
      page.evaluate(async (given) => (await window.bench.runs.stores()).measureStores(given), { count, seed, reps }),
    )
    say('runs: the app')
    await buildApp(setting)
    const app = await serveApp(setting)
    try {
      const panel = await samplePanel(browser, app.url, { count, seed, reps })
      return reportRuns({ lists: scrolled, stores, panel })
    } finally {
      await app.stop()
    }
  } finally {
    await browser.close()
  }
}
