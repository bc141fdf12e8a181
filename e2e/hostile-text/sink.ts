import { type AddressInfo, createServer } from 'node:net'

/** Where every host leads that nobody should visit. */
export interface Sink {
  readonly port: number
  /** How many connections were opened. */
  visits(): number
  /** The hosts that were called by name on them, in clear or in a greeting of TLS. */
  called(): readonly string[]
  /** How many requests came in clear. */
  requests(): number
  close(): void
}

export async function startSink(): Promise<Sink> {
  const called: string[] = []
  let [visits, requests] = [0, 0]
  const server = createServer((socket) => {
    visits += 1
    socket.on('error', () => {})
    socket.once('data', (bytes) => {
      const text = bytes.toString('latin1')
      const host = /^host: *(\S+)/im.exec(text)?.[1]
      if (host) requests += 1
      const name = host ?? /(?:[\w-]+\.)+[a-z]{2,}/i.exec(text)?.[0]
      if (name) called.push(name)
      socket.destroy()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    visits: () => visits,
    called: () => called,
    requests: () => requests,
    close: () => void server.close(),
  }
}
