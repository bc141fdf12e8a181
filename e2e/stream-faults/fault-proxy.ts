import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from '../fault-server.ts'
import { splitInCharacters } from './answer-script.ts'

/** What becomes of the body of a reply to a paid request on its way to the browser. */
type Mangling =
  /** So many bytes arrive, then the connection breaks. */
  | { readonly kind: 'cut'; readonly after: number }
  /** Every character of several bytes arrives in pieces. */
  | { readonly kind: 'split' }

/** Stands between the browser and a router: bytes pass as they are, but for the next reply that is to be mangled. */
export interface FaultProxy {
  readonly url: string
  /** Where the bytes go. */
  lead(port: number): void
  /** Does it to the next reply to a paid request, and to no other; resolves when that has been asked for. */
  mangle(how: Mangling): Promise<void>
  close(): void
}

const headEnd = '\r\n\r\n'

export async function startFaultProxy(): Promise<FaultProxy> {
  let port = 0
  let next: { readonly how: Mangling; readonly met: () => void } | undefined
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const router = connect(port, '127.0.0.1')
    let how: Mangling | undefined
    for (const [socket, other] of [
      [client, router],
      [router, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    client.on('data', (bytes) => {
      if (bytes.toString('latin1').startsWith('POST /v1/')) {
        how = next?.how
        next?.met()
        next = undefined
      }
      router.write(bytes)
    })
    client.setNoDelay(true)
    const pass = mangler(client, () => how)
    router.on('data', (bytes: Buffer) => {
      router.pause()
      void pass(bytes).then(() => router.resume())
    })
  })
  const own = await listen(server)
  return {
    url: `http://127.0.0.1:${own}`,
    lead: (to) => {
      port = to
    },
    mangle: (how) =>
      new Promise((met) => {
        next = { how, met }
      }),
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

/** Passes the bytes of one connection on, in order. The head of a reply passes whole: from then on its bytes are counted. */
function mangler(client: Socket, how: () => Mangling | undefined) {
  let head = ''
  let passed = 0
  return async (bytes: Buffer): Promise<void> => {
    const mangling = how()
    if (mangling === undefined || client.destroyed) return void client.write(bytes)
    if (!head.includes(headEnd)) {
      const before = head.length
      head += bytes.toString('latin1')
      const end = head.indexOf(headEnd)
      const length = end < 0 ? bytes.length : end + headEnd.length - before
      client.write(bytes.subarray(0, length))
      if (end < 0 || length === bytes.length) return
      return await body(mangling, bytes.subarray(length))
    }
    await body(mangling, bytes)
  }

  async function body(mangling: Mangling, bytes: Buffer): Promise<void> {
    if (mangling.kind === 'cut') {
      const left = mangling.after - passed
      passed += bytes.length
      client.write(bytes.subarray(0, left))
      // Ended rather than reset: what was written arrives.
      if (bytes.length >= left) client.end()
      return
    }
    for (const piece of splitInCharacters(bytes)) {
      client.write(piece)
      // Long enough for the browser to take it alone.
      await pause(10)
    }
  }
}
