import type { Chunk, ReplyHead } from '../../client/exchange.ts'
import type { RunEvent } from '../../client/read/run-event.ts'
import type { Ending, Ledger } from '../../ledger/ledger.ts'
import type { Asset, RunBody, RunRow } from '../../ledger/run-row.ts'
import { reduce } from '../reduce.ts'
import { emptyResult, type RunResult } from '../result.ts'
import { type Run, toRun } from '../run.ts'
import type { RunConnection } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import { patienceFor, stampOf, within } from './clock.ts'
import { outputOf } from './hashes.ts'
import { endingOf, isSuccess, withChunk, withEnd, withFiles, withHead, withoutEnd } from './progress.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { fetched } from './settle.ts'
import { watchSilence } from './stall.ts'

/** A run that is durable as `sending` and about to be sent, or `receiving` once more from a router that kept its reply. */
export interface Trip {
  readonly row: RunRow
  readonly body: RunBody
  readonly connection: RunConnection
  readonly abort: AbortController
  /** Begins it: sends the request, or asks for what is kept. */
  readonly chunks: () => AsyncIterable<Chunk>
  /** What was here of the reply before it is read again, from its beginning. */
  readonly before?: Before
}

/** A reply as far as an earlier page had it. */
export interface Before {
  /** When it was sent, on this page's monotone clock. */
  readonly since: number
  /** So many of its events are stored, in so many batches. */
  readonly events: number
  readonly batches: number
  readonly result: RunResult
  readonly outputs: readonly Asset[]
}

/**
 * Begins a trip, once, and carries it to its end: records what comes, shows it at most once a frame, and saves row and result
 * before the end is shown. What an earlier page had of the reply stays on the screen until it has come again. Never rejects.
 */
export async function carry(tools: RunTools, trip: Trip, publish: (run: Run) => void): Promise<void> {
  const { ledger, clock } = tools
  const { body, connection, abort, before } = trip
  const since = before?.since ?? clock.mono()
  const lag = Math.round(clock.mono() - since)
  /** Events that are stored already. */
  let behind = before?.events ?? 0
  let row = trip.row
  let result = emptyResult
  let news: RunEvent[] = []
  let head: ReplyHead | undefined
  let outputs: readonly Asset[] = before?.outputs ?? []
  /** What the ledger holds of them already. */
  const kept = [Promise.resolve(outputs)]
  const recorder = createRecorder(ledger, row.id, clock, before?.batches)
  const silence = watchSilence(clock, connection.own, (verdict) => {
    if (verdict === 'over') abort.abort()
    screen.show()
  })
  const screen = createScreen(tools.frame, draw)
  const forgetHide = tools.onHide(() => void recorder.flush().catch(() => {}))
  draw()

  /** Read once a frame, since many outputs cost something each time. */
  function readNews(): void {
    result = reduce(result, news)
    news = []
  }

  function draw(): void {
    readNews()
    const shown = before && behind > 0 ? before.result : result
    publish({
      ...toRun(row, { ...body, ...endingOf(shown, head) }, shown),
      live: { since, stalled: silence.verdict() !== 'quiet' },
      ...(outputs.length > 0 && { fresh: outputs }),
    })
  }

  function take(chunk: Chunk): void {
    silence.heard()
    if (chunk.kind === 'head') {
      head = chunk.head
      const stamp = stampOf(clock)
      row = withHead(row, chunk.head, stamp)
      if (isSuccess(chunk.head)) silence.begin()
      // Not waited for: the text must not wait for the disk. Should it fail, the ending is written all the same.
      void ledger.update(row.id, (stored) => withHead(stored, chunk.head, stamp)).catch(() => {})
    } else {
      const known = Math.min(behind, chunk.raw.length)
      behind -= known
      if (behind === 0) row = { ...row, times: withChunk(row.times ?? {}, chunk, clock.mono() - since) }
      for (const event of chunk.events) news.push(event)
      if (chunk.files) {
        const held = outputs.length
        outputs = withFiles(outputs, chunk.files, { run: row.id, newId: tools.newId })
        kept.push(keep(ledger, row.id, outputs.slice(held)))
      }
      recorder.add(chunk.raw.slice(known).map((raw) => (lag === 0 ? raw : { ...raw, at: raw.at + lag })))
    }
    screen.show()
  }

  try {
    for await (const chunk of notingJob(ledger, row.id, trip.chunks())) take(chunk)
  } catch (error) {
    // The client promises not to throw; were it to, the run must end nevertheless.
    result = { ...result, error: { kind: 'contract', message: String(error) } }
  }
  silence.end()
  readNews()
  result = ended(result, silence.verdict() === 'over', abort.signal.aborted)
  if (before && behind > 0) result = withBefore(before.result, result)
  row = { ...row, times: { ...row.times, end: clock.mono() - since } }
  const ending = { ...endingOf(result, head), outputs }
  const saved = await save(tools, recorder, kept, row, result, ending, before !== undefined)
  screen.end()
  forgetHide()
  const last = toRun(saved ?? withEnd(row, result, stampOf(clock)), { ...body, ...ending }, result)
  publish({ ...last, saved: saved !== undefined, ...(saved === undefined && { fresh: outputs }) })
}

