import type { ReplyFile, Stream } from '../client/exchange.ts'
import type { RunEvent } from '../client/read/run-event.ts'
import type { RunBody, RunRow } from '../ledger/run-row.ts'
import { stampOf } from './clock.ts'
import type { RunConnection } from './draft.ts'
import { endingOf } from './ending-of.ts'
import { isEndpoint } from './is-endpoint.ts'
import { outputOf } from './output-of.ts'
import { readResult } from './read-result.ts'
import { reduce } from './reduce.ts'
import { emptyResult, type RunResult } from './result.ts'
import type { RunTools } from './run-tools.ts'
import { isLost, type LateReply, settled } from './settle.ts'
import { withFiles } from './with-files.ts'

/**
 * What asking the router again came to.
 * - `recovered`: its reply is here now, and the run has the reply's own end. - `running`: it is still at work; ask again later.
 * - `not-billed`: it never came there and never will; the run is settled as `refused`. - `unknown`: the router cannot tell either.
 * - `failed`: it was not asked (another router, a run that is not lost), did not answer, or the answer could not be stored.
 */
export type CheckOutcome = 'recovered' | 'running' | 'unknown' | 'not-billed' | 'failed'

// The router remembers a day; near its end nobody knows whether it has just forgotten.
const memory = 23 * 60 * 60_000

/** Makes the function behind `Runner.checkAgain`. */
export function createCheckAgain(tools: RunTools) {
  const { ledger, clock, readRemote, stopRemote } = tools

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
    // Nothing is sent, so the parts of a form need not be there again.
    const reply = await readAll(stream, row, body?.parts ? {} : body?.request)
    // A kept failure that says no more than is known already settles nothing.
    if (reply.result.end?.status === row.status) return 'unknown'
    return (await settle(row.id, reply, 'recovered')) ? 'recovered' : 'failed'
  }

  async function release(row: RunRow): Promise<CheckOutcome> {
    const [body] = await ledger.bodies([row.id])
    const { error: _, ...before } = readResult(body?.result) ?? emptyResult
    const result: RunResult = { ...before, end: { status: 'refused', reason: 'never reached the router' } }
    return (await settle(row.id, { result }, 'given_up')) ? 'not-billed' : 'failed'
  }

  async function check(row: RunRow, connection: RunConnection, barred: boolean): Promise<CheckOutcome> {
    const operation = await readRemote(connection, row.id)
    if (operation.status === 'done') return await recover(row, operation.stream)
    if (operation.status !== 'never-came') return operation.status
    if (barred) return await release(row)
    const age = clock.now() - (row.log[0]?.at ?? 0)
    if (row.status !== 'unknown' || age > memory) return 'unknown'
    // From here on it is refused, should it still arrive. It may have come in between, so the router is asked once more.
    await stopRemote(connection, row.id)
    return await check(row, connection, true)
  }

  return async (id: string, connection: RunConnection): Promise<CheckOutcome> => {
    try {
      const row = await ledger.get(id)
      const same = connection.own && row?.connection.baseUrl === connection.baseUrl
      if (row === undefined || !same || !isLost(row)) return 'failed'
      const [body] = await ledger.bodies([id])
      return wasSentAs(id, body) ? await check(row, connection, false) : 'failed'
    } catch {
      return 'failed'
    }
  }
}

/** Of a run that came in under a new id the router knows nothing, which does not mean that it never reached it. */
function wasSentAs(id: string, body: RunBody | undefined): boolean {
  const key = body?.sent?.headers.find(([name]) => name.toLowerCase() === 'idempotency-key')
  return key === undefined || key[1] === id
}

async function readAll(stream: Stream, { endpoint }: RunRow, request: unknown): Promise<LateReply> {
  if (!isEndpoint(endpoint)) throw new Error('The run is of a kind that this version does not know.')
  const events: RunEvent[] = []
  const files: ReplyFile[] = []
  let head: LateReply['head']
  for await (const chunk of stream(endpoint, request)) {
    if (chunk.kind === 'head') head = chunk.head
    else {
      for (const event of chunk.events) events.push(event)
      files.push(...(chunk.files ?? []))
    }
  }
  const result = reduce(emptyResult, events)
  return head === undefined ? { result, files } : { head, result, files }
}
