import type { ErrorBody } from '#contract/core/errors.ts'
import type { Log } from '../log.ts'
import { jsonReply } from './replies.ts'
import type { Trace } from './trace.ts'

interface Facts {
  readonly type: string
  readonly message: string
  readonly code?: string
  /** The path of the field at fault: `tools[0].name`. */
  readonly param?: string
  readonly retry?: ErrorBody['error']['retry']
  readonly stage?: ErrorBody['error']['stage']
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A refusal or failure that a client may read. Everything else that is thrown is answered as a 500 that tells nothing.
 * Unless said otherwise nothing was sent to a provider, and a repeat is no use.
 */
export class RouterError extends Error {
  readonly status: number
  readonly facts: Facts

  constructor(status: number, facts: Facts) {
    super(facts.message)
    this.name = 'RouterError'
    this.status = status
    this.facts = facts
  }
}

/** A request that does not fit: a 400 that names the field. */
export function badRequest(
  message: string,
  facts: { readonly param?: string; readonly code?: string } = {},
): RouterError {
  return new RouterError(400, { type: 'invalid_request_error', message, ...facts })
}

const unexpected = (trace: Trace) =>
  new RouterError(500, {
    type: 'server_error',
    code: 'internal_error',
    message: 'The router failed to answer this request. Its log has the request id.',
    ...(trace.attempts > 0 ? { retry: 'ask', stage: 'sent' } : { retry: 'safe' }),
  })

/** The one shape of every error: `{ error: { message, type, param, code, request_id, retry, stage } }`. */
export function errorBody(thrown: unknown, trace: Trace): ErrorBody {
  const { facts } = thrown instanceof RouterError ? thrown : unexpected(trace)
  const { message, type, param = null, code = null, retry = 'no', stage = 'not_sent' } = facts
  return { error: { message, type, param, code, request_id: trace.requestId, retry, stage } }
}

/** Answers anything thrown. */
export function errorReply(thrown: unknown, trace: Trace): Response {
  const error = thrown instanceof RouterError ? thrown : unexpected(trace)
  return jsonReply(errorBody(error, trace), error.status, error.facts.headers)
}

/** Notes an error that no client may read about. */
export function noteError(thrown: unknown, trace: Trace, log: Log): void {
  if (thrown instanceof RouterError) return
  log(
    `error ${trace.requestId} ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : `thrown ${typeof thrown}`}`,
  )
}

/** The system's word for what went wrong, such as `ENOSPC`. */
export const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'unexpected error'
