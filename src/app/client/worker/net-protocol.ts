import { isRecord, recordOf } from '#contract/core/loose-json.ts'
import type { EndpointId } from '#contract/endpoints.ts'
import { routes } from '#contract/routes.ts'
import type { Chunk, Connection, RequestPart, StreamOptions } from '../exchange.ts'
import type { WorkerOf } from './port-stream.ts'

/** One request from the page to the worker; everything in it can be cloned. */
export interface NetRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Blob | null
}

/** A request whose reply is read in the worker, so that only events and files are sent to the page. */
interface NetReading extends Omit<StreamOptions, 'signal'> {
  readonly connection: Connection
  readonly endpoint: EndpointId
  readonly request: unknown
}

/** Page to worker. Each `fetch` and `read` transfers the port on which its reply is served (`port-stream.ts`). */
type ToWorker =
  /** The person confirmed this origin: it may be called from now on. */
  | { readonly kind: 'allow'; readonly origin: string }
  | { readonly kind: 'fetch'; readonly request: NetRequest }
  | { readonly kind: 'read'; readonly reading: NetReading }

/** One item of the reply to a `fetch`: the head first, then the pieces of the body. */
export type NetReplyItem = NetReplyHead | Uint8Array<ArrayBuffer>

interface NetReplyHead {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** The net worker as the page holds it. */
export type NetWorker = WorkerOf<ToWorker>

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

/** Whether the worker sent this for a `fetch`. */
export function isReplyItem(item: unknown): item is NetReplyItem {
  if (item instanceof Uint8Array) return true
  if (!isRecord(item)) return false
  return typeof item.status === 'number' && typeof item.statusText === 'string' && isHeaders(item.headers)
}

/** Whether the worker sent this for a `read`. Only its outline is checked: our own code made it a moment before. */
export function isChunk(item: unknown): item is Chunk {
  if (!isRecord(item)) return false
  return item.kind === 'head' ? isRecord(item.head) : Array.isArray(item.raw) && Array.isArray(item.events)
}

function isReading(value: unknown): value is NetReading {
  if (!isRecord(value) || !isConnection(value.connection)) return false
  const { endpoint, params, parts, idempotencyKey } = value
  return (
    typeof endpoint === 'string' &&
    Object.hasOwn(routes, endpoint) &&
    (params === undefined || Object.values(recordOf(params)).every((one) => typeof one === 'string')) &&
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

function isHeaders(value: unknown): value is readonly (readonly [string, string])[] {
  return (
    Array.isArray(value) &&
    value.every((pair) => Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string')
  )
}
