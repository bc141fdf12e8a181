import type { CsvReader } from '../page/lab/read-csv.ts'
import type { GridName } from '../page/lab/scroll-grid.ts'
import type { Report } from '../report/goal.ts'
import { reportGrid } from '../report/report-grid.ts'
import { launch } from './chromium.ts'
import { type CsvSample, type GridSample, sampleCsv, sampleGrid } from './grid-sample.ts'
import { type Setting, say } from './setting.ts'

const grids: readonly GridName[] = ['ours', 'tanstack']
const readers: readonly CsvReader[] = ['ours', 'papaparse']

/** Ten thousand cells in the grid of the results, and 20 MB of rows for a plan. */
export async function runGrid(setting: Setting, url: string): Promise<Report> {
  const { quick, seed, reps = quick ? 2 : 5 } = setting
  const browser = await launch(setting)
  const [scrolled, read]: [GridSample[], CsvSample[]] = [[], []]
  /** Each contender comes first in every other repetition. */
  const inTurn = <Name>(names: readonly Name[], rep: number) => (rep % 2 === 0 ? names : names.toReversed())
  try {
    for (let rep = 0; rep < reps; rep += 1) {
      for (const grid of inTurn(grids, rep)) {
        const sample = await sampleGrid(browser, url, { rep, grid, count: 10_000, seed })
        say(`grid #${rep + 1} ${grid}: ${Math.round(sample.cpu)} ms`)
        scrolled.push(sample)
      }
      for (const reader of inTurn(readers, rep)) {
        const sample = await sampleCsv(browser, url, { rep, reader, bytes: 20 * 2 ** 20, seed })
        say(`CSV #${rep + 1} ${reader}: ${Math.round(sample.ms)} ms`)
        read.push(sample)
      }
    }
    return reportGrid({ scrolled, read })
  } finally {
    await browser.close()
  }
}
