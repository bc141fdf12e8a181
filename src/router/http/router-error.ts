import type { ErrorBody } from '#contract/core/errors.ts'
import type { Log } from '../runtime/log.ts'
import { jsonReply } from './http-replies.ts'
import type { Trace } from './trace.ts'

interface Facts {
  /** The kind of error in the interface's terms; follows from the status by default. */
  readonly type?: string
  readonly param?: string
  /** Whether repeating is `safe`, may be billed again (`ask`), or is useless (`no`, the default). */
  readonly retry?: ErrorBody['error']['retry']
  /** How far the request got on its way to a provider; `not_sent` by default. */
  readonly stage?: ErrorBody['error']['stage']
  readonly headers?: Readonly<Record<string, string>>
}

/** An error whose message is sent to clients. Anything else thrown becomes a 500 without details. */
export class RouterError extends Error {
  readonly status: number
  /** The machine-readable code; null where the status suffices. */
  readonly code: string | null
  readonly facts: Facts

  constructor(status: number, code: string | null, message: string, facts: Facts = {}) {
    super(message)
    this.name = 'RouterError'
    this.status = status
    this.code = code
    this.facts = facts
  }
}

/** Why a file was not fetched; the message is a sentence for clients. */
export class FileRefused extends Error {}

export function badRequest(
  message: string,
  { code = null, ...facts }: { readonly param?: string; readonly code?: string | null } = {},
): RouterError {
  return new RouterError(400, code, message, facts)
}

/** A 502 for a request that a provider has accepted, and may bill, although its reply is of no use. */
export const badReply = (code: string, message: string): RouterError =>
  new RouterError(502, code, message, { retry: 'ask', stage: 'accepted' })

/** A 503 for what is refused for want of room, and can be sent again after some seconds. */
export const busy = (code: string, message: string, seconds = 5): RouterError =>
  new RouterError(503, code, message, { retry: 'safe', headers: { 'retry-after': String(seconds) } })

export const jobNotFound = (kind: 'Job' | 'Video' | 'Dub'): RouterError =>
  new RouterError(404, 'job_not_found', `No ${kind.toLowerCase()} with this id. ${kind}s are kept for 24 hours.`, {
    param: 'id',
    retry: 'safe',
  })

const types: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  501: 'not_implemented_error',
}

const typeOf = (status: number) => types[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error')

const unexpected = ({ attempts }: Trace) =>
  new RouterError(
    500,
    'internal_error',
    'Internal error in the router. Its log has the request id.',
    attempts.length > 0 ? { retry: 'ask', stage: 'sent' } : { retry: 'safe' },
  )

const billing = / (The request|It) may (have been|be) billed\.$/

/** The error that clients get for anything thrown. A request that reached a provider without naming a model was the read of a job, which is free. */
function clientError(thrown: unknown, trace: Trace): RouterError {
  const error = thrown instanceof RouterError ? thrown : unexpected(trace)
  const { status, code, message, facts } = error
  const isRead = trace.attempts.length > 0 && trace.model === undefined
  if (!isRead || facts.retry !== 'ask') return error
  return new RouterError(status, code, message.replace(billing, ''), { ...facts, retry: 'safe' })
}

/** The body of every error: `{ error: { message, type, param, code, request_id, retry, stage } }`. */
export function errorBody(thrown: unknown, trace: Trace): ErrorBody {
  const { status, code, message, facts } = clientError(thrown, trace)
  const { type = typeOf(status), param = null, retry = 'no', stage = 'not_sent' } = facts
  return { error: { message, type, param, code, request_id: trace.requestId, retry, stage } }
}

export function errorReply(thrown: unknown, trace: Trace): Response {
  const error = clientError(thrown, trace)
  return jsonReply(errorBody(error, trace), error.status, error.facts.headers)
}

/** Notes the code of an error for the log, and logs one whose details are not sent to clients. */
export function noteError(thrown: unknown, trace: Trace, log: Log): void {
  trace.code = thrown instanceof RouterError ? (thrown.code ?? String(thrown.status)) : 'internal_error'
  if (thrown instanceof RouterError) return
  const message = describeThrown(thrown)
  log(`error ${trace.requestId} ${message}`, { level: 'error', message, request_id: trace.requestId })
}

/** The stack of an error, for the log; the type of anything else thrown. */
export const describeThrown = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : `thrown ${typeof thrown}`

/** The code of a system error, such as `ENOSPC`. */
export const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'unexpected error'
