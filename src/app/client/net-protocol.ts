import { isRecord } from './read/json-value.ts'

/** One request on its way from the page to the worker; everything in it can be cloned. */
export interface NetRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Blob | null
}

/** Page to worker. Each `fetch` brings the port on which its reply comes. */
export type ToWorker =
  /** Calls to this origin are wanted from now on: the person confirmed it. */
  { readonly kind: 'allow'; readonly origin: string } | { readonly kind: 'fetch'; readonly request: NetRequest }

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

/** Reads what the page said to the worker; `undefined` for anything else. */
export function readToWorker(data: unknown): ToWorker | undefined {
  if (!isRecord(data)) return undefined
  if (data.kind === 'allow' && typeof data.origin === 'string') return { kind: 'allow', origin: data.origin }
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

function isHeaders(value: unknown): value is readonly (readonly [string, string])[] {
  return (
    Array.isArray(value) &&
    value.every((pair) => Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string')
  )
}
