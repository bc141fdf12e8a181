import { mostBytes } from '#contract/core/reply-caps.ts'
import type { EndpointId, PathParams } from '#contract/routes.ts'
import type { KeyMask } from '#media/key-mask.ts'
import type { Connection } from '../exchange.ts'
import { credentialsOf } from '../send/credentials.ts'
import { fetchRules, outgoing } from '../send/outgoing.ts'
import type { Reach } from '../send/reach.ts'

/** Chance and time, replaced in tests. */
export interface Pace {
  /** From 0 up to 1. */
  readonly random: () => number
  /** Resolves after so many milliseconds, or when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** What fetching files needs. Without `reach`, URLs of other hosts are not fetched. */
export interface FileDesk extends Connection {
  readonly fetch: typeof fetch
  readonly mask: KeyMask
  readonly reach?: Reach
  /** By default that of the browser. */
  readonly pace?: Pace
}

/** A file to fetch: the reply of a route, or a URL, absolute or below the base URL. Everything in it can be cloned. */
export type FileSource =
  | { readonly endpoint: EndpointId; readonly params: PathParams }
  | { readonly url: string; readonly endpoint?: never }

/** The same for other hosts than the router's. */
const largestForeign = 512 * 2 ** 20

/** How a file is asked for. */
export interface FileRequest {
  readonly url: URL
  /** The connection's origin answers, which is given the key. */
  readonly isOwn: boolean
  /** Bytes. */
  readonly cap: number
  readonly ask: (headers: Record<string, string>, signal: AbortSignal, init?: RequestInit) => Promise<Response>
}

/**
 * The request for a file, or one sentence saying why it cannot be sent. The key goes to the base URL's origin and nowhere else; other hosts
 * are asked through `createReach`.
 */
export function fileRequest(desk: FileDesk, source: FileSource): FileRequest | string {
  const { baseUrl, reach } = desk
  if (source.endpoint !== undefined) {
    const out = outgoing(desk, source.endpoint, { params: source.params })
    if (out.kind === 'unsendable') return out.error.message
    return routerRequest(desk, new URL(out.url), new Headers(out.init.headers))
  }
  const url = URL.canParse(source.url, baseUrl) ? new URL(source.url, baseUrl) : undefined
  if (url === undefined) return 'This is not a URL.'
  if (url.origin === new URL(baseUrl).origin) return routerRequest(desk, url, credentialsOf(desk))
  if (reach === undefined) return 'It is on another host and was not fetched.'
  return { url, isOwn: false, cap: largestForeign, ask: (headers, signal) => reach(url, signal, headers) }
}

function routerRequest(desk: FileDesk, url: URL, known: Headers): FileRequest {
  return {
    url,
    isOwn: true,
    cap: mostBytes,
    ask(more, signal, init = {}) {
      const headers = new Headers(known)
      for (const [name, value] of Object.entries(more)) headers.set(name, value)
      return desk.fetch(url.href, { ...fetchRules('GET', desk), method: 'GET', headers, signal, ...init })
    },
  }
}
