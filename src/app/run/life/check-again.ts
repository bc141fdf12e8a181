import { defined } from '#contract/core/loose-json.ts'
import { isJob } from '#contract/core/statuses.ts'
import { isEndpoint } from '#contract/routes.ts'
import type { Chunk, ReplyFile, ReplyHead, Stream } from '../../client/exchange.ts'
import type { RawEvent, RunEvent } from '../../client/read/run-event.ts'
import { withJobOpen, withoutOpen } from '../../ledger/admit-run.ts'
import type { RunBody, RunRow } from '../../ledger/run-row.ts'
import { reduce } from '../reduce.ts'
import { emptyResult, type RunResult, readResult } from '../result.ts'
import { partFieldsOf, type Run } from '../run.ts'
import type { RunConnection } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import { outputOf } from './hashes.ts'
import { lockOf, underLock } from './locks.ts'
import { endingOf, factsOf, servedOf, withFiles, withoutEnd } from './progress.ts'
import { stampOf } from './run-clock.ts'
import { isEnded, isLost, needsRuling, neverArrived, type Stamp } from './states.ts'
import { type Before, type LiveRun, type Publisher, streamRun } from './stream-run.ts'

/**
 * The result of asking the router about a lost run.
 * - `recovered`: the reply was fetched and stored with its own end. - `running`: another page is checking or following it.
 * - `not-billed`: the request never arrived and is now barred; the run is settled as `refused`. - `unknown`: no more information.
 * - `failed`: not asked (another router, a run that is not lost), no answer, or the answer could not be stored.
 */
export type CheckOutcome = 'recovered' | 'running' | 'unknown' | 'not-billed' | 'failed'

/** Ms in which our router has what it was sent: a day, with one hour of margin, since a missing entry may have just expired. */
export const keepTime = 23 * 60 * 60_000

/** Makes the function behind `Runner.checkAgain`. */
export function createCheckAgain(tools: RunTools, liveRuns: Map<string, LiveRun>, publisher: Publisher) {
  const { ledger, clock, locks, readRemote, stopRemote } = tools
  const streamOn = createStreamOn(tools, liveRuns, publisher)

  async function settle(id: string, reply: LateReply, resolution: 'recovered' | 'given_up'): Promise<boolean> {
    const stamp = stampOf(clock)
    const late = { ...reply, output: await outputOf(reply.result) }
    const outputs = withFiles([], reply.files ?? [], { run: id, newId: tools.newId })
    const ending = { ...endingOf(reply.result, reply.head), outputs }
    const row = await ledger.finish(id, (stored) => settled(stored, late, resolution, stamp), ending)
    return row?.resolution === resolution
  }

  async function recover(row: RunRow, stream: Stream): Promise<CheckOutcome> {
    const [body] = await ledger.bodies([row.id])
    const { raw, ...reply } = await readAll(readKeptReply(stream, row, body))
    const { events, next } = await ledger.eventsOf(row.id)
    // A reply without new events changes nothing.
    const rest = raw.slice(events.length)
    const isNews = raw.length === events.length ? reply.result.end?.status !== row.status : rest.length > 0
    if (!isNews) return 'unknown'
    // The time of fetching is meaningless, so they get the time of the last stored event.
    const at = events.at(-1)?.at ?? 0
    if (rest.length > 0)
      await ledger.appendEvents({ id: row.id, n: next, events: rest.map((event) => ({ ...event, at })) })
    return (await settle(row.id, reply, 'recovered')) ? 'recovered' : 'failed'
  }

  async function goOn(row: RunRow, stream: Stream, connection: RunConnection): Promise<CheckOutcome> {
    if (!(await streamOn(row, stream, connection))) return await recover(row, stream)
    const now = await ledger.get(row.id)
    return now && isLost(now) ? 'failed' : 'recovered'
  }

  async function release(row: RunRow): Promise<CheckOutcome> {
    const [body] = await ledger.bodies([row.id])
    const { error: _, ...before } = readResult(body?.result) ?? emptyResult
    const result: RunResult = { ...before, end: { status: 'refused', reason: neverArrived } }
    return (await settle(row.id, { result }, 'given_up')) ? 'not-billed' : 'failed'
  }

  async function check(row: RunRow, connection: RunConnection, barred: boolean): Promise<CheckOutcome> {
    const operation = await readRemote(connection, row.id)
    if (operation.status === 'done') return await recover(row, operation.stream)
    if (operation.status === 'running') return await goOn(row, operation.stream, connection)
    if (operation.status === 'unknown') return operation.stream ? await recover(row, operation.stream) : 'unknown'
    if (barred) return await release(row)
    const age = clock.now() - (row.log[0]?.at ?? 0)
    if (row.status !== 'unknown' || age > keepTime) return 'unknown'
    // Bars the request from arriving later. It may have arrived in between, so the router is asked once more.
    await stopRemote(connection, row.id)
    return await check(row, connection, true)
  }

  return async (id: string, connection: RunConnection): Promise<CheckOutcome> => {
    try {
      const row = await ledger.get(id)
      const same = connection.own && row?.connection.baseUrl === connection.baseUrl
      // The reply of a run with a job is stored, and its job is asked for by its id.
      if (row === undefined || !same || !isLost(row) || row.job !== undefined) return 'failed'
      const [body] = await ledger.bodies([id])
      if (!wasSentAs(id, body)) return 'failed'
      const work = () => check(row, connection, false)
      return await underLock<CheckOutcome>(locks, `rest:${id}`, work, async () => 'running')
    } catch {
      return 'failed'
    }
  }
}

