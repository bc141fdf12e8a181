import type { HttpBindings } from '@hono/node-server'
import { piecesInATurn, turn } from '../turns.ts'
import { pulled } from './replies.ts'

/** How an answer's body left: to its end, cut because its source broke, or left by the client. */
export type Departure = 'sent' | 'cut' | 'gone'

/** Long enough for the server to put what it has already read on the socket. */
const settleMs = 10

/** Breaks the connection, but only behind everything that was written: what a client got before a cut stays got. */
function cut(outgoing: HttpBindings['outgoing']): void {
  setTimeout(() => outgoing.socket?.destroySoon(), settleMs)
}

/**
 * Counts an answer's bytes on their way out and tells once how they left. When the body breaks, the connection is cut, so that a client
 * cannot take the part for the whole; the server's own handling would write the error's text into the answer.
 */
export function sending(
  body: ReadableStream<Uint8Array>,
  outgoing: HttpBindings['outgoing'] | undefined,
  left: (how: Departure, bytes: number) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  let pieces = 0
  let departure: Departure | undefined

  function leave(how: Departure): void {
    if (departure === undefined) left(how, bytes)
    departure ??= how
  }

  async function next(): Promise<Uint8Array | undefined> {
    pieces += 1
    if (pieces % piecesInATurn === 0) await turn()
    try {
      const { value } = await reader.read()
      if (!value) leave('sent')
      bytes += value?.length ?? 0
      return value
    } catch (thrown) {
      leave('cut')
      if (!outgoing) throw thrown
      cut(outgoing)
      return new Promise(() => {})
    }
  }

  return pulled(next, (reason) => {
    leave('gone')
    return reader.cancel(reason)
  })
}
