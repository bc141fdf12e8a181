import { settled } from '../page/waiting.ts'
import { openPainter } from './contenders.ts'
import type { PainterName } from './painter-names.ts'
import { strokesOf } from './strokes.ts'

const strokes = 12
const events = 199
/** Everything is undone and done again so many times. */
const rounds = 4

export interface MaskTimes {
  /** Milliseconds of each event, and of each end of a stroke. */
  readonly moves: readonly number[]
  readonly ends: readonly number[]
  readonly undos: readonly number[]
  /** Reckoned from the twelve steps to fifty. */
  readonly historyBytes: number
  readonly exports: readonly ExportTimes[]
}

interface ExportTimes {
  readonly ms: number
  readonly bytes: number
  /** The longest that the page could do nothing else, in ms. */
  readonly longest: number
}

/** A mask ready to be painted: strokes, then undos, whose main-thread time the driver reads, then all the rest. */
export async function prepareMask({ painter: name, seed }: { painter: PainterName; seed: number }) {
  const painter = openPainter(name)
  const hand = strokesOf(seed, strokes, events)
  await settled()
  const moves: number[] = []
  const ends: number[] = []
  const undos: number[] = []
  return {
    undos: rounds * strokes,
    events: strokes * events,
    paint(): void {
      for (const stroke of hand) {
        painter.begin()
        for (const to of stroke) moves.push(timed(() => painter.move(to)))
        ends.push(timed(() => painter.end()))
      }
    },
    /** Each step is undone, and done again, which costs the same. */
    undo(): void {
      for (let round = 0; round < rounds; round += 1) {
        for (let step = 0; step < strokes; step += 1) undos.push(timed(() => painter.undo()))
        for (let step = 0; step < strokes; step += 1) painter.redo()
      }
    },
    async finish(): Promise<MaskTimes> {
      const historyBytes = (painter.historyBytes() / strokes) * 50
      const exports: ExportTimes[] = []
      // The first call starts the worker; the second is what a person waits for.
      for (let round = 0; round < 2; round += 1) exports.push(await exported(painter.export))
      painter.close()
      return { moves, ends, undos, historyBytes, exports: exports.slice(1) }
    },
  }
}

function timed(what: () => void): number {
  const before = performance.now()
  what()
  return performance.now() - before
}

async function exported(write: () => Promise<number>): Promise<ExportTimes> {
  const start = performance.now()
  let last = start
  let longest = 0
  const done = new AbortController()
  const tick = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!done.signal.aborted) setTimeout(tick)
  }
  setTimeout(tick)
  const bytes = await write()
  const ms = performance.now() - start
  tick()
  done.abort()
  return { ms, bytes, longest }
}