/**
 * Whether the idempotency key was the run's id. An imported run may have a new id, which is unknown to the router although the request
 * arrived. True for runs of earlier versions, which did not store the key.
 */
function wasSentAs(id: string, body: RunBody | undefined): boolean {
  const key = idempotencyKeyOf(body)
  return key === undefined || key === id
}

async function readAll(chunks: AsyncIterable<Chunk>): Promise<LateReply & { readonly raw: readonly RawEvent[] }> {
  const events: RunEvent[] = []
  const raw: RawEvent[] = []
  const files: ReplyFile[] = []
  let head: LateReply['head']
  for await (const chunk of chunks) {
    if (chunk.kind === 'head') head = chunk.head
    else {
      for (const event of chunk.events) events.push(event)
      for (const one of chunk.raw) raw.push(one)
      files.push(...(chunk.files ?? []))
    }
  }
  const result = reduce(emptyResult, events)
  return head === undefined ? { result, files, raw } : { head, result, files, raw }
}

/** Reads the kept reply of a run. The request selects the reader and is not sent. */
export function readKeptReply(
  stream: Stream,
  { endpoint }: RunRow,
  body: RunBody | undefined,
  signal?: AbortSignal,
): AsyncGenerator<Chunk, void> {
  if (!isEndpoint(endpoint)) throw new Error('This version does not know this kind of run.')
  const request = body?.parts ? partFieldsOf(body.parts) : body?.request
  return stream(endpoint, request, { ...(signal && { signal }) })
}

/** Ms to wait for the lock: far longer than recovery in another tab holds it, far shorter than an equal request does. */
const lockWait = 2_000

/**
 * Makes the function that streams a lost run on which its router still works. It sets the run back to `receiving` under its lock, so that
 * other tabs show it as a running one, and returns false without effect where that is not possible: while an equal request is open or
 * unsettled, that one holds the lock or the intent.
 */
