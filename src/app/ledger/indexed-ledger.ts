import { admit } from './admit-run.ts'
import type { Changes } from './changes.ts'
import type { Database } from './database.ts'
import { createGroupedWrites, type SharedRows, type WriteTransaction } from './grouped-writes.ts'
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
import { complete, newestRows, put, updateRow } from './transaction.ts'

/** The ledger in IndexedDB. `onFailing` is called once, when a stored record could not be read. */
export function indexedLedger(db: Database, changes: Changes, onFailing: () => void): Ledger {
  const { write, written } = createGroupedWrites(db)
  let isTold = false

  async function read<T>(work: () => Promise<T>): Promise<T> {
    try {
      // Without a write the request is made synchronously: what is written later is not read.
      if (written() !== undefined) await written()
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
      // Nearly every run is new and no other one holds its intent: only where the indexes refuse it, what is there is read.
      const row = await write(storesFor(inputs), async (rows, tx) => {
        const added = { ...fresh, seq: await rows.nextSeq() }
        rows.add(added)
        putBody(tx, body, inputs)
        return added
      }).catch(() => undefined)
      if (row !== undefined) {
        changes.wrote(row)
        return { status: 'added', row }
      }
      const { prepared, released } = await write(storesFor(inputs), async (rows, tx) => {
        const added = await addRow(rows, fresh)
        if (added.prepared.status === 'added') putBody(tx, body, inputs)
        return added
      })
      if (released !== undefined) changes.wrote(released)
      if (prepared.status === 'added') changes.wrote(prepared.row)
      return prepared
    },
    async update(id, change) {
      const row = await write([], (rows) => updateRow(rows, id, change))
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
    async finish(id, change, { result, reply, outputs = [], events, body: known }) {
      const row = await write(storesFor(outputs, events), async (rows, tx) => {
        const stored = known ?? tx.objectStore('bodies').get(id)
        const [changed, body] = await Promise.all([updateRow(rows, id, change), stored])
        if (changed === undefined || body === undefined) return changed
        putBody(tx, { ...body, result, ...(reply !== undefined && { reply }) }, outputs)
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

/** The stores besides that of the rows that a run is written to: those of media and events are locked only where there are any. */
function storesFor(assets: readonly Asset[], events?: EventBatch): ('bodies' | 'assets' | 'events')[] {
  return ['bodies', ...(assets.length > 0 ? ['assets' as const] : []), ...(events ? ['events' as const] : [])]
}

function putBody(tx: WriteTransaction, body: RunBody, assets: readonly Asset[]): void {
  put(tx.objectStore('bodies'), body)
  for (const asset of assets) put(tx.objectStore('assets'), asset)
}

/** Looks up the row that holds the intent, assigns the next `seq`, and writes the row. `released`: the row that no longer holds it. */
async function addRow(rows: SharedRows, fresh: NewRun): Promise<{ prepared: Prepared; released?: RunRow }> {
  const [same, holder, next] = await Promise.all([rows.get(fresh.id), rows.holder(fresh.intent), rows.nextSeq()])
  const admission = admit(fresh, same, holder)
  if (admission.kind === 'blocked') return { prepared: { status: 'already-open', row: admission.by } }
  const { released } = admission
  if (released !== undefined) rows.put(released)
  const row = { ...fresh, seq: readRow(same)?.seq ?? next }
  rows.put(row)
  return { prepared: { status: 'added', row }, ...(released !== undefined && { released }) }
}
