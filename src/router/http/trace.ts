import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Facts } from '../runtime/log.ts'

/** One call of a provider. Without a status it is still running. */
export interface Attempt {
  readonly provider: string
  status?: number
  /** The error's, where it has one; may come from the provider. */
  code?: string
  /** Milliseconds until the status, and of a stream the first bytes, were known. */
  ms?: number
}

/**
 * Facts collected about one request while it is handled. Response headers and the log line are made from it, so it holds no free text of a
 * client.
 */
export interface Trace {
  readonly requestId: string
  /** The route as the table writes it: `/v1/videos/{id}`. */
  route: string
  /** The idempotency key, where one was sent. */
  op?: string
  model?: string
  /** What the last provider that was tried calls it. */
  ownModel?: string
  provider?: string
  /** The types of tools that it leaves out. */
  leftOut?: readonly string[]
  code?: string
  /** Bytes of the request's body that were received so far. */
  received?: number
  readonly attempts: Attempt[]
}

/** Hono's environment: Node's request and response (absent in tests without a socket) and the trace. */
export type RouterEnv = {
  Bindings: Partial<HttpBindings>
  Variables: { trace: Trace }
}

export type RouterContext = Context<RouterEnv>

/** A header carries visible ASCII only. */
const headerValue = (text: string) => text.replace(/[^\x21-\x7e]/g, '?')

/** A token of RFC 8941, or a string where the text is none. */
function item(text: string): string {
  if (/^[A-Za-z*][\w!#$%&'*+.^`|~:/-]*$/.test(text)) return text
  return `"${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`
}

function attemptText({ provider, status, code, ms }: Attempt): string {
  const facts = Object.entries({ status, code: code && item(code), ms })
  return [item(provider), ...facts.flatMap(([name, fact]) => (fact === undefined ? [] : `${name}=${fact}`))].join(';')
}

/** The attempts as a list of RFC 8941: `openai;status=503;code=overloaded;ms=12, groq;status=200;ms=340`; `none` where no provider was asked. */
export const attemptsText = (attempts: readonly Attempt[]): string => attempts.map(attemptText).join(', ') || 'none'

/** Headers of every reply under `/v1`. `none` means that no provider was tried. */
export function traceHeaders(trace: Trace): Record<string, string> {
  return {
    'x-request-id': trace.requestId,
    'x-router-model': headerValue(trace.ownModel ?? trace.model ?? 'none'),
    'x-router-provider': headerValue(trace.provider ?? 'none'),
    'x-router-attempts': attemptsText(trace.attempts),
    ...(trace.leftOut?.length && { 'x-router-omitted-tools': trace.leftOut.map(item).join(', ') }),
  }
}

/** How a reply's body ended: complete, errored by its source, or cancelled by the client. */
export type Departure = 'sent' | 'cut' | 'gone'

/** What is known of a request when its reply is over. Nothing of it is a client's free text. */
export interface RequestRecord {
  readonly method: string
  readonly trace: Trace
  readonly status: number
  /** Milliseconds from the request's head to the end of the reply, and to the first byte of its body, if it has one. */
  readonly ms: number
  readonly firstByteMs: number | undefined
  readonly bytes: number
  readonly ended: Departure
}

export function recordLine({ method, trace, status, ms, bytes, ended }: RequestRecord): string {
  const { route, requestId, op, model, attempts } = trace
  const optional = { op, model, attempts: attempts.length > 0 ? attemptsText(attempts) : undefined }
  const named = Object.entries(optional).flatMap(([name, fact]) => (fact === undefined ? [] : `${name}=${fact}`))
  return [method, route, status, `${ms}ms`, requestId, ...named, `bytes=${bytes}`, ended].join(' ')
}

export function recordFacts({ method, trace, status, ms, firstByteMs, bytes, ended }: RequestRecord): Facts {
  const { route, requestId, op, model, provider, code, attempts, received = 0 } = trace
  return {
    level: status < 500 ? 'info' : 'error',
    ...{ method, route, status, ms, first_byte_ms: firstByteMs, request_id: requestId, op, model, provider, code },
    ...(attempts.length > 0 && { attempts }),
    ...{ bytes_in: received, bytes_out: bytes, ended },
  }
}