function createStreamOn(tools: RunTools, liveRuns: Map<string, LiveRun>, publisher: Publisher) {
  const { ledger, clock, locks } = tools

  async function beforeOf(row: RunRow, body: RunBody): Promise<Before> {
    const { events, next } = await ledger.eventsOf(row.id)
    const assets = await (await ledger.history()).assets(row.id)
    const sent = row.log.find(({ status }) => status === 'sending')?.at ?? clock.now()
    const result = readResult(body.result) ?? emptyResult
    return {
      since: clock.mono() - Math.max(0, clock.now() - sent),
      events: events.length,
      batches: next,
      result,
      outputs: assets.filter(({ role }) => role === 'output'),
      joined: (later) => withBefore(result, later),
      settled: fetched,
    }
  }

  async function work(lost: RunRow, stream: Stream, connection: RunConnection): Promise<boolean> {
    const [body] = await ledger.bodies([lost.id])
    if (body === undefined) return false
    const before = await beforeOf(lost, body)
    const row = await ledger.update(lost.id, (stored) => reopened(stored, stampOf(clock))).catch(() => undefined)
    if (row?.status !== 'receiving') return false
    const abort = new AbortController()
    liveRuns.set(row.id, { abort, connection })
    const chunks = () => readKeptReply(stream, row, body, abort.signal)
    const publish = (run: Run) => {
      if (run.live === undefined) liveRuns.delete(run.id)
      publisher.publish(run)
    }
    await streamRun(tools, { row, body, connection, abort, chunks, before }, { ...publisher, publish })
    return true
  }

  return async (lost: RunRow, stream: Stream, connection: RunConnection): Promise<boolean> => {
    const wait = new AbortController()
    const callOff = clock.after(lockWait, () => wait.abort())
    const hold = () => {
      callOff()
      return work(lost, stream, connection)
    }
    if (locks === undefined) return await hold()
    return await locks.request(lockOf(lost), { signal: wait.signal }, hold).catch((error: unknown) => {
      if (!wait.signal.aborted) throw error
      return false
    })
  }
}

/** Used where the second reading received less: the earlier result with the later end and error. */
function withBefore(before: RunResult, later: RunResult): RunResult {
  const status = later.end?.status
  if (status !== 'interrupted' && status !== 'unknown' && status !== 'stopped') return later
  const { end: _, error: __, ...held } = before
  const kept = { ...held, ...(later.error && { error: later.error }) }
  return status === 'unknown' ? withoutEnd(kept) : { ...kept, ...(later.end && { end: later.end }) }
}

/** Marks a fetched run as `recovered`, unless its reply broke off again. */
function fetched(row: RunRow): RunRow {
  if (!isEnded(row.status) || isLost(row)) return row
  const { polling: _, ...rest } = row
  return { ...rest, resolution: 'recovered' }
}

/** A reply received after the run's end. */
interface LateReply {
  readonly head?: ReplyHead
  readonly result: RunResult
  readonly files?: readonly ReplyFile[]
  readonly output?: RunRow['output'] | undefined
}

/** The idempotency key sent to our own router; undefined for other routers, and for runs of versions that did not store it. */
export function idempotencyKeyOf(body: RunBody | undefined): string | undefined {
  return body?.sent?.headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1]
}

/** Sets a lost run back to `receiving` with its intent held, to fetch its reply: the only step back from an end. Other rows are returned unchanged. */
function reopened(row: RunRow, stamp: Stamp): RunRow {
  if (!needsRuling(row)) return row
  const { reason: _, error: __, usage: ___, output: ____, ...rest } = row
  return { ...rest, status: 'receiving', open: row.intent, log: [...row.log, { status: 'receiving', ...stamp }] }
}

/**
 * Replaces the end of a lost run by the one found later. Other rows are returned unchanged. A queued job keeps the intent if the row has
 * it, and is held as a job where an interrupted run has released it.
 */
export function settled(
  row: RunRow,
  { head, result, output }: LateReply,
  resolution: 'recovered' | 'given_up',
  stamp: Stamp,
): RunRow {
  if (!isLost(row) || result.end === undefined) return row
  const { status } = result.end
  const held = row.open === undefined ? withJobOpen(row) : row
  const base = isJob(status) ? held : withoutOpen(row)
  const { reason: _, error: __, usage: ___, output: ____, polling: _____, ...rest } = base
  return {
    ...{ ...rest, ...factsOf(result), ...defined({ served: head && servedOf(head), output }) },
    ...{ status, resolution, log: [...row.log, { status, ...stamp }] },
  }
}
