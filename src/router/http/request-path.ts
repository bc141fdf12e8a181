import type { HttpBindings } from '@hono/node-server'

/** The form of a target that proxies are sent, and that every server must take (RFC 9112 §3.2.2). */
const absolute = /^https?:\/\/([^/?#]*)/

/** The host that an absolute target names; undefined for the usual form, which has a path only. */
export function targetHost(target: string | undefined): string | undefined {
  return absolute.exec(target ?? '')?.[1]
}

/**
 * The path exactly as the client wrote it. Nothing is decoded or tidied, so that a path has one spelling: `/v1/./models` and
 * `/v1/%6dodels` are other paths than `/v1/models`, and lead nowhere.
 */
export function requestPath(request: Request, options?: { env?: Partial<HttpBindings> }): string {
  const target = options?.env?.incoming?.url ?? new URL(request.url).pathname
  return target.replace(absolute, '').replace(/[?#].*$/s, '') || '/'
}
