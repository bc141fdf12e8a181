import type { ServerResponse } from 'node:http'

type Fields = Readonly<Record<string, string>>

/** The socket of one reply, where bytes, pauses and ends are as they are told to be. */
export interface Wire {
  /** The head of a chunked body; with `connection: close` and no more, of one that lasts until the socket closes. */
  head(fields?: Fields, body?: 'chunked' | 'until closed'): Promise<void>
  /** A chunk of a chunked body. */
  chunk(bytes: Uint8Array | string): Promise<void>
  /** Bytes as they are. Resolves when the kernel has them; at once where the client is gone. */
  bytes(bytes: Uint8Array | string): Promise<void>
  /** Ends a chunked body as it should be ended, and closes. */
  end(): Promise<void>
  /** Closes without another byte. */
  close(): void
  /** Breaks off: what is still on its way is lost. */
  reset(): void
  /** Resolves when the client has closed. */
  readonly gone: Promise<void>
  readonly isGone: () => boolean
}

/** Takes the socket of a reply to which nothing has been written. The fields that it holds already are kept. */
export function openWire(reply: ServerResponse): Wire {
  const { socket } = reply
  if (!socket) throw new Error('this reply has lost its socket')
  socket.setNoDelay(true)
  let isGone = socket.destroyed
  const gone = new Promise<void>((resolve) => {
    const leave = () => {
      isGone = true
      resolve()
    }
    // A client that closes its half of the connection has left.
    socket.once('end', leave)
    socket.once('close', leave)
    socket.on('error', leave)
    if (isGone) resolve()
  })
  const bytes = async (data: Uint8Array | string) => {
    if (isGone || socket.write(data)) return
    await Promise.race([new Promise<void>((drained) => socket.once('drain', drained)), gone])
  }
  return {
    gone,
    isGone: () => isGone,
    bytes,
    head: (fields = {}, body = 'chunked') => {
      const given = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])
      const framing = body === 'chunked' ? { 'transfer-encoding': 'chunked' } : {}
      const all = {
        ...Object.fromEntries(given),
        'content-type': 'text/event-stream',
        ...framing,
        connection: 'close',
        ...fields,
      }
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
      return bytes(`HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`)
    },
    chunk: (data) => {
      const piece = Buffer.from(data)
      return bytes(Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]))
    },
    end: async () => {
      await bytes('0\r\n\r\n')
      socket.end()
    },
    close: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
  }
}
