import { createClient } from '#app/client/client.ts'
import { download } from '#app/client/download/download.ts'
import { createReach } from '#app/client/download/file-request.ts'
import type { Connection } from '#app/client/exchange.ts'
import { createReader } from '#app/client/read/chat-reader.ts'
import { readOperation, stopRemoteOperation } from '#app/client/send/operation.ts'
import { secretsOf } from '#app/client/send/outgoing.ts'
import { createChanges } from '#app/ledger/changes.ts'
import type { Ledger } from '#app/ledger/ledger.ts'
import { memoryLedger } from '#app/ledger/memory-ledger.ts'
import type { Asset, RunRow } from '#app/ledger/run-row.ts'
import { Unsendable } from '#app/run/run-draft.ts'
import type { RunTools } from '#app/run/run-tools.ts'
import { createKeyMask } from '#media/key-mask.ts'

/** Where the command keeps what must outlive it. */
export interface Journal {
  /** Resolves once it is on the disk that a run is about to be sent. */
  readonly opened: (row: RunRow) => Promise<void>
  /** Writes a file of a result, and returns it as a Blob that refers to the disk. */
  readonly keepMedia: (file: Asset) => Promise<Asset>
}

/** A ledger in memory that journals each run before it is sent and keeps media on the disk. It keeps no events, since no page reads them again. */
export function journaledLedger({ opened, keepMedia }: Journal): Ledger {
  const memory = memoryLedger(createChanges(), 'absent')
  const keepAll = (files: readonly Asset[]) => Promise.all(files.map(keepMedia))
  return {
    ...memory,
    async update(id, change) {
      const before = await memory.get(id)
      const row = await memory.update(id, change)
      // What rejects here is not sent: the row falls back to a draft.
      if (row?.status === 'sending' && before?.status !== 'sending')
        await opened(row).catch((error: unknown) => {
          throw new Unsendable(error instanceof Error ? error.message : String(error))
        })
      return row
    },
    appendEvents: async () => {},
    async finish(id, change, { outputs = [], ...ending }) {
      return await memory.finish(id, change, { ...ending, outputs: await keepAll(outputs) })
    },
    async history() {
      const history = await memory.history()
      return { ...history, keep: async (run, outputs) => await history.keep(run, await keepAll(outputs)) }
    },
  }
}

/** The same engine as in a page, on Node: one process, no other tabs, and nothing to draw. */
export function nodeTools(ledger: Ledger): RunTools {
  const contextOf = (connection: Connection) => ({
    fetch,
    reach: createReach(fetch, { baseUrl: connection.baseUrl, home: 'https://none.invalid' }),
  })
  return {
    ledger,
    connect: (connection) => createClient(connection, contextOf(connection)),
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
    clock: {
      now: () => Date.now(),
      mono: () => performance.now(),
      after(ms, work) {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    },
    newId: () => crypto.randomUUID(),
    frame: (work) => void setTimeout(work, 250).unref(),
    isVisible: () => true,
    onVisible: () => () => {},
    onHide: () => () => {},
  }
}
