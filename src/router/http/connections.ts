import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** An open request and its response. */
export interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** The open connections of a server and their requests. */
export interface Connections {
  /** The exchange of a connection; the last of several pipelined ones. */
  exchangeOn(socket: object): Exchange | undefined
}

/**
 * Limits the open connections to `most`. For each further one the oldest without a request is closed, else the one that has been idle
 * longest; where all are busy, `refuse` is called for the new one.
 */
export function trackConnections(
  server: Server,
  { most, refuse }: { readonly most: number; readonly refuse: (socket: Socket) => void },
): Connections {
  const exchanges = new WeakMap<object, Exchange>()
  // Sets keep the order of insertion: the first is the oldest.
  const silent = new Set<Socket>()
  const idle = new Set<Socket>()
  let open = 0

  function makeRoom(newcomer: Socket): void {
    const [first] = silent
    const [rested] = idle
    const oldest = first === newcomer ? rested : first
    if (oldest) {
      silent.delete(oldest)
      idle.delete(oldest)
      oldest.destroy()
    } else refuse(newcomer)
  }

  server.on('connection', (socket) => {
    open += 1
    silent.add(socket)
    socket.once('close', () => {
      open -= 1
      silent.delete(socket)
      idle.delete(socket)
    })
    if (open > most) makeRoom(socket)
  })
  server.on('request', (incoming, outgoing) => {
    const { socket } = incoming
    silent.delete(socket)
    idle.delete(socket)
    const exchange = { incoming, outgoing }
    exchanges.set(socket, exchange)
    outgoing.once('close', () => {
      if (exchanges.get(socket) !== exchange) return
      exchanges.delete(socket)
      if (!socket.destroyed) idle.add(socket)
    })
  })
  return { exchangeOn: (socket) => exchanges.get(socket) }
}
