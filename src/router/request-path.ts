import type { HttpBindings } from '@hono/node-server'

/**
 * The path exactly as the client wrote it. Nothing is decoded or tidied, so that a path has one spelling: `/v1/./models` and
 * `/v1/%6dodels` are other paths than `/v1/models`, and lead nowhere.
 */
export function requestPath(request: Request, options?: { env?: Partial<HttpBindings> }): string {
  const target = options?.env?.incoming?.url
  const path = target ?? new URL(request.url).pathname
  return path.replace(/[?#].*$/s, '')
}
