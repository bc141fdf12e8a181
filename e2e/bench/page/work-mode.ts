import { answerDeltas } from '../text/deltas.ts'
import { type ContenderName, loadContender } from './contenders/load.ts'
import { countLongTasks, type LongTasks } from './long-tasks.ts'
import { highest } from './shown-marks.ts'
import { flush, type Seat, setStage } from './stage.ts'
import { idle, nextFrame, settled } from './waiting.ts'

/** 1000 tokens a second at 60 frames a second. */
const deltasPerFlush = 16

export interface WorkOptions {
  readonly contender: ContenderName
  readonly tokens: number
  readonly seed: number
  /** Streaming stops after so many ms. */
  readonly cap: number
}

export interface WorkResult {
  /** Deltas that were streamed; fewer than asked for where the cap was reached. */
  readonly tokens: number
  readonly flushes: number
  /** Milliseconds between the starts of flushes, in order. */
  readonly gaps: readonly number[]
  readonly longTasks: LongTasks
  /** Characters on show at the end. */
  readonly shown: number
}

/** Streams as fast as the contender keeps up: a flush at a frame, and the next only when the page has nothing left to do. */
export async function prepareWork({ contender, tokens, seed, cap }: WorkOptions) {
  const mount = await loadContender(contender)
  const [seat] = setStage(mount)
  if (!seat) throw new Error('no seat')
  let flushes = flushesOf(seed, tokens)
  await document.fonts.ready
  await settled()
  return {
    async run(): Promise<WorkResult> {
      const endTasks = countLongTasks()
      const gaps = await stream(seat, flushes, cap)
      seat.contender.finish()
      await settled()
      const done = gaps.length
      const shown = seat.host.textContent
      const [came, seen] = [highest(flushes.slice(0, done).join('')), highest(shown)]
      if (seen !== came) throw new Error(`${contender} shows the text up to mark ${seen} of ${came}`)
      const result = {
        tokens: Math.min(tokens, done * deltasPerFlush),
        flushes: done,
        gaps,
        longTasks: endTasks(),
        shown: shown.length,
      }
      flushes = []
      return result
    },
    /** Brings every part of the text into view once, so that nothing is left undrawn; says how many elements there are. */
    async unroll(): Promise<number> {
      for (let top = 0; top < seat.scroller.scrollHeight; top += 600) {
        seat.scroller.scrollTop = top
        await nextFrame()
      }
      await settled()
      return seat.host.querySelectorAll('*').length
    },
  }
}

function flushesOf(seed: number, tokens: number): string[] {
  const deltas = answerDeltas(seed, tokens)
  return Array.from({ length: Math.ceil(deltas.length / deltasPerFlush) }, (_, index) =>
    deltas.slice(index * deltasPerFlush, (index + 1) * deltasPerFlush).join(''),
  )
}

async function stream(seat: Seat, flushes: readonly string[], cap: number): Promise<number[]> {
  const gaps: number[] = []
  const start = performance.now()
  let last = start
  for (const text of flushes) {
    const now = await nextFrame()
    if (now - start > cap) break
    gaps.push(now - last)
    last = now
    flush(seat, text)
    await idle()
  }
  return gaps
}
