import { isEndpoint } from '#contract/routes.ts'
import type { Chunk, Stream } from '../../client/exchange.ts'
import type { RunBody, RunRow } from '../../ledger/run-row.ts'
import { emptyResult, readResult } from '../result.ts'
import { fieldsOf, type Run } from '../run.ts'
import type { RunConnection } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import { type Before, carry } from './carry.ts'
import { stampOf } from './clock.ts'
import { lockOf, underLockSoon } from './locks.ts'
import type { Carried } from './runner.ts'
import { reopened } from './settle.ts'

/** The kept reply of a run, read without sending anything: the request only tells how to read it. */
export function readKept(
  stream: Stream,
  { endpoint }: RunRow,
  body: RunBody | undefined,
  signal?: AbortSignal,
): AsyncGenerator<Chunk, void> {
  if (!isEndpoint(endpoint)) throw new Error('The run is of a kind that this version does not know.')
  const request = body?.parts ? fieldsOf(body.parts) : body?.request
  return stream(endpoint, request, { ...(signal && { signal }) })
}

/** Milliseconds; a tab that only looks after the run needs far less, and one that carries an equal request far more. */
const lockWait = 2_000

/** Carries a lost run on while its router is still at work on it. False, and nothing is done, where it cannot be on its way again. */
export type Follow = (lost: RunRow, stream: Stream, connection: RunConnection) => Promise<boolean>

/**
 * Makes it. The run is `receiving` again, under its lock, so that other tabs show it as any run that this page carries. It cannot be
 * while an equal request is on its way or unsettled: that one has the lock, or the intent.
 */
export function createFollow(tools: RunTools, carried: Map<string, Carried>, publish: (run: Run) => void): Follow {
  const { ledger, clock } = tools

  async function beforeOf(row: RunRow, body: RunBody): Promise<Before> {
    const { events, next } = await ledger.eventsOf(row.id)
    const assets = await (await ledger.history()).assets(row.id)
    const sent = row.log.find(({ status }) => status === 'sending')?.at ?? clock.now()
    return {
      since: clock.mono() - Math.max(0, clock.now() - sent),
      events: events.length,
      batches: next,
      result: readResult(body.result) ?? emptyResult,
      outputs: assets.filter(({ role }) => role === 'output'),
    }
  }

  async function work(lost: RunRow, stream: Stream, connection: RunConnection): Promise<boolean> {
    const [body] = await ledger.bodies([lost.id])
    if (body === undefined) return false
    const before = await beforeOf(lost, body)
    const row = await ledger.update(lost.id, (stored) => reopened(stored, stampOf(clock))).catch(() => undefined)
    if (row?.status !== 'receiving') return false
    const abort = new AbortController()
    carried.set(row.id, { abort, connection })
    const chunks = () => readKept(stream, row, body, abort.signal)
    await carry(tools, { row, body, connection, abort, chunks, before }, (run) => {
      if (run.live === undefined) carried.delete(run.id)
      publish(run)
    })
    return true
  }

  return (lost, stream, connection) =>
    underLockSoon(
      tools,
      { name: lockOf(lost), ms: lockWait },
      () => work(lost, stream, connection),
      async () => false,
    )
}
