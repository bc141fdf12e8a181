import type { BodyKind } from '#contract/core/endpoint.ts'
import { RouterError } from './errors.ts'

const patterns: Readonly<Record<BodyKind, RegExp>> = {
  json: /^application\/json[ \t]*(;[ \t]*charset="?utf-8"?[ \t]*)?$/i,
  multipart: /^multipart\/form-data[ \t]*(;|$)/i,
}

const names: Readonly<Record<BodyKind, string>> = { json: 'application/json', multipart: 'multipart/form-data' }

const unsupported = (message: string) =>
  new RouterError(415, { type: 'invalid_request_error', code: 'unsupported_media_type', message })

/** The kind of body a request carries, if the route takes it; else a 415. A missing type is a wrong one: pages can send it unasked. */
export function bodyKindOf(headers: Headers, accepted: readonly BodyKind[]): BodyKind {
  const type = headers.get('content-type') ?? ''
  const kind = accepted.find((one) => patterns[one].test(type))
  if (!kind) throw unsupported(`Send Content-Type: ${accepted.map((one) => names[one]).join(' or ')}.`)
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw unsupported('Send the body without Content-Encoding.')
  return kind
}
