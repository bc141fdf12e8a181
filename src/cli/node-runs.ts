import { createHash } from 'node:crypto'
import { type Client, createClient } from '#app/client/client.ts'
import { download } from '#app/client/download/download.ts'
import { createReach } from '#app/client/download/file-request.ts'
import type { Connection } from '#app/client/exchange.ts'
import { createReader } from '#app/client/read/chat-reader.ts'
import { readOperation, stopRemoteOperation } from '#app/client/send/operation.ts'
import { secretsOf } from '#app/client/send/outgoing.ts'
import type { Ledger } from '#app/ledger/ledger.ts'
import type { RunTools } from '#app/run/run-tools.ts'
import { createKeyMask } from '#media/key-mask.ts'
import { systemClock } from '#router/runtime/system-clock.ts'

/** The same engine as in a page, on Node: one process, no other tabs, and nothing to draw. */
export function nodeTools(ledger: Ledger): RunTools {
  const contextOf = (connection: Connection) => ({
    fetch,
    reach: createReach(fetch, { baseUrl: connection.baseUrl, home: 'https://none.invalid' }),
  })
  const clients = new WeakMap<Connection, Client>()
  return {
    ledger,
    connect(connection) {
      const client = clients.get(connection) ?? createClient(connection, contextOf(connection))
      clients.set(connection, client)
      return client
    },
    createReader,
    readRemote: (connection, id) => readOperation(connection, id, fetch),
    stopRemote: (connection, id) => stopRemoteOperation(connection, id, fetch),
    async download(connection, source, { signal = new AbortController().signal, onProgress } = {}) {
      const context = { ...connection, ...contextOf(connection), mask: createKeyMask(secretsOf(connection)) }
      const steps = download(context, source, signal)
      for (;;) {
        const step = await steps.next()
        if (step.done) return step.value
        onProgress?.(step.value)
      }
    },
    clock: { ...systemClock, mono: () => performance.now() },
    newId: () => crypto.randomUUID(),
    sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    frame: (work) => void setTimeout(work, 250).unref(),
    isVisible: () => true,
    onVisible: () => () => {},
    onHide: () => () => {},
  }
}
