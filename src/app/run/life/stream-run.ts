import type { Chunk, ReplyHead } from '../../client/exchange.ts'
import type { RunEvent } from '../../client/read/run-event.ts'
import type { Ending, Ledger } from '../../ledger/ledger.ts'
import type { Asset, RunBody, RunRow } from '../../ledger/run-row.ts'
import { reduce } from '../reduce.ts'
import { emptyResult, type RunResult } from '../result.ts'
import { type Run, toRun } from '../run.ts'
import type { RunConnection } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import { createRecorder, type Recorder } from './event-recorder.ts'
import { outputOf } from './hashes.ts'
import { endingOf, isSuccess, withChunk, withEnd, withFiles, withHead, withoutEnd } from './progress.ts'
import { type RunClock, stampOf, within, writeTimeout } from './run-clock.ts'
import { watchSilence } from './stall.ts'

/** A run that this page streams. */
export interface LiveRun {
  readonly abort: AbortController
  readonly connection: RunConnection
}

/** A run stored as `sending` that is about to be sent, or stored as `receiving` again to fetch a kept reply. */
export interface RunStream {
  readonly row: RunRow
  readonly body: RunBody
  readonly connection: RunConnection
  readonly abort: AbortController
  /** Sends the request, or fetches the kept reply. */
  readonly chunks: () => AsyncIterable<Chunk>
  /** Present where the reply was partly received before and is read again from its beginning. */
  readonly before?: Before
}

/** The part of a reply that an earlier page received. */
export interface Before {
  /** When it was sent, on this page's monotone clock. */
  readonly since: number
  /** Number of stored events, and of their batches. */
  readonly events: number
  readonly batches: number
  readonly result: RunResult
  readonly outputs: readonly Asset[]
  /** The result where the second reading received less than the first. */
  readonly joined: (later: RunResult) => RunResult
  /** The row after its end. */
  readonly settled: (row: RunRow) => RunRow
}

/** Takes the states of streamed runs. */
export interface Publisher {
  publish(run: Run): void
  /** Whether anything shows the run. */
  isSeen(id: string, thread: string | undefined): boolean
  /** Takes the run as it is at the end of its reply, before that is stored. */
  replied?(run: Run): void
}

/**
 * Reads a reply to its end: records events, publishes at most once a frame, and saves row and result before it publishes the end. The part
 * received by an earlier page is shown until it has been received again. Never rejects.
 */
