import type { RawEvent, RunEvent } from '../../client/read/run-event.ts'
import type { Asset } from '../../ledger/run-row.ts'
import type { RunClock } from '../life/run-clock.ts'
import { reduce } from '../reduce.ts'
import { emptyResult, type RunResult } from '../result.ts'
import type { Run } from '../run.ts'

/** Longest pause between two events of a replay, in ms. */
const longestPause = 3000

export const replaySpeeds = [1, 2, 8] as const
export type ReplaySpeed = (typeof replaySpeeds)[number]

/** What one event of the reply said, and when it is shown, in ms from the start at speed 1. */
interface Step {
  readonly at: number
  readonly events: readonly RunEvent[]
}

/** A completed run with everything that a replay shows. */
export interface Recording {
  readonly run: Run
  readonly assets: readonly Asset[]
  /** None for bytes, which come without events. */
  readonly steps: readonly Step[]
  /** When the result is whole, 0 where no times are known; and by how much the pauses before were shortened, both in ms. */
  readonly length: number
  readonly shortened: number
  /** SHA-256 in hex, of each file and of the text. */
  readonly hashes: readonly { readonly what: string; readonly sha256: string }[]
}

/**
 * When each event of a reply is shown in its replay. `read` understands one event after the other; `end`: when the reply was over, in ms since
 * it was sent.
 */
export function timelineOf(raw: readonly RawEvent[], read: (raw: RawEvent) => readonly RunEvent[], end: number) {
  let [recorded, shown] = [0, 0]
  const passTo = (at: number) => {
    shown += Math.min(Math.max(0, at - recorded), longestPause)
    recorded = Math.max(recorded, at)
    return shown
  }
  const steps = raw.map((one): Step => ({ at: passTo(one.at), events: read(one) }))
  const length = passTo(end)
  return { steps, length, shortened: recorded - length }
}

export interface ReplayView {
  /** As it was at `position`; whole and completed once it is over. */
  readonly run: Run
  readonly state: 'playing' | 'paused' | 'over'
  readonly speed: ReplaySpeed
  /** In ms of the recording's time. */
  readonly position: number
}

/** Shortest and longest time between two views while it plays, in ms. */
const [frame, tick] = [16, 250]

export type Replay = ReturnType<typeof createReplay>

/**
 * Plays a recording: the events up to the position are reduced as those of a run that streams. The position is computed from the clock, never
 * from the number of timers that ran, so that a timer that comes late, as in a hidden tab, shows all that is due.
 */
export function createReplay(clock: Pick<RunClock, 'now' | 'mono' | 'after'>, recording: Recording) {
  const { steps, length } = recording
  const listeners = new Set<() => void>()
  let callOff = () => {}
  let [done, result] = [0, emptyResult]
  /** The position at `since`, a time of the clock. */
  let [from, since] = [0, clock.mono()]
  let view: ReplayView = { ...{ run: frameOf(recording, result, clock), state: 'paused' }, speed: 1, position: 0 }

  const position = () =>
    view.state === 'playing' ? Math.min(length, from + (clock.mono() - since) * view.speed) : view.position

  /** Shows what is due; `change` takes effect from this moment on. */
  function show(change: Partial<Pick<ReplayView, 'state' | 'speed' | 'position'>> = {}): void {
    callOff()
    const now = change.position ?? position()
    if (now < view.position) [done, result] = [0, emptyResult]
    const first = done
    while ((steps[done]?.at ?? Number.POSITIVE_INFINITY) <= now) done += 1
    const news = steps.slice(first, done).flatMap(({ events }) => events)
    result = reduce(result, news)
    ;[from, since] = [now, clock.mono()]
    const isOver = now >= length
    const run = isOver ? wholeOf(recording) : frameOf(recording, result, clock, done > 0 ? 'receiving' : 'sending', now)
    view = { ...view, ...change, run, position: now, ...(isOver && { state: 'over' }) }
    if (view.state === 'playing') {
      const wait = ((steps[done]?.at ?? length) - now) / view.speed
      callOff = clock.after(Math.min(Math.max(wait, frame), tick), show)
    }
    for (const listener of [...listeners]) listener()
  }

  return {
    view: () => view,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** From the beginning where it is over. */
    play: () => show({ state: 'playing', ...(view.state === 'over' && length > 0 && { position: 0 }) }),
    pause: () => show(view.state === 'playing' ? { state: 'paused' } : {}),
    again: () => show({ state: 'playing', position: 0 }),
    toEnd: () => show({ position: length }),
    setSpeed: (speed: ReplaySpeed) => show({ speed }),
  }
}

/** A price is no part of what came. */
const wholeOf = ({ run: { price: _, ...run } }: Recording): Run => run

/** The run as a page that streams it would have it: open, with the files that the reply has named so far. */
function frameOf(
  recording: Recording,
  result: RunResult,
  clock: Pick<RunClock, 'now' | 'mono'>,
  status: 'sending' | 'receiving' = 'sending',
  position = 0,
): Run {
  const named = new Set(
    result.outputs.flatMap((output) => (output.kind === 'media' ? [output.sha256, ...(output.steps ?? [])] : [])),
  )
  const since = clock.mono() - position
  // What its router said of a job last is of its end.
  const { jobState: _, ...run } = wholeOf(recording)
  return {
    ...run,
    ...{ status, result, log: [{ status, at: clock.now() - position, mono: since }] },
    live: { since, stalled: false },
    fresh: recording.assets.filter(({ role, sha256 }) => role === 'output' && named.has(sha256)),
  }
}
