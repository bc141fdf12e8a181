import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** One call of a provider. Without a status it is still running. */
export interface Attempt {
  readonly provider: string
  /** Of the reply or the error. */
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
  /** The model, once found in the catalog. */
  model?: string
  /** What the last provider that was tried calls it. */
  ownModel?: string
  /** The last provider that was tried. */
  provider?: string
  /** The types of tools that it leaves out. */
  leftOut?: readonly string[]
  /** The code of the error that is the reply. */
  code?: string
  /** Bytes of the request's body that were received so far. */
  received?: number
  /** The calls of providers so far, in order. */
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
