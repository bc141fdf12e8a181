import { pathOf } from '#contract/path-of.ts'
import { routes } from '#contract/routes.ts'
import type { Asset, EventBatch, HeaderList, StoredReply } from '../../ledger/run-row.ts'
import { isEndpoint } from '../is-endpoint.ts'
import { createLoadRun } from '../load-run.ts'
import type { RunResult } from '../result.ts'
import type { Run } from '../run.ts'
import type { RunTools } from '../run-tools.ts'

/** A whole run, down to the last byte: what is inspected and exported. */
export interface RunRecord {
  readonly run: Run
  readonly sent: {
    readonly method: string
    readonly url: string
    /** Empty for runs of versions that did not keep them. */
    readonly headers: HeaderList
    readonly body: { readonly kind: 'none' } | { readonly kind: 'json'; readonly value: unknown }
  }
  /** Absent where no reply came. */
  readonly reply?: StoredReply
  /** As they came; a reply that is no stream is one event without a name. `at` is milliseconds since the request was sent. */
  readonly events: EventBatch['events']
  readonly result: RunResult
  readonly assets: readonly Asset[]
}

/** Everything the ledger holds of a run; undefined where there is none that can be read. Rejects where the ledger does. */
export async function runRecord(
  { ledger, createReader }: Pick<RunTools, 'ledger' | 'createReader'>,
  id: string,
): Promise<RunRecord | undefined> {
  const run = await createLoadRun(ledger, createReader).one(id)
  if (run === undefined) return undefined
  const [{ events }, assets] = await Promise.all([ledger.eventsOf(id), (await ledger.history()).assets(id)])
  const { reply, result } = run
  return { run, sent: sentOf(run), ...(reply !== undefined && { reply }), events, result, assets }
}

/** What was sent; for a run of an earlier version, what its route says of it. */
function sentOf({ endpoint, connection, request, sent }: Run): RunRecord['sent'] {
  const body = request === undefined ? ({ kind: 'none' } as const) : ({ kind: 'json', value: request } as const)
  if (sent !== undefined) return { ...sent, body }
  const route = isEndpoint(endpoint) ? routes[endpoint] : undefined
  const path = route === undefined ? '' : pathOf(route)
  return { method: route?.method ?? 'POST', url: `${connection.baseUrl}${path}`, headers: [], body }
}
