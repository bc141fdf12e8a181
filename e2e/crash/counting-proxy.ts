import { request as ask, type ClientRequest, createServer, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { listen } from '../fault-server.ts'
import type { RunningRouter } from '../fixtures.ts'

/** A paid request that left the browser. */
interface Sent {
  /** The run's id. */
  readonly id: string
  readonly body: string
}

/** Where the answer to a paid request breaks off, with all of the work done at the router: before its head, or so many bytes behind it. */
export type Cut = 'before the head' | { readonly after: number }

/** A router as the browser sees it, which counts every paid request that leaves the browser, also one that the router would recognise. */
export interface CountingProxy {
  readonly url: string
  readonly sent: readonly Sent[]
  /** Breaks off the next answer to a paid request. */
  cutNext(how: Cut): void
  close(): void
}

/** Stands in front of a router that hands its key out to the page: hosts and origins are exchanged on the way. */
export async function startCountingProxy({ url }: RunningRouter): Promise<CountingProxy> {
  const { hostname, port, host } = new URL(url)
  const sent: Sent[] = []
  let next: Cut | undefined
  const server = createServer((request, reply) => {
    // Where a used socket closes without a word, Chromium itself sends the request again: what is counted here is the app.
    reply.shouldKeepAlive = false
    const { method, url: path, headers } = request
    const origin = headers.origin === undefined ? {} : { origin: url }
    const onward = ask({ hostname, port, method, path, headers: { ...headers, host, ...origin } })
    const cut = method === 'POST' ? next : undefined
    if (method === 'POST') {
      next = undefined
      const parts: Buffer[] = []
      request.on('data', (bytes: Buffer) => parts.push(bytes))
      request.on('end', () => {
        sent.push({ id: String(headers['idempotency-key']), body: Buffer.concat(parts).toString() })
      })
    }
    request.pipe(onward)
    onward.on('error', () => reply.destroy())
    reply.on('close', () => onward.destroy())
    passOn(onward, reply, cut)
  })
  const own = await listen(server)
  return {
    url: `http://127.0.0.1:${own}`,
    sent,
    cutNext: (how) => {
      next = how
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function passOn(onward: ClientRequest, reply: ServerResponse, cut: Cut | undefined): void {
  onward.on('response', (answer) => {
    const { connection: _, 'transfer-encoding': __, ...headers } = answer.headers
    if (cut === 'before the head') {
      answer.resume().on('end', () => reply.destroy())
      return
    }
    reply.writeHead(answer.statusCode ?? 502, headers)
    reply.flushHeaders()
    if (cut === undefined) return void pipeline(answer, reply, () => {})
    let left = cut.after
    answer.on('data', (bytes: Buffer) => {
      if (left > 0) reply.write(bytes.subarray(0, left))
      left -= bytes.length
    })
    // What is written has to leave before the socket goes.
    answer.on('end', () => setTimeout(() => reply.destroy(), 30))
  })
}