/**
 * The same chunks. The id of a job is written as soon as it comes, ahead of the ending, which waits for events and files: without it the
 * job cannot be found again.
 */
async function* notingJob(ledger: Ledger, id: string, chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk, void> {
  for await (const chunk of chunks) {
    const last = chunk.kind === 'events' ? chunk.events.at(-1) : undefined
    const job = last?.kind === 'end' ? last.job : undefined
    if (job !== undefined) void ledger.update(id, (row) => ({ ...row, job })).catch(() => {})
    yield chunk
  }
}

function ended(result: RunResult, silent: boolean, stopped: boolean): RunResult {
  const status = result.end?.status
  if (silent && (status === undefined || status === 'stopped')) {
    return { ...result, end: { status: 'interrupted', reason: 'stalled' } }
  }
  if (status !== undefined) return result
  return stopped ? { ...result, end: { status: 'stopped' } } : withoutEnd(result)
}

/** Where less came again than was here before, what was here stays, with the end and the failure of the later try. */
function withBefore(before: RunResult, later: RunResult): RunResult {
  const status = later.end?.status
  if (status !== 'interrupted' && status !== 'unknown' && status !== 'stopped') return later
  const { end: _, error: __, ...held } = before
  const kept = { ...held, ...(later.error && { error: later.error }) }
  return status === 'unknown' ? withoutEnd(kept) : { ...kept, ...(later.end && { end: later.end }) }
}

/** What the ledger holds now of these; what it refuses is offered again with the ending. */
async function keep(ledger: Ledger, run: string, fresh: readonly Asset[]): Promise<readonly Asset[]> {
  try {
    await (await ledger.history()).keep(run, fresh)
    return fresh
  } catch {
    return []
  }
}

/** The row as it is stored, or undefined where it could not be. */
async function save(
  { ledger, clock }: RunTools,
  recorder: Recorder,
  kept: readonly Promise<readonly Asset[]>[],
  row: RunRow,
  result: RunResult,
  ending: Ending,
  /** It is fetched after it was lost. */
  again: boolean,
): Promise<RunRow | undefined> {
  const stamp = stampOf(clock)
  async function write(): Promise<RunRow | undefined> {
    // Where the last events find no place, the result, which says the same, may still.
    await recorder.flush().catch(() => {})
    const learnt = { ...(row.times && { times: row.times }), output: await outputOf(result) }
    const there = (await Promise.all(kept)).flat()
    const outputs = ending.outputs?.filter((asset) => !there.includes(asset)) ?? []
    const close = (stored: RunRow) => withEnd(stored, result, stamp, learnt)
    return await ledger.finish(row.id, again ? (stored) => fetched(close(stored)) : close, { ...ending, outputs })
  }
  return await within(clock, patienceFor(ending.outputs), write()).catch(() => undefined)
}

/** Draws at most once a frame, however often it is asked to. */
interface Screen {
  show(): void
  /** Nothing is drawn after this. */
  end(): void
}

/** `frame` does its work once, at the next frame. */
function createScreen(frame: (work: () => void) => void, draw: () => void): Screen {
  let status: 'clean' | 'dirty' | 'ended' = 'clean'
  return {
    show() {
      if (status !== 'clean') return
      status = 'dirty'
      frame(() => {
        if (status !== 'dirty') return
        status = 'clean'
        draw()
      })
    },
    end() {
      status = 'ended'
    },
  }
}
