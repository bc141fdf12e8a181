import { type EndpointId, mostBytes, type PathParams } from '#contract/routes.ts'
import type { KeyMask } from '#media/key-mask.ts'
import type { Connection } from '../exchange.ts'
import { isHome, isNearHost } from '../send/near-host.ts'
import { credentialsOf, fetchRules, outgoing } from '../send/outgoing.ts'
import type { RetryTiming } from '../send/retry-table.ts'

/** What fetching files needs. */
export interface FileContext extends Connection {
  /** The page's own towards our router, the net worker's towards foreign ones. */
  readonly fetch: typeof fetch
  readonly mask: KeyMask
  /** Fetches media that a reply names on other hosts. Without it, only their URLs are reported. */
  readonly reach?: Reach
  readonly timing?: RetryTiming
}

/** A file to fetch: the reply of a route, or a URL, absolute or below the base URL. Everything in it can be cloned. */
export type FileSource =
  | { readonly endpoint: EndpointId; readonly params: PathParams }
  | { readonly url: string; readonly endpoint?: never }

const largestForeign = 512 * 2 ** 20

export interface FileRequest {
  readonly url: URL
  /** The connection's origin answers, which is given the key. */
  readonly isOwn: boolean
  readonly cap: number
  readonly ask: (headers: Record<string, string>, signal: AbortSignal, init?: RequestInit) => Promise<Response>
}

/** The request for a file, or a sentence saying why it cannot be sent. The key goes to the base URL's origin alone. */
export function fileRequest(context: FileContext, source: FileSource): FileRequest | string {
  const { baseUrl, reach } = context
  if (source.endpoint !== undefined) {
    const out = outgoing(context, source.endpoint, { params: source.params })
    if (out.kind === 'unsendable') return out.error.message
    return routerRequest(context, new URL(out.url), new Headers(out.init.headers))
  }
  const url = URL.canParse(source.url, baseUrl) ? new URL(source.url, baseUrl) : undefined
  if (url === undefined) return 'This is not a URL.'
  if (url.origin === new URL(baseUrl).origin) return routerRequest(context, url, credentialsOf(context))
  if (reach === undefined) return 'It is on another host and was not fetched.'
  return { url, isOwn: false, cap: largestForeign, ask: (headers, signal) => reach(url, signal, headers) }
}

function routerRequest(context: FileContext, url: URL, known: Headers): FileRequest {
  return {
    url,
    isOwn: true,
    cap: mostBytes,
    ask(more, signal, init = {}) {
      const headers = new Headers(known)
      for (const [name, value] of Object.entries(more)) headers.set(name, value)
      return context.fetch(url.href, { ...fetchRules('GET', context), method: 'GET', headers, signal, ...init })
    },
  }
}

/** Fetches media on other hosts, without key, cookie and referrer. Rejects if the address is not allowed or the host does not answer. */
export type Reach = (address: URL, signal: AbortSignal, headers?: Readonly<Record<string, string>>) => Promise<Response>

/** For replies of the router at `baseUrl`. `home` is this page's origin, which hands out its key: other routers get nothing from it. */
export function createReach(send: typeof fetch, { baseUrl, home }: { baseUrl: string; home: string }): Reach {
  const refusal = (address: URL) =>
    isHome(address, home) ? 'This app’s own URLs are not fetched for another router.' : refusalOf(baseUrl, address)
  return async (address, signal, headers = {}) => {
    const refused = refusal(address)
    if (refused !== undefined) throw new TypeError(refused)
    const reply = await send(address.href, { ...fetchRules('GET'), method: 'GET', headers, signal })
    const end = URL.canParse(reply.url) ? refusal(new URL(reply.url)) : undefined
    if (end === undefined) return reply
    await reply.body?.cancel()
    throw new TypeError(`It redirects elsewhere. ${end}`)
  }
}

function refusalOf(baseUrl: string, address: URL): string | undefined {
  const base = new URL(baseUrl)
  const { protocol, username, password, hostname } = address
  const isPlain = protocol === 'http:' && base.protocol === 'http:'
  if (protocol !== 'https:' && !isPlain) return 'Only https URLs are fetched.'
  if (username !== '' || password !== '') return 'URLs that contain a password are not fetched.'
  // Prevents a remote router from probing the private network through replies.
  if (isNearHost(hostname) && !isNearHost(base.hostname))
    return 'URLs on your private network are not fetched for an outside router.'
  return undefined
}
