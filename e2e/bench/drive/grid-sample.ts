import type { Browser } from '@playwright/test'
import type { CsvReader, CsvResult } from '../page/lab/read-csv.ts'
import type { GridName } from '../page/lab/scroll-grid.ts'
import type { ScrollResult } from '../page/runs/scroll-list.ts'
import { inFreshPage } from './chromium.ts'
import { heapOf, watchMainThread } from './main-thread.ts'

/** The results of a plan, scrolled once. */
export interface GridSample extends ScrollResult {
  readonly rep: number
  readonly grid: GridName
  /** Main-thread CPU in ms of all frames. */
  readonly cpu: number
  /** In bytes, with the heads of the runs. */
  readonly heap: number
}

/** A table read once by a worker. */
export interface CsvSample extends CsvResult {
  readonly rep: number
  readonly reader: CsvReader
}

type Task<Name> = { readonly rep: number; readonly seed: number } & Name

export function sampleGrid(
  browser: Browser,
  url: string,
  { rep, ...task }: Task<{ readonly grid: GridName; readonly count: number }>,
): Promise<GridSample> {
  return inFreshPage(browser, url, async (page, session) => {
    const read = await watchMainThread(session)
    const grid = await page.evaluateHandle(async (given) => (await window.bench.lab.grid()).prepareGrid(given), task)
    const before = await read()
    const result = await grid.evaluate((ready) => ready.run())
    const after = await read()
    const heap = await heapOf(session)
    return { ...result, rep, grid: task.grid, cpu: after.cpu - before.cpu, heap }
  })
}

export function sampleCsv(
  browser: Browser,
  url: string,
  { rep, ...task }: Task<{ readonly reader: CsvReader; readonly bytes: number }>,
): Promise<CsvSample> {
  return inFreshPage(browser, url, async (page) => {
    const result = await page.evaluate(async (given) => (await window.bench.lab.csv()).readCsv(given), task)
    return { ...result, rep, reader: task.reader }
  })
}
