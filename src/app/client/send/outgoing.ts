import { isRecord } from '#contract/core/loose-json.ts'
import { pathOf, type Route } from '#contract/core/route.ts'
import { type EndpointId, routes } from '#contract/routes.ts'
import { createKeyMask } from '#media/key-mask.ts'
import type { ErrorFacts } from '../client-error.ts'
import type { Connection, RequestPart } from '../exchange.ts'

/** The arguments for `fetch`, or the reason why the request cannot be sent. */
export type Outgoing =
  | { readonly kind: 'ready'; readonly url: string; readonly init: RequestInit }
  | { readonly kind: 'unsendable'; readonly error: ErrorFacts }

export interface CallParts {
  readonly request?: unknown
  readonly parts?: readonly RequestPart[]
  /** Path parameters by name, not encoded. */
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string>>
  /** Left out for foreign routers: a header they do not list would fail the browser's preflight. */
  readonly idempotencyKey?: string
}

/** Builds the request of an endpoint. Finds everything that prevents sending before anything is sent. */
export function outgoing(connection: Connection, id: EndpointId, parts: CallParts): Outgoing {
  const route: Route = routes[id]
  const { url, trouble } = urlOf(connection, route, parts)
  if (url === undefined) return unsendable(trouble)
  if (parts.parts && !route.bodies.includes('multipart')) return unsendable('This route does not accept files.')
  const body = route.bodies.length === 0 ? undefined : encode(parts)
  if (body === null) return unsendable('This request cannot be written as JSON.')
  // A form's boundary is made by the browser, which writes the header with it.
  const headers = headersOf(connection, route, parts, typeof body === 'string' ? 'application/json' : undefined)
  if (!headers) return unsendable(badKey)
  const { method } = route
  return {
    kind: 'ready',
    url,
    init: { ...fetchRules(method, connection), method, headers, ...(body === undefined ? {} : { body }) },
  }
}

/** Builds a free read of an address, absolute or below the base URL. Only the base URL's origin is given the key. */
export function outgoingTo(connection: Connection, address: string): Outgoing {
  const url = ownUrl(connection, address)
  if (url === undefined) return unsendable('This address is not on the origin of the base URL.')
  const headers = headersOf(connection, routes.models, {}, undefined)
  return headers
    ? { kind: 'ready', url, init: { ...fetchRules('GET', connection), method: 'GET', headers } }
    : unsendable(badKey)
}

/** Method, URL and headers of a request for storage, with key and extra headers masked. Undefined if it cannot be sent. */
export function sentHead(connection: Connection, id: EndpointId, parts: CallParts) {
  const route: Route = routes[id]
  const { url } = urlOf(connection, route, parts)
  const type = parts.parts ? 'multipart/form-data' : 'application/json'
  const headers = headersOf(connection, route, parts, route.bodies.length > 0 ? type : undefined)
  if (url === undefined || headers === undefined) return undefined
  const { hide } = createKeyMask(secretsOf(connection))
  maskCredentials(headers, connection)
  return { method: route.method, url: hide(url), headers: [...headers] }
}

/** The address, made absolute; undefined where it is not on the base URL's origin, or names a user. */
export function ownUrl({ baseUrl }: Pick<Connection, 'baseUrl'>, address: string): string | undefined {
  if (!URL.canParse(address, baseUrl)) return undefined
  const { href, origin, username, password } = new URL(address, baseUrl)
  return origin === new URL(baseUrl).origin && username === '' && password === '' ? href : undefined
}

const badKey = 'The API key or an extra header contains characters that cannot be sent in a header.'

function unsendable(message: string): Outgoing {
  return { kind: 'unsendable', error: { kind: 'contract', message, stage: 'not_sent' } }
}

function urlOf(
  { baseUrl }: Connection,
  route: Route,
  { params, query = {} }: CallParts,
): { readonly url: string; readonly trouble?: never } | { readonly url?: never; readonly trouble: string } {
  try {
    const url = new URL(`${baseUrl}${pathOf(route, params)}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
    return { url: url.href }
  } catch (cause) {
    return {
      trouble: cause instanceof RangeError ? cause.message : 'This request has no valid URL: check the base URL.',
    }
  }
}

/** The form, or the JSON text; `null` where there is none (a circle, a bigint, a function). */
function encode({ request, parts }: CallParts): FormData | string | null {
  if (parts) return formOf(parts)
  try {
    return JSON.stringify(request) ?? null
  } catch {
    return null
  }
}

function formOf(parts: readonly RequestPart[]): FormData {
  const form = new FormData()
  for (const part of parts) {
    if (part.kind === 'text') form.append(part.name, part.value)
    else form.append(part.name, part.file.blob, part.file.name)
  }
  return form
}

/** Whether the request asks for a stream, as JSON or as a form. */
export function asksForStream({ request, parts }: CallParts): boolean {
  if (parts) return parts.some((part) => part.kind === 'text' && part.name === 'stream' && part.value === 'true')
  return isRecord(request) && request.stream === true
}

function acceptOf(route: Route, parts: CallParts): string {
  if (route.replies.includes('bytes')) return '*/*'
  return asksForStream(parts) ? 'text/event-stream, application/json' : 'application/json'
}

function headersOf(
  connection: Connection,
  route: Route,
  parts: CallParts,
  contentType: string | undefined,
): Headers | undefined {
  try {
    const headers = credentialsOf(connection)
    headers.set('Accept', acceptOf(route, parts))
    if (contentType) headers.set('Content-Type', contentType)
    if (connection.own && parts.idempotencyKey !== undefined) headers.set('Idempotency-Key', parts.idempotencyKey)
    return headers
  } catch {
    return undefined
  }
}

/**
 * No cookies, no referrer. Reads follow redirects and bypass the cache; paid requests stop at a redirect, which `streamReply` reports. With
 * own headers nothing follows one: for another host browsers remove `Authorization` alone.
 */
export function fetchRules(method: string, { headers = [] }: Pick<Connection, 'headers'> = {}): FetchRules {
  const quiet = { credentials: 'omit', referrerPolicy: 'no-referrer' } as const
  if (method !== 'GET') return { ...quiet, redirect: method === 'POST' ? 'manual' : 'error' }
  return { ...quiet, redirect: headers.length > 0 ? 'error' : 'follow', cache: 'no-store' }
}

type FetchRules = Pick<RequestInit, 'cache' | 'credentials' | 'redirect' | 'referrerPolicy'>

type Credentials = Pick<Connection, 'key' | 'headers'>

/** The key and the connection's own headers, for requests to its origin alone. Throws a TypeError where HTTP cannot carry one of them. */
export function credentialsOf({ key, headers = [] }: Credentials): Headers {
  const sent = new Headers(headers.map(({ name, value }): [string, string] => [name, value]))
  if (key) sent.set('Authorization', `Bearer ${key}`)
  return sent
}

/** The same with masks, for storage: also of values that no mask of replies looks for. */
export function maskCredentials(sent: Headers, { headers = [] }: Credentials): void {
  if (sent.has('Authorization')) sent.set('Authorization', 'Bearer [key]')
  for (const { name } of headers) sent.set(name, '[key]')
}

/** Texts that nothing kept or exported may contain. Plain words are left out, since each mention of them would be hidden. */
export const secretsOf = ({ key, headers = [] }: Credentials): readonly string[] => [
  ...(key ? [key] : []),
  ...headers.map(({ value }) => value.replace(/^(?:bearer|basic|token)\s+/i, '')).filter(looksSecret),
]

const looksSecret = (value: string) => /^\S{12,}$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value)
