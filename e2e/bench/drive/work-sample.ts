import type { Browser } from '@playwright/test'
import type { ContenderName } from '../page/contenders/load.ts'
import { quantile } from '../report/statistics.ts'
import { inFreshPage } from './chromium.ts'
import { heapOf, watchMainThread } from './main-thread.ts'

/** One contender, one size, one repetition in work mode. */
export interface WorkSample {
  readonly rep: number
  readonly contender: ContenderName
  /** Tokens asked for. */
  readonly tokens: number
  /** Tokens streamed before the cap. */
  readonly done: number
  readonly flushes: number
  /** Main-thread CPU in ms. */
  readonly cpu: number
  readonly script: number
  readonly p50Gap: number
  readonly p95Gap: number
  readonly longTaskMs: number
  readonly shown: number
  /** JavaScript heap in bytes and elements, once everything has been in view. */
  readonly heap?: number
  readonly elements?: number
}

export interface WorkTask {
  readonly rep: number
  readonly contender: ContenderName
  readonly tokens: number
  readonly seed: number
  readonly weigh: boolean
}

/** Milliseconds after which a contender is stopped. */
const cap = 40_000

export function sampleWork(browser: Browser, url: string, task: WorkTask): Promise<WorkSample> {
  const { rep, contender, tokens, seed, weigh } = task
  return inFreshPage(browser, url, async (page, session) => {
    const read = await watchMainThread(session)
    const options = {
      contender,
      tokens,
      seed,
      cap: contender.startsWith('ours') || contender.startsWith('floor') ? 4 * cap : cap,
    }
    const prepared = await page.evaluateHandle((given) => window.bench.prepareWork(given), options)
    const before = await read()
    const result = await prepared.evaluate((work) => work.run())
    const after = await read()
    const elements = weigh ? await prepared.evaluate((work) => work.unroll()) : undefined
    return {
      rep,
      contender,
      tokens,
      done: result.tokens,
      flushes: result.flushes,
      cpu: after.cpu - before.cpu,
      script: after.script - before.script,
      p50Gap: quantile(result.gaps, 0.5),
      p95Gap: quantile(result.gaps, 0.95),
      longTaskMs: result.longTasks.ms,
      shown: result.shown,
      ...(elements !== undefined && { elements, heap: await heapOf(session) }),
    }
  })
}
