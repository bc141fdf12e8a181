import type { Browser } from '@playwright/test'
import type { ListName } from '../page/runs/contenders/load.ts'
import type { ScrollResult } from '../page/runs/scroll-list.ts'
import { inFreshPage } from './chromium.ts'
import { watchMainThread } from './main-thread.ts'

/** One list, scrolled once. */
export interface ListSample extends ScrollResult {
  readonly rep: number
  readonly list: ListName
  /** Main-thread CPU in ms of all frames, and the part of it in scripts. */
  readonly cpu: number
  readonly script: number
}

export interface ListTask {
  readonly rep: number
  readonly list: ListName
  readonly count: number
  readonly seed: number
}

export function sampleList(browser: Browser, url: string, { rep, ...task }: ListTask): Promise<ListSample> {
  return inFreshPage(browser, url, async (page, session) => {
    const read = await watchMainThread(session)
    const list = await page.evaluateHandle(
      async (given) => (await window.bench.runs.lists()).prepareScroll(given),
      task,
    )
    const before = await read()
    const result = await list.evaluate((ready) => ready.run())
    const after = await read()
    return { ...result, rep, list: task.list, cpu: after.cpu - before.cpu, script: after.script - before.script }
  })
}
