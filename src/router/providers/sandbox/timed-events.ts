import { setImmediate as nextTurn } from 'node:timers/promises'
import { recordOf } from '#contract/core/loose-json.ts'
import type { StreamEvent } from '#sandbox/text/output-events.ts'
import { unitsPerToken } from '#sandbox/text/tokens.ts'
import { eventBytes, eventsBytes, jsonReply } from '../../http/http-replies.ts'
import { type Turn, turn } from '../../runtime/event-loop.ts'
import type { Keep } from '../../upstream/earlier-items.ts'

export interface Speed {
  /** Milliseconds until it begins to write. */
  readonly firstMs: number
  /** Unlimited by default. */
  readonly tokensPerSecond?: number
}

/** Waits `ms` milliseconds, or rejects as soon as `signal` is aborted. May resolve to the number of milliseconds by which it was late. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<number | undefined>

export interface Sending {
  readonly speed: Speed
  readonly pause: Pause
  readonly signal: AbortSignal
  /** Keeps a whole response, before its end is sent. */
  readonly keep?: Keep | undefined
}

/** The delay before each event: `firstMs` before the first item, then by the length of each delta. */
function waiting(speed: Speed): (event: StreamEvent) => number {
  let begun = false
  return (event) => {
    if (event.type === 'response.output_item.added' && !begun) {
      begun = true
      return speed.firstMs
    }
    if (speed.tokensPerSecond === undefined || typeof event.delta !== 'string') return 0
    return ((event.delta.length / unitsPerToken) * 1000) / speed.tokensPerSecond
  }
}

/** Only so much delay is made up for, so that a machine that slept does not send everything it missed at once. */
const mostBehindMs = 1_000

/** The most late events in one chunk. */
const mostAtOnce = 16

/**
 * Events at the model's speed, one at a time. When a busy event loop wakes the stream late, the events that are due by then are yielded
 * together, which costs one write instead of many. Throws when the signal is aborted.
 */
async function* dueEvents(
  events: Iterable<StreamEvent>,
  { speed, pause, signal }: Sending,
): AsyncGenerator<readonly StreamEvent[], void> {
  const wait = waiting(speed)
  let behind = 0
  let due: StreamEvent[] = []
  for (const event of events) {
    const ms = wait(event) - behind
    signal.throwIfAborted()
    const joins = behind > 0 && ms <= 0 && due.length < mostAtOnce
    if (due.length > 0 && !joins) {
      yield due
      due = []
    }
    behind = ms > 0 ? Math.min((await pause(ms, signal)) ?? 0, mostBehindMs) : -ms
    due.push(event)
  }
  if (due.length > 0) yield due
}

async function keepEnd(event: StreamEvent | undefined, { keep }: Pick<Sending, 'keep'>): Promise<void> {
  if (event && /^response\.(completed|incomplete)$/.test(event.type)) await keep?.(recordOf(event.response))
}

/** Events as bytes at the model's speed, late ones in one chunk. */
export async function* timedChunks(events: Iterable<StreamEvent>, sending: Sending): AsyncGenerator<Uint8Array, void> {
  for await (const due of dueEvents(events, sending)) {
    await keepEnd(due.at(-1), sending)
    yield eventsBytes(due)
  }
}

/** The same with each event in its own chunk, for faults between events. */
export async function* timedPieces(events: Iterable<StreamEvent>, sending: Sending): AsyncGenerator<Uint8Array, void> {
  for await (const due of dueEvents(events, sending)) {
    await keepEnd(due.at(-1), sending)
    for (const event of due) yield eventBytes(event)
  }
}

/** The number of events generated between two turns of the event loop. */
const eventsAtOnce = 2048

/** The response of the stream's last event as one JSON document, after the model's initial delay. */
export async function wholeAnswer(
  events: Iterable<StreamEvent>,
  { speed, pause, signal, keep }: Sending,
): Promise<Response> {
  if (speed.firstMs > 0) await pause(speed.firstMs, signal)
  let last: StreamEvent | undefined
  let made = 0
  for (const event of events) {
    last = event
    made += 1
    if (made % eventsAtOnce === 0) await nextTurn()
    signal.throwIfAborted()
  }
  await keepEnd(last, { keep })
  return jsonReply(last?.response)
}

/** The ticker's source of time; replaced in tests. */
interface TickerTime {
  now(): number
  /** Calls `run` once after `ms` milliseconds, unless the function it gives back is called first. */
  after(ms: number, run: () => void): () => void
  /** Calls `run` after the event loop has polled for I/O. */
  afterPoll(run: () => void): void
}

const systemTime: TickerTime = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  afterPoll: setImmediate,
}

interface Sleeper {
  readonly due: number
  wake(): void
}

/** How early timers may fire. */
const earlyMs = 1

/**
 * One timer for all waiting streams. Node runs all due timers before it polls for I/O, also those that become due meanwhile: with a timer
 * for each token, some hundred streams would starve the poll. This timer resumes all due streams, each in its own turn, and is set again
 * only after a poll.
 */
export function createTicker(time: TickerTime = systemTime, takeTurn: Turn = turn): { readonly pause: Pause } {
  const sleepers = new Set<Sleeper>()
  let timer: { readonly due: number; cancel(): void } | undefined
  let isWaking = false

  function setTimer(due: number): void {
    if (isWaking || (timer && timer.due <= due)) return
    timer?.cancel()
    timer = { due, cancel: time.after(Math.max(0, due - time.now()), wakeAll) }
  }

  function wakeAll(): void {
    timer = undefined
    isWaking = true
    const now = time.now()
    for (const sleeper of sleepers) {
      if (sleeper.due > now + earlyMs) continue
      sleepers.delete(sleeper)
      sleeper.wake()
    }
    time.afterPoll(() => {
      isWaking = false
      if (sleepers.size > 0) setTimer(Math.min(...[...sleepers].map(({ due }) => due)))
    })
  }

  return {
    pause: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const sleeper: Sleeper = {
          due: time.now() + ms,
          async wake() {
            await takeTurn()
            signal.removeEventListener('abort', leave)
            resolve(time.now() - sleeper.due)
          },
        }
        const leave = () => {
          sleepers.delete(sleeper)
          reject(signal.reason)
        }
        signal.addEventListener('abort', leave, { once: true })
        sleepers.add(sleeper)
        setTimer(sleeper.due)
      }),
  }
}
