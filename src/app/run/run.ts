import { defined } from '#contract/core/loose-json.ts'
import type { Asset, RunBody, RunRow, SentHead, StoredPart, StoredReply } from '../ledger/run-row.ts'
import { emptyResult, type RunResult } from './result.ts'

/** A run with its request and its result: the ledger's row, body and reduced events. */
export interface Run extends RunRow {
  /** The request exactly as sent; for multipart its fields, with the facts of its files. */
  readonly request: unknown
  /** What was sent as multipart, in its order. */
  readonly parts?: readonly StoredPart[]
  /** The panel's own data for this turn. */
  readonly turn?: unknown
  readonly result: RunResult
  /** Method, address and headers of the request, the key masked; absent in runs of earlier versions. */
  readonly sent?: SentHead
  /** Status and headers of the reply, where one came. */
  readonly reply?: StoredReply
  /** False: the ending could not be stored, and this object is the only copy. */
  readonly saved: boolean
  /** Present while this page streams the run. */
  readonly live?: RunLive
  /** Received media that are not in the ledger yet, or could not be stored. */
  readonly fresh?: readonly Asset[]
}

interface RunLive {
  /** When it was sent, on the page's monotone clock (`performance.now()`). */
  readonly since: number
  /** The reply has been silent beyond the limit (`life/stall.ts`). */
  readonly stalled: boolean
}

/** A run from its row and its body. Without a body it has no request, and the given result. */
export function toRun(row: RunRow, body: RunBody | undefined, result: RunResult = emptyResult): Run {
  const { request, parts, turn, sent, reply } = body ?? { request: undefined }
  return {
    ...{ ...row, request: parts === undefined ? request : partFieldsOf(parts) },
    ...{ ...defined({ parts, turn, sent, reply }), result, saved: true },
  }
}

/**
 * A multipart request as one value that can be read and compared: each name with its text or the facts of its file, in order of first
 * occurrence; a name that occurs several times has a list.
 */
export function partFieldsOf(parts: readonly StoredPart[]): Readonly<Record<string, unknown>> {
  const fields = new Map<string, unknown[]>()
  for (const part of parts) {
    const values = fields.get(part.name) ?? []
    fields.set(part.name, values)
    values.push(part.kind === 'text' ? part.value : part.file)
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}
