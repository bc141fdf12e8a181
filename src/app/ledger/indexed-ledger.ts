import { admit } from './admit-run.ts'
import type { Changes } from './changes.ts'
import type { Database } from './database.ts'
import { createGroupedWrites, type WriteTransaction, type WrittenStore } from './grouped-writes.ts'
import type { Ledger, Prepared } from './ledger.ts'
import {
  type Asset,
  type EventBatch,
  joinBatches,
  type NewRun,
  type RunBody,
  type RunRow,
  readRow,
  readRows,
  readRunBody,
} from './run-row.ts'
import { complete, newestRows, nextSeq, put, updateRow } from './transaction.ts'

/** The ledger in IndexedDB. `onFailing` is called once, when a stored record could not be read. */
export function indexedLedger(db: Database, changes: Changes, onFailing: () => void): Ledger {
  const { write, written } = createGroupedWrites(db)
  let isTold = false

  async function read<T>(work: () => Promise<T>): Promise<T> {
    try {
      // Without a write the request is made synchronously: what is written later is not read.
      const before = written()
      if (before !== undefined) await before
      return await work()
    } catch (error) {
      if (!isTold) onFailing()
      isTold = true
      throw error
    }
  }

  return {
    persistent: true,
    async prepare(fresh, body, inputs = []) {
      const { prepared, released } = await write(storesFor(inputs), (tx) => prepareRun(tx, fresh, body, inputs))
      if (released !== undefined) changes.wrote(released)
      if (prepared.status === 'added') changes.wrote(prepared.row)
      return prepared
    },
    async update(id, change) {
      const row = await write(['runs'], (tx) => updateRow(tx.objectStore('runs'), id, change))
      if (row !== undefined) changes.wrote(row)
      return row
    },
    async appendEvents(batch) {
      // Relaxed durability: events prevent no second send, and four flushes a second are not needed. Committed explicitly: a page that
      // is being left runs no further task, and its open transactions are aborted.
      const tx = db.transaction('events', 'readwrite', { durability: 'relaxed' })
      const put = tx.store.put(batch)
      tx.commit()
      await complete(tx, put)
      changes.tell({ kind: 'events', id: batch.id })
    },
    async finish(id, change, { result, reply, outputs = [], events }) {
      const row = await write(storesFor(outputs, events), async (tx) => {
        const bodies = tx.objectStore('bodies')
        const [changed, body] = await Promise.all([updateRow(tx.objectStore('runs'), id, change), bodies.get(id)])
        if (changed === undefined || body === undefined) return changed
        put(bodies, { ...body, result, ...(reply !== undefined && { reply }) })
        for (const asset of outputs) put(tx.objectStore('assets'), asset)
        if (events) put(tx.objectStore('events'), events)
        return changed
      })
      if (row !== undefined) changes.wrote(row)
      if (events) changes.tell({ kind: 'events', id })
      return row
    },
    get: (id) => read(async () => readRow(await db.get('runs', id))),
    bodies: (ids) =>
      read(async () => {
        const store = db.transaction('bodies').store
        return (await Promise.all(ids.map((id) => store.get(id)))).map(readRunBody)
      }),
    eventsOf: (id, from = 0) =>
      read(async () => joinBatches(await db.getAll('events', IDBKeyRange.bound([id, from], [id, []])), from)),
    thread: (id) => read(async () => readRows(await db.getAllFromIndex('runs', 'thread', id))),
    newest: (count) => read(async () => readRows(await newestRows(db.transaction('runs').store.index('seq'), count))),
    openRuns: () => read(async () => readRows(await db.getAllFromIndex('runs', 'open')).rows),
    readDraft: (key) => read(async () => (await db.get('drafts', key))?.value),
    async writeDraft(key, value) {
      const tx = db.transaction('drafts', 'readwrite')
      const write = value === undefined ? tx.store.delete(key) : tx.store.put({ key, value }).then(() => {})
      tx.commit()
      await complete(tx, write)
    },
    subscribe: changes.subscribe,
    history: async () => (await import('./indexed-history.ts')).indexedHistory(db, changes),
    close() {
      changes.close()
      db.close()
    },
  }
}

/** `released`: the row whose `open` was removed in the same transaction. */
interface PreparedRun {
  readonly prepared: Prepared
  readonly released?: RunRow
}

/** The stores that a run is written to: those of media and events are locked only where there are any. */
function storesFor(assets: readonly Asset[], events?: EventBatch): WrittenStore[] {
  return ['runs', 'bodies', ...(assets.length > 0 ? ['assets' as const] : []), ...(events ? ['events' as const] : [])]
}

/** Looks up the row that holds the intent, assigns the next `seq`, and writes row, body and files. */
async function prepareRun(
  tx: WriteTransaction,
  fresh: NewRun,
  body: RunBody,
  inputs: readonly Asset[],
): Promise<PreparedRun> {
  const runs = tx.objectStore('runs')
  const [same, holder, next] = await Promise.all([
    runs.get(fresh.id),
    runs.index('open').get(fresh.intent),
    nextSeq(runs.index('seq')),
  ])
  const admission = admit(fresh, same, holder)
  if (admission.kind === 'blocked') return { prepared: { status: 'already-open', row: admission.by } }
  const { released } = admission
  if (released !== undefined) put(runs, released)
  const row = { ...fresh, seq: readRow(same)?.seq ?? next }
  put(runs, row)
  put(tx.objectStore('bodies'), body)
  for (const asset of inputs) put(tx.objectStore('assets'), asset)
  return { prepared: { status: 'added', row }, ...(released !== undefined && { released }) }
}
