import { isRecord } from '#contract/core/loose-json.ts'
import type { EndpointId } from '#contract/endpoints.ts'
import { routes } from '#contract/routes.ts'
import type { Chunk, Connection, RequestPart, StreamOptions } from '../exchange.ts'

/** One request on its way from the page to the worker; everything in it can be cloned. */
export interface NetRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Blob | null
}

/** A request whose reply is read in the worker, so that only events and files come to the page. */
export interface NetReading extends Omit<StreamOptions, 'signal'> {
  readonly connection: Connection
  readonly endpoint: EndpointId
  readonly request: unknown
}

/** Page to worker. Each `fetch` and `read` brings the port on which its reply comes. */
export type ToWorker =
  /** Calls to this origin are wanted from now on: the person confirmed it. */
  | { readonly kind: 'allow'; readonly origin: string }
  | { readonly kind: 'fetch'; readonly request: NetRequest }
  | { readonly kind: 'read'; readonly reading: NetReading }

/** Page to worker, on the port of one request. */
export type ToRequest = { readonly kind: 'pull' } | { readonly kind: 'abort' }

/** Worker to page, on the port of one request: a head, a chunk for each pull, then `end`; or `error` at any time. */
export type FromRequest =
  | {
      readonly kind: 'head'
      readonly status: number
      readonly statusText: string
      readonly headers: readonly (readonly [name: string, value: string])[]
    }
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end' }
  | { readonly kind: 'error'; readonly message: string }

/** Worker to page, on the port of one reading: `taken` at once, a chunk for each pull, then `end`; `lost` where it cannot go on. */
export type FromReading =
  | { readonly kind: 'taken' }
  | { readonly kind: 'chunk'; readonly chunk: Chunk }
  | { readonly kind: 'end' }
  | { readonly kind: 'lost' }

/** Reads what the page said to the worker; `undefined` for anything else. */
export function readToWorker(data: unknown): ToWorker | undefined {
  if (!isRecord(data)) return undefined
  if (data.kind === 'allow' && typeof data.origin === 'string') return { kind: 'allow', origin: data.origin }
  if (data.kind === 'read') return isReading(data.reading) ? { kind: 'read', reading: data.reading } : undefined
  const { request } = data
  if (data.kind !== 'fetch' || !isRecord(request)) return undefined
  const { url, method, headers, body } = request
  if (typeof url !== 'string' || typeof method !== 'string' || !isHeaders(headers)) return undefined
  return { kind: 'fetch', request: { url, method, headers, body: body instanceof Blob ? body : null } }
}

/** Reads what the page said about one request; `undefined` for anything else. */
export function readToRequest(data: unknown): ToRequest | undefined {
  if (!isRecord(data)) return undefined
  return data.kind === 'pull' || data.kind === 'abort' ? { kind: data.kind } : undefined
}

/** Reads what the worker said of one request; `undefined` for anything else. */
export function readFromRequest(data: unknown): FromRequest | undefined {
  if (!isRecord(data)) return undefined
  const { kind, status, statusText, headers, bytes, message } = data
  if (kind === 'end') return { kind }
  if (kind === 'error' && typeof message === 'string') return { kind, message }
  if (kind === 'chunk' && bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer)
    return { kind, bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
  if (kind === 'head' && typeof status === 'number' && typeof statusText === 'string' && isHeaders(headers))
    return { kind, status, statusText, headers }
  return undefined
}

/** Reads what the worker said of one reading; `undefined` for anything else. */
export function readFromReading(data: unknown): FromReading | undefined {
  if (!isRecord(data)) return undefined
  if (data.kind === 'taken' || data.kind === 'end' || data.kind === 'lost') return { kind: data.kind }
  return data.kind === 'chunk' && isChunk(data.chunk) ? { kind: 'chunk', chunk: data.chunk } : undefined
}

function isReading(value: unknown): value is NetReading {
  if (!isRecord(value) || !isConnection(value.connection)) return false
  const { endpoint, parts, idempotencyKey } = value
  return (
    typeof endpoint === 'string' &&
    Object.hasOwn(routes, endpoint) &&
    (parts === undefined || (Array.isArray(parts) && parts.every(isPart))) &&
    (idempotencyKey === undefined || typeof idempotencyKey === 'string')
  )
}

function isConnection(value: unknown): value is Connection {
  if (!isRecord(value)) return false
  const { baseUrl, key, own } = value
  return typeof baseUrl === 'string' && (key === undefined || typeof key === 'string') && typeof own === 'boolean'
}

function isPart(value: unknown): value is RequestPart {
  if (!isRecord(value) || typeof value.name !== 'string') return false
  if (value.kind === 'text') return typeof value.value === 'string'
  const { file } = value
  return value.kind === 'file' && isRecord(file) && typeof file.name === 'string' && file.blob instanceof Blob
}

/** What stands in it was made by our own code a moment before. */
function isChunk(value: unknown): value is Chunk {
  if (!isRecord(value)) return false
  return value.kind === 'head' ? isRecord(value.head) : Array.isArray(value.raw) && Array.isArray(value.events)
}

function isHeaders(value: unknown): value is readonly (readonly [string, string])[] {
  return (
    Array.isArray(value) &&
    value.every((pair) => Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string')
  )
}
