import type { ErrorFacts } from '../client/client-error.ts'
import { type Explanation, explain } from '../client/explain.ts'
import { nextStep } from '../client/send/retry-table.ts'
import type { Asset, RunBody, RunRow, SentHead, StoredPart, StoredReply } from '../ledger/run-row.ts'
import { emptyResult, type RunResult } from './result.ts'

/** A run as panels see it: the ledger's row with what was sent and what came. */
export interface Run extends RunRow {
  /** Exactly what was sent; of a multipart request its fields, with what its files are. */
  readonly request: unknown
  /** What was sent as multipart, in its order. */
  readonly parts?: readonly StoredPart[]
  /** What the run's panel kept for itself. */
  readonly turn?: unknown
  readonly result: RunResult
  /** What stood before the request's body, the key masked; runs of earlier versions have none. */
  readonly sent?: SentHead
  /** What stood before the reply's body, where one came. */
  readonly reply?: StoredReply
  /** False: the ending could not be written down, and what is on the screen is all there is of it. */
  readonly saved: boolean
  /** There while this page carries the run. */
  readonly live?: RunLive
  /** The media that came, as far as it is not in the ledger yet, or could not be stored. */
  readonly fresh?: readonly Asset[]
}

interface RunLive {
  /** When it was sent, on the page's monotone clock (`performance.now()`). */
  readonly since: number
  /** Nothing has come for too long. */
  readonly stalled: boolean
}

/** A run from what the ledger holds of it. A body that is lost leaves a run without request and result. */
export function toRun(row: RunRow, body: RunBody | undefined, result: RunResult = emptyResult): Run {
  const { request, parts, turn, sent, reply } = body ?? { request: undefined }
  return {
    ...row,
    request: parts === undefined ? request : fieldsOf(parts),
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
  /** Wall clock in ms: before then a press would only be refused again. */
  readonly waitUntil?: number
}

/**
 * What went wrong with a run that failed, was refused or interrupted, or of which nobody knows how it ended; undefined for every
 * other. The cost follows the run's ending: only what was refused is free.
 */
export function failureOf(run: Run): Failure | undefined {
  const { status } = run
  if (status !== 'failed' && status !== 'refused' && status !== 'interrupted' && status !== 'unknown') return undefined
  const { error } = run.result
  const { title, what, next } =
    error === undefined ? silent(status, run.reason) : explain(error, run.connection.baseUrl)
  const { kind: _, message: __, retryAfter: ___, ...facts } = error ?? { kind: 'interrupted', message: what }
  const refused = status === 'refused'
  const waitUntil = error && endOfWait(run, error)
  return {
    tone: refused || status === 'failed' ? 'danger' : 'warning',
    title,
    what,
    cost: refused ? 'Not billed.' : 'May have been billed.',
    next,
    ...facts,
    ...(waitUntil !== undefined && { waitUntil }),
  }
}

/** A router's own wait counts from the moment in which it said so. */
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
  const what = reasons[reason] ?? 'The router did not say why.'
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
 * A multipart request as one value that can be read and compared: each name with its text or the facts of its file, in the order in
 * which names first come; a name that comes several times has a list.
 */
export function fieldsOf(parts: readonly StoredPart[]): Readonly<Record<string, unknown>> {
  const fields = new Map<string, unknown[]>()
  for (const part of parts) {
    const values = fields.get(part.name) ?? []
    fields.set(part.name, values)
    values.push(part.kind === 'text' ? part.value : part.file)
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}
