/**
 * What becomes known of one request while it is answered. The answer's headers and the log line are made from it,
 * so it holds nothing that a client wrote freely.
 */
export interface Trace {
  readonly requestId: string
  /** The route as the table writes it: `/v1/videos/{id}`. */
  route: string
  /** The idempotency key, where one was sent. */
  op?: string
  /** The model, once it is known to be one of ours. */
  model?: string
  /** The last provider that was asked. */
  provider?: string
  /** How many providers were asked. */
  attempts: number
}

/** A header carries visible ASCII only. */
const headerValue = (text: string) => text.replace(/[^\x21-\x7e]/g, '?')

/** Who answered: on every answer under `/v1`. Nobody was asked yet where it says `none` and 0. */
export function traceHeaders(trace: Trace): Record<string, string> {
  return {
    'x-request-id': trace.requestId,
    'x-router-model': headerValue(trace.model ?? 'none'),
    'x-router-provider': headerValue(trace.provider ?? 'none'),
    'x-router-attempts': String(trace.attempts),
  }
}
