import { answerDeltas } from '../text/deltas.ts'
import { Arrival } from './arrival.ts'
import { type ContenderName, loadContender } from './contenders/load.ts'
import { countLongTasks, type LongTasks } from './long-tasks.ts'
import { watchPresses } from './presses.ts'
import { setStage } from './stage.ts'
import { settled } from './waiting.ts'

export interface RealTimeOptions {
  readonly contender: ContenderName
  readonly seed: number
  readonly streams: number
  /** Tokens a second, of each stream. */
  readonly rate: number
  /** Tokens that arrive, in each stream. */
  readonly tokens: number
  /** Tokens that are already shown when the measured ones begin. */
  readonly prefix: number
}

export interface RealTimeResult {
  /** Milliseconds between frames, while tokens arrived. */
  readonly gaps: readonly number[]
  readonly longTasks: LongTasks
  /** Milliseconds from the arrival of each mark to its being in the page. */
  readonly lags: readonly number[]
  /** Marks that never came to be seen near the end of the text. */
  readonly unseen: number
  /** Milliseconds from each press to its handler. */
  readonly inputDelays: readonly number[]
}

/** Tokens that arrive by the clock, handed over once a frame, as an app does it. */
export async function prepareRealTime({ contender, seed, streams, rate, tokens, prefix }: RealTimeOptions) {
  const mount = await loadContender(contender)
  const presses = watchPresses()
  const arrivals = setStage(mount, streams).map((seat, index) => {
    const deltas = answerDeltas(seed + index, prefix + tokens)
    seat.contender.append(deltas.splice(0, prefix).join(''))
    return new Arrival(seat, deltas, rate)
  })
  await document.fonts.ready
  await settled()
  return {
    async run(): Promise<RealTimeResult> {
      const endTasks = countLongTasks()
      presses.clear()
      const gaps = await watchFrames(arrivals)
      for (const arrival of arrivals) arrival.finish()
      const inputDelays = [...presses.delays]
      await settled()
      return {
        gaps,
        longTasks: endTasks(),
        lags: arrivals.flatMap(({ lags }) => lags),
        unseen: arrivals.reduce((sum, { unseen }) => sum + unseen, 0),
        inputDelays,
      }
    },
  }
}

/** Runs until everything has arrived and been handed over. */
function watchFrames(arrivals: readonly Arrival[]): Promise<number[]> {
  const gaps: number[] = []
  const start = performance.now()
  const source = setInterval(() => {
    for (const arrival of arrivals) arrival.receive(performance.now() - start)
  }, 4)
  return new Promise((done) => {
    let last = start
    const frame = () => {
      const now = performance.now()
      gaps.push(now - last)
      last = now
      for (const arrival of arrivals) arrival.flush()
      if (arrivals.some(({ isOpen }) => isOpen)) return void requestAnimationFrame(frame)
      clearInterval(source)
      // The first gap began outside of any frame.
      done(gaps.slice(1))
    }
    requestAnimationFrame(frame)
  })
}
