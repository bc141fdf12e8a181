import { useCallback, useMemo } from 'react'
import { defined } from '#contract/core/loose-json.ts'
import { pathOf } from '#contract/core/route.ts'
import { isEndpoint, routes } from '#contract/routes.ts'
import type { RequestPart } from '../../client/exchange.ts'
import { sentHead } from '../../client/send/outgoing.ts'
import type { Asset, StoredPart } from '../../ledger/run-row.ts'
import { liftDraft, liftParts, restoreRequest } from '../lifted-request.ts'
import { createLoadRun } from '../load-run.ts'
import type { Run } from '../run.ts'
import { type RunConnection, type RunDraft, Unsendable } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import { toolsOf } from '../tools-of.ts'
import { useRuns } from '../use-runs.tsx'
import type { RunRecord, SentBody, SentPart, SentRecord } from './run-record-schema.ts'

/** A whole run of this browser. */
export interface StoredRecord extends RunRecord {
  readonly run: Run
  readonly assets: readonly Asset[]
}

/** Everything the ledger holds of a run; undefined where there is none that can be read. Rejects where the ledger does. */
export async function runRecord(
  { ledger, createReader }: Pick<RunTools, 'ledger' | 'createReader'>,
  id: string,
): Promise<StoredRecord | undefined> {
  const run = await createLoadRun(ledger, createReader).one(id)
  if (run === undefined) return undefined
  const [{ events }, assets] = await Promise.all([ledger.eventsOf(id), (await ledger.history()).assets(id)])
  const { reply, result } = run
  return { run, sent: await sentOf(run, assets), ...(reply !== undefined && { reply }), events, result, assets }
}

/** The request; for runs of earlier versions with the method and path of its route. */
async function sentOf(run: Run, assets: readonly Asset[]): Promise<RunRecord['sent']> {
  const { endpoint, connection, sent } = run
  const body = await bodyOf(run, assets)
  if (sent !== undefined) return { ...sent, body }
  const route = isEndpoint(endpoint) ? routes[endpoint] : undefined
  const path = route === undefined ? '' : pathOf(route)
  return { method: route?.method ?? 'POST', url: `${connection.baseUrl}${path}`, headers: [], body }
}

async function bodyOf({ request, parts }: Run, assets: readonly Asset[]): Promise<SentBody> {
  if (parts !== undefined) return { kind: 'multipart', parts: await withBytes(parts, assets) }
  const value = await restoreRequest(request, assets)
  return value === undefined ? { kind: 'none' } : { kind: 'json', value }
}

/** The parts with the bytes of their files, where they are still stored. */
async function withBytes(parts: readonly StoredPart[], assets: readonly Asset[]): Promise<readonly SentPart[]> {
  return await Promise.all(
    parts.map(async (part): Promise<SentPart> => {
      if (part.kind === 'text') {
        const value = await restoreRequest(part.value, assets)
        return typeof value === 'string' ? { ...part, value } : part
      }
      const asset = assets.find(({ role, sha256 }) => role === 'input' && sha256 === part.file.sha256)
      // With the part's own type: the same bytes may be sent with several.
      const blob = asset?.blob.slice(0, asset.size, part.file.type)
      return blob === undefined ? part : { ...part, file: { ...part.file, blob } }
    }),
  )
}

/** The function that reads a whole run from the ledger. Keeps its identity. */
export function useRunRecord(): (id: string) => Promise<StoredRecord | undefined> {
  const tools = toolsOf(useRuns())
  return useCallback((id) => runRecord(tools, id), [tools])
}

export type RunReading = ReturnType<typeof runReading>

/** The functions that read many runs whose heads are at hand, in their order, and the files of one. They reject where the ledger does. */
export function runReading({ ledger, createReader }: Pick<RunTools, 'ledger' | 'createReader'>) {
  const load = createLoadRun(ledger, createReader)
  return {
    runs: load.ofRows,
    files: async (id: string): Promise<readonly Asset[]> => (await ledger.history()).assets(id),
  }
}

/** The same of the page's runs. */
export function useRunReading(): RunReading {
  const tools = toolsOf(useRuns())
  return useMemo(() => runReading(tools), [tools])
}

/**
 * A draft as the record of what it would send; nothing is sent or stored. A key that is still to be typed counts as one. Rejects with an
 * `Unsendable`. @internal
 */
export async function draftRecord(tools: Pick<RunTools, 'ledger' | 'newId'>, draft: RunDraft): Promise<SentRecord> {
  const { endpoint, parts } = draft
  const { name, baseUrl, missing, key } = draft.connection
  const connection = { ...draft.connection, ...(missing === 'key' && !key && { key: 'not-typed-yet' }) }
  const head = sentHead(connection, endpoint, parts ? { parts } : { request: draft.request })
  if (!head) throw new Unsendable('This request has no valid URL: check the base URL.')
  const id = tools.newId()
  const lifted = parts && (await liftParts(id, parts, tools.newId))
  const body: SentBody = lifted
    ? { kind: 'multipart', parts: await withBytes(lifted.parts, lifted.assets) }
    : { kind: 'json', value: (await liftDraft(tools, draft, id)).sent }
  return { run: { endpoint, connection: { name, baseUrl } }, sent: { ...head, body }, events: [], assets: [] }
}

/** The function that gives a draft's record. Keeps its identity. */
export function useDraftRecord(): (draft: RunDraft) => Promise<SentRecord> {
  const tools = toolsOf(useRuns())
  return useCallback((draft) => draftRecord(tools, draft), [tools])
}

/**
 * A draft that repeats a run's request with the same bytes through the given connection. Undefined where the endpoint is unknown to this
 * version, or the request or one of its files is lost.
 */
export function repeatOf(
  { run, sent, assets }: Pick<RunRecord, 'run' | 'sent' | 'assets'>,
  connection: RunConnection,
): RunDraft | undefined {
  const { endpoint, tool, batch, model, title, turn, thread, parent, price } = run
  const content = contentOf(sent.body)
  if (!isEndpoint(endpoint) || content === undefined) return undefined
  const keeps = keptFiles(assets)
  return {
    ...{ endpoint, tool, model, title, connection, repeats: run.id, ...content },
    ...{ ...defined({ batch, turn, thread, parent, price }), ...(keeps.length > 0 && { keeps }) },
  }
}

/** The files that are kept with a run and not sent, as those of a draft. */
export const keptFiles = (assets: RunRecord['assets']): NonNullable<RunDraft['keeps']> =>
  assets.flatMap(({ role, sha256, name = 'file', blob }) => (role === 'kept' ? [{ sha256, name, blob }] : []))

function contentOf(body: SentBody): Pick<RunDraft, 'request' | 'parts'> | undefined {
  if (body.kind === 'none') return undefined
  if (body.kind === 'json') return { request: body.value }
  const parts = body.parts.map(sendable)
  return parts.every((part) => part !== undefined) ? { request: undefined, parts } : undefined
}

function sendable(part: SentPart): RequestPart | undefined {
  if (part.kind === 'text') return part
  const { name, blob } = part.file
  return blob === undefined ? undefined : { kind: 'file', name: part.name, file: { name, blob } }
}
