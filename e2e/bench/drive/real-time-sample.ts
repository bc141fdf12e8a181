import type { Browser, CDPSession } from '@playwright/test'
import type { ContenderName } from '../page/contenders/load.ts'
import type { RealTimeResult } from '../page/real-time.ts'
import { inFreshPage } from './chromium.ts'
import { watchMainThread } from './main-thread.ts'

export interface Scenario {
  readonly name: string
  readonly streams: number
  /** Tokens a second, of each stream. */
  readonly rate: number
  readonly tokens: number
  /** Tokens already shown. */
  readonly prefix: number
  /** Whether somebody presses a button meanwhile. */
  readonly presses: boolean
}

/** One contender in one scenario, once. */
export interface RealTimeSample extends RealTimeResult {
  readonly rep: number
  readonly contender: ContenderName
  readonly scenario: string
  /** Of one core, by the main thread. */
  readonly cpuShare: number
}

interface RealTimeTask {
  readonly rep: number
  readonly contender: ContenderName
  readonly scenario: Scenario
  readonly seed: number
}

export function sampleRealTime(browser: Browser, url: string, task: RealTimeTask): Promise<RealTimeSample> {
  const { rep, contender, scenario, seed } = task
  const { streams, rate, tokens, prefix } = scenario
  return inFreshPage(browser, url, async (page, session) => {
    const read = await watchMainThread(session)
    const prepared = await page.evaluateHandle((given) => window.bench.prepareRealTime(given), {
      contender,
      seed,
      streams,
      rate,
      tokens,
      prefix,
    })
    const before = await read()
    const stopPressing = scenario.presses ? pressAgainAndAgain(session) : async () => {}
    const result = await prepared.evaluate((realTime) => realTime.run())
    await stopPressing()
    const after = await read()
    const wall = result.gaps.reduce((sum, gap) => sum + gap, 0)
    return { rep, contender, scenario: scenario.name, cpuShare: (after.cpu - before.cpu) / wall, ...result }
  })
}

/** Presses the button in the page's corner as a person would, four times a second, until told to stop. */
function pressAgainAndAgain(session: CDPSession): () => Promise<void> {
  const place = { x: 990, y: 10, button: 'left', clickCount: 1 } as const
  let open = true
  const pressing = (async () => {
    while (open) {
      await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...place })
      await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...place })
      await new Promise((done) => setTimeout(done, 250))
    }
  })()
  return () => {
    open = false
    return pressing
  }
}
