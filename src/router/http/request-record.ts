import type { Facts } from '../log.ts'
import { attemptsText, type Trace } from './trace.ts'

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
  /** Bytes of the reply's body. */
  readonly bytes: number
  readonly ended: Departure
}

/** The record as a line of text. */
export function recordLine({ method, trace, status, ms, bytes, ended }: RequestRecord): string {
  const { route, requestId, op, model, attempts } = trace
  const optional = { op, model, attempts: attempts.length > 0 ? attemptsText(attempts) : undefined }
  const named = Object.entries(optional).flatMap(([name, fact]) => (fact === undefined ? [] : `${name}=${fact}`))
  return [method, route, status, `${ms}ms`, requestId, ...named, `bytes=${bytes}`, ended].join(' ')
}

/** The record as an entry of a log in JSON. */
export function recordFacts({ method, trace, status, ms, firstByteMs, bytes, ended }: RequestRecord): Facts {
  const { route, requestId, op, model, provider, code, attempts, received = 0 } = trace
  return {
    level: status < 500 ? 'info' : 'error',
    ...{ method, route, status, ms, first_byte_ms: firstByteMs, request_id: requestId, op, model, provider, code },
    ...(attempts.length > 0 && { attempts }),
    ...{ bytes_in: received, bytes_out: bytes, ended },
  }
}
