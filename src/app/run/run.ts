import { ownOf } from '#contract/core/loose-json.ts'
import type { ErrorFacts } from '../client/client-error.ts'
import { type Explanation, explain } from '../client/explain.ts'
import { nextStep } from '../client/send/retry-table.ts'
import type { Asset, RunBody, RunRow, SentHead, StoredPart, StoredReply } from '../ledger/run-row.ts'
import { jobWords } from './jobs/job-words.ts'
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
    ...row,
    request: parts === undefined ? request : partFieldsOf(parts),
    ...(parts !== undefined && { parts }),
    ...(turn !== undefined && { turn }),
    ...(sent !== undefined && { sent }),
    ...(reply !== undefined && { reply }),
    result,
    saved: true,
  }
}

/** A failure in words for people, with the facts behind them. */
export interface Failure extends Explanation, Omit<ErrorFacts, 'kind' | 'message' | 'retryAfter'> {
  readonly tone: 'warning' | 'danger'
  /** Whether it may have cost something. */
  readonly cost: string
  /** Wall clock in ms: a request before it would be refused again. */
  readonly waitUntil?: number
}

/**
 * The failure of a `failed`, `refused`, `interrupted` or `unknown` run; undefined for every other. The cost follows from the status:
 * only a refused run is free.
 */
export function failureOf(run: Run): Failure | undefined {
  const { status } = run
  if (status !== 'failed' && status !== 'refused' && status !== 'interrupted' && status !== 'unknown') return undefined
  const { error } = run.result
  const { title, what, next } =
    jobWords(run) ??
    (error === undefined ? silent(status, run.reason) : explain(error, run.connection.baseUrl, run.served?.provider))
  const { kind: _, message: __, retryAfter: ___, ...facts } = error ?? { kind: 'interrupted', message: what }
  const refused = status === 'refused'
  const waitUntil = error && endOfWait(run, error)
  return {
    tone: refused || status === 'failed' ? 'danger' : 'warning',
    title,
    what,
    cost: refused ? (facts.stage === 'not_sent' ? 'Never sent; not billed.' : 'Not billed.') : 'May have been billed.',
    next,
    ...facts,
    ...(waitUntil !== undefined && { waitUntil }),
  }
}

/** `retryAfter` counts from the time of the reply. */
function endOfWait({ endpoint, log }: Run, error: ErrorFacts): number | undefined {
  const told = log.at(-1)?.at
  if (told === undefined || error.retryAfter === undefined || nextStep(endpoint, error) !== 'countdown')
    return undefined
  return told + error.retryAfter * 1000
}

const reasons: Readonly<Record<string, string>> = {
  'page closed': 'The page was closed before the reply was complete.',
  'never reached the router': 'The request never reached the router, which will reject it if it still arrives.',
  stalled: 'No data for 15 minutes, so the run was ended.',
}

/** Words for an ending that came without an error. */
function silent(status: 'failed' | 'refused' | 'interrupted' | 'unknown', reason = ''): Explanation {
  const what = ownOf(reasons, reason) ?? 'The router gave no reason.'
  if (status === 'unknown')
    return {
      title: 'Unknown result',
      what,
      next: 'Check with the router whether the work was done before you run it again.',
    }
  if (status === 'interrupted')
    return { title: 'The answer was cut off', what, next: 'What arrived is kept. Run it again for a complete answer.' }
  return { title: 'The request failed', what, next: 'Change the request or run it again.' }
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
