import { pathOf } from '#contract/core/path-of.ts'
import { routes } from '#contract/routes.ts'
import type { Asset, EventBatch, HeaderList, StoredFile, StoredPart, StoredReply } from '../../ledger/run-row.ts'
import { isEndpoint } from '../is-endpoint.ts'
import { restoreRequest } from '../lifted-request.ts'
import { createLoadRun } from '../load-run.ts'
import type { RunResult } from '../result.ts'
import type { Run } from '../run.ts'
import type { RunTools } from '../run-tools.ts'

/** A part of a multipart request. The bytes of a file may be lost. */
export type SentPart =
  | Extract<StoredPart, { readonly kind: 'text' }>
  | { readonly kind: 'file'; readonly name: string; readonly file: StoredFile & { readonly blob?: Blob } }

type SentBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'multipart'; readonly parts: readonly SentPart[] }

/** A whole run, down to the last byte: what is inspected and exported. */
export interface RunRecord {
  readonly run: Run
  readonly sent: {
    readonly method: string
    readonly url: string
    /** Empty for runs of versions that did not keep them. */
    readonly headers: HeaderList
    readonly body: SentBody
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
  return { run, sent: await sentOf(run, assets), ...(reply !== undefined && { reply }), events, result, assets }
}

/** What was sent; for a run of an earlier version, what its route says of it. */
async function sentOf(run: Run, assets: readonly Asset[]): Promise<RunRecord['sent']> {
  const { endpoint, connection, sent } = run
  const body = await bodyOf(run, assets)
  if (sent !== undefined) return { ...sent, body }
  const route = isEndpoint(endpoint) ? routes[endpoint] : undefined
  const path = route === undefined ? '' : pathOf(route)
  return { method: route?.method ?? 'POST', url: `${connection.baseUrl}${path}`, headers: [], body }
}

async function bodyOf({ request, parts }: Run, assets: readonly Asset[]): Promise<SentBody> {
  if (parts !== undefined) return { kind: 'multipart', parts: withBytes(parts, assets) }
  const value = await restoreRequest(request, assets)
  return value === undefined ? { kind: 'none' } : { kind: 'json', value }
}

/** The parts with the bytes of their files, where the ledger still has them. */
function withBytes(parts: readonly StoredPart[], assets: readonly Asset[]): readonly SentPart[] {
  return parts.map((part) => {
    if (part.kind === 'text') return part
    const asset = assets.find(({ role, sha256 }) => role === 'input' && sha256 === part.file.sha256)
    // The same bytes may be sent under several names and types.
    const blob = asset?.blob.slice(0, asset.size, part.file.type)
    return blob === undefined ? part : { ...part, file: { ...part.file, blob } }
  })
}
