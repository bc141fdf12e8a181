import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

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
  /** The last provider that was tried. */
  provider?: string
  /** The number of providers tried. */
  attempts: number
}

/** Hono's environment: Node's request and response (absent in tests without a socket) and the trace. */
export type RouterEnv = {
  Bindings: Partial<HttpBindings>
  Variables: { trace: Trace }
}

export type RouterContext = Context<RouterEnv>

/** A header carries visible ASCII only. */
const headerValue = (text: string) => text.replace(/[^\x21-\x7e]/g, '?')

/** Headers of every reply under `/v1`. `none` and 0 mean that no provider was tried. */
export function traceHeaders(trace: Trace): Record<string, string> {
  return {
    'x-request-id': trace.requestId,
    'x-router-model': headerValue(trace.model ?? 'none'),
    'x-router-provider': headerValue(trace.provider ?? 'none'),
    'x-router-attempts': String(trace.attempts),
  }
}
