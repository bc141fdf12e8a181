import { createRouter, type RouterOptions } from '../app.ts'
import { createHttpServer, listen, requestListener } from '../http/http-server.ts'
import { ownHosts } from '../http/request-guard.ts'
import { testProvider } from './test-provider.ts'

export const testKey = 'LOCAL'
const testPort = 8787

const auth = { authorization: `Bearer ${testKey}` }

/** Text and bytes as they are, anything else as JSON. */
function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** A router without a socket, and a way to ask it. */
export function testRouter(options: Partial<RouterOptions> = {}) {
  const router = createRouter({
    providers: [testProvider()],
    key: testKey,
    own: ownHosts('127.0.0.1', testPort),
    ...options,
  })
  const headers = { host: `127.0.0.1:${testPort}`, ...auth }
  return {
    router,
    get: async (path: string, init: RequestInit = {}, env?: object) =>
      router.request(path, { ...init, headers: { ...headers, ...Object(init.headers) } }, env),
    post: async (body: unknown, extra: Record<string, string> = {}, init: RequestInit = {}) =>
      router.request('/v1/responses', {
        ...init,
        method: 'POST',
        body: bodyOf(body),
        headers: { ...headers, 'content-type': 'application/json', ...extra },
      }),
  }
}

/** A router behind a real server on a free port of this machine. */
export async function startTestRouter(options: Partial<RouterOptions> = {}) {
  const server = createHttpServer()
  const port = await listen(server, 0, '127.0.0.1')
  const { router } = testRouter({ own: ownHosts('127.0.0.1', port), ...options })
  server.on('request', requestListener(router))
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    post: (body: unknown, extra: Record<string, string> = {}, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}/v1/responses`, {
        ...init,
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...auth, 'content-type': 'application/json', ...extra },
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
