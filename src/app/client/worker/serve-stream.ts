import { type ClientOptions, createClient } from '../client.ts'
import type { FromReading, NetReading } from './net-protocol.ts'
import { type NetPort, pullsOf } from './pulls-of.ts'

/**
 * Sends one request in the worker and reads its reply there as the page would: what goes through the port are events and files, a
 * chunk only when the page asks for one. An `abort` ends it as `stopped`. Never throws.
 */
export async function serveStream(
  port: NetPort,
  { connection, endpoint, request, ...how }: NetReading,
  tools: Pick<ClientOptions, 'fetch' | 'reach'>,
): Promise<void> {
  const leaving = new AbortController()
  const say = (message: FromReading) => port.postMessage(message)
  const pulled = pullsOf(port, leaving)
  say({ kind: 'taken' })
  try {
    const chunks = createClient(connection, tools).stream(endpoint, request, { ...how, signal: leaving.signal })
    for (;;) {
      await pulled()
      const step = await chunks.next()
      if (step.done) break
      say({ kind: 'chunk', chunk: step.value })
    }
    say({ kind: 'end' })
  } catch {
    // The client promises not to throw; were it to, or were a chunk not to cross, nobody may wait for ever.
    leaving.abort()
    say({ kind: 'lost' })
  } finally {
    port.close()
  }
}
