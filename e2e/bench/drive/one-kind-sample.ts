import type { Browser } from '@playwright/test'
import type { ContenderName } from '../page/contenders/load.ts'
import type { OneKindResult } from '../page/one-kind.ts'
import type { Kind } from '../text/kinds.ts'
import { inFreshPage } from './chromium.ts'
import { watchMainThread } from './main-thread.ts'

/** How a text comes: all at once as from the history, or so many characters a second. */
export type Pace = 'at once' | 'as fast as it comes' | 'steadily'

/** One contender with one kind of text at one pace, once. */
export interface OneKindSample extends OneKindResult {
  readonly rep: number
  readonly contender: ContenderName
  readonly kind: Kind
  readonly pace: Pace
  /** Main-thread CPU in ms. */
  readonly cpu: number
}

export interface OneKindTask extends Pick<OneKindSample, 'rep' | 'contender' | 'kind' | 'pace'> {
  readonly seed: number
  /** Characters. */
  readonly length: number
}

/** Characters a second: more than any model writes, and ten times what a fast one does. */
const rates = { 'at once': undefined, 'as fast as it comes': 300_000, steadily: 40_000 }

export function sampleOneKind(browser: Browser, url: string, task: OneKindTask): Promise<OneKindSample> {
  const { rep, contender, kind, pace, seed, length } = task
  return inFreshPage(browser, url, async (page, session) => {
    const read = await watchMainThread(session)
    const rate = rates[pace]
    const options = { contender, kind, seed, length, ...(rate !== undefined && { rate }) }
    const prepared = await page.evaluateHandle((given) => window.bench.prepareOneKind(given), options)
    const before = await read()
    const result = await prepared.evaluate((text) => text.run())
    return { rep, contender, kind, pace, cpu: (await read()).cpu - before.cpu, ...result }
  })
}
