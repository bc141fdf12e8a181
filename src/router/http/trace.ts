import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * What becomes known of one request while it is answered. Response headers and the log line are made from it, so it holds no text that a
 * client may choose freely.
 */
export interface Trace {
  readonly requestId: string
  /** The route as the table writes it: `/v1/videos/{id}`. */
  route: string
  /** The idempotency key, where one was sent. */
  op?: string
  /** The model, once the catalog has it. */
  model?: string
  /** The last provider that was asked. */
  provider?: string
  /** How many providers were asked. */
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

/** Who answered; sent with every reply under `/v1`. `none` and 0 mean that no provider was asked. */
export function traceHeaders(trace: Trace): Record<string, string> {
  return {
    'x-request-id': trace.requestId,
    'x-router-model': headerValue(trace.model ?? 'none'),
    'x-router-provider': headerValue(trace.provider ?? 'none'),
    'x-router-attempts': String(trace.attempts),
  }
}