export async function streamRun(tools: RunTools, stream: RunStream, publisher: Publisher): Promise<void> {
  const { ledger, clock } = tools
  const { body, connection, abort, before } = stream
  const since = before?.since ?? clock.mono()
  const lag = Math.round(clock.mono() - since)
  /** Stored events that have not been received again yet. */
  let behind = before?.events ?? 0
  let [row, result] = [stream.row, emptyResult]
  let news: RunEvent[] = []
  let head: ReplyHead | undefined
  let outputs: readonly Asset[] = before?.outputs ?? []
  /** The outputs that the ledger has stored already. */
  const kept = [Promise.resolve(outputs)]
  const recorder = createRecorder(ledger, row.id, clock, before?.batches)
  const silence = watchSilence(clock, connection.own, (verdict) => {
    if (verdict === 'over') abort.abort()
    screen.show()
  })
  const screen = createScreen(tools, () => !row.batch || publisher.isSeen(row.id, row.thread), draw)
  const forgetHide = tools.onHide(() => void recorder.flush().catch(() => {}))
  draw()

  /** Reduces once a frame, since the cost grows with the number of outputs. */
  function readNews(): void {
    ;[result, news] = [reduce(result, news), []]
  }

  function draw(): void {
    readNews()
    const shown = before && behind > 0 ? before.result : result
    publisher.publish({
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
      recorder.addHead((stored) => withHead(stored, chunk.head, stamp))
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
    for await (const chunk of notingJob(ledger, row.id, stream.chunks())) take(chunk)
  } catch (error) {
    // The client's contract is not to throw; a defect there must still end the run.
    result = { ...result, error: { kind: 'contract', message: String(error) } }
  }
  silence.end()
  readNews()
  result = ended(result, silence.verdict() === 'over', abort.signal.aborted)
  if (before && behind > 0) result = before.joined(result)
  row = { ...row, times: { ...row.times, end: clock.mono() - since } }
  const ending = { ...endingOf(result, head), outputs, body }
  const after = (end = withEnd(row, result, stampOf(clock))) => toRun(end, { ...body, ...ending }, result)
  publisher.replied?.(after())
  const write = () => save(tools, { recorder, kept, row, result, ending, settled: before?.settled })
  await storeEnd(clock, result, write, (saved) => {
    screen.end()
    forgetHide()
    publisher.publish({ ...after(saved), saved: saved !== undefined, ...(saved === undefined && { fresh: outputs }) })
  })
}

/** Ms between two tries to store a job. */
const savePause = 5_000

/**
 * Stores the end, and tells the row, or that it was not stored. That of a job is tried again until it is, since only a stored job is
 * followed; meanwhile this page holds the run's lock, so that no other takes it for abandoned.
 */
async function storeEnd(
  clock: RunClock,
  { end }: RunResult,
  write: () => Promise<RunRow | undefined>,
  tell: (saved: RunRow | undefined) => void,
): Promise<void> {
  let saved = await write()
  tell(saved)
  while (saved === undefined && end?.job !== undefined) {
    await new Promise<void>((done) => void clock.after(savePause, done))
    saved = await write()
    if (saved !== undefined) tell(saved)
  }
}

/** Passes the chunks through and stores a job's id at once: the ending waits for events and files, and without the id the job is lost. */
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

/** Stores assets and returns the stored ones; those refused are written again with the ending. */
async function keep(ledger: Ledger, run: string, fresh: readonly Asset[]): Promise<readonly Asset[]> {
  try {
    await (await ledger.history()).keep(run, fresh)
    return fresh
  } catch {
    return []
  }
}

/** What is stored at the end of a reply. */
interface Last {
  readonly recorder: Recorder
  readonly kept: readonly Promise<readonly Asset[]>[]
  readonly row: RunRow
  readonly result: RunResult
  readonly ending: Ending
  readonly settled: Before['settled'] | undefined
}

/** The stored row; undefined where the write failed. */
async function save(
  { ledger, clock, sha256 }: RunTools,
  { recorder, kept, row, result, ending, settled = (one) => one }: Last,
): Promise<RunRow | undefined> {
  const stamp = stampOf(clock)
  async function write(): Promise<RunRow | undefined> {
    const learnt = { ...(row.times && { times: row.times }), output: await outputOf(result, sha256) }
    const there = (await Promise.all(kept)).flat()
    const outputs = ending.outputs?.filter((asset) => !there.includes(asset)) ?? []
    const { withHead, events } = await recorder.rest()
    const change = (stored: RunRow) => settled(withEnd(withHead(stored), result, stamp, learnt))
    const last = { ...ending, outputs }
    if (events === undefined) return await ledger.finish(row.id, change, last)
    try {
      return await ledger.finish(row.id, change, { ...last, events })
    } catch {
      // Where there is no room for both, there may be for one.
      await recorder.flush().catch(() => {})
      return await ledger.finish(row.id, change, last)
    }
  }
  return await within(clock, writeTimeout(ending.outputs), write()).catch(() => undefined)
}

/** Ms between two drawings of a run of a batch that nothing shows: with frames, the browser would draw the page for each of them. */
const unseenPause = 250

/** Coalesces calls of `show` into one drawing a frame, until `end`. */
function createScreen({ frame, clock }: RunTools, isUrgent: () => boolean, draw: () => void) {
  const next = (work: () => void) => (isUrgent() ? frame(work) : void clock.after(unseenPause, work))
  let status: 'clean' | 'dirty' | 'ended' = 'clean'
  return {
    show(): void {
      if (status !== 'clean') return
      status = 'dirty'
      next(() => {
        if (status !== 'dirty') return
        status = 'clean'
        draw()
      })
    },
    end(): void {
      status = 'ended'
    },
  }
}
