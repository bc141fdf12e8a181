import { type Changes, changeOf } from './changes.ts'
import type { Database } from './database.ts'
import type { Ledger } from './ledger.ts'
import { prepareRun, storesFor } from './prepare-run.ts'
import { readBody, readRow, readRows } from './read-row.ts'
import { joinBatches } from './stored-events.ts'
import { complete, strict } from './transaction.ts'
import { updateRow } from './update-row.ts'

/** The ledger in IndexedDB. */
export function indexedLedger(db: Database, changes: Changes): Ledger {
  return {
    persistent: true,
    async prepare(fresh, body, inputs = []) {
      const { prepared, released } = await prepareRun(db, fresh, body, inputs)
      if (released !== undefined) changes.tell(changeOf(released))
      if (prepared.status === 'added') changes.tell(changeOf(prepared.row))
      return prepared
    },
    async update(id, change) {
      const tx = db.transaction('runs', 'readwrite', strict)
      const row = await complete(tx, updateRow(tx.store, id, change))
      if (row !== undefined) changes.tell(changeOf(row))
      return row
    },
    async appendEvents(batch) {
      // Without `strict`: events guard no money, and the disk need not be woken four times a second. Committed at once: what a page
      // writes while it is left is dropped where its transaction still waits for the page.
      const tx = db.transaction('events', 'readwrite', { durability: 'relaxed' })
      const put = tx.store.put(batch)
      tx.commit()
      await complete(tx, put)
      changes.tell({ kind: 'events', id: batch.id })
    },
    async finish(id, change, { result, reply, outputs = [] }) {
      const tx = db.transaction(storesFor(outputs), 'readwrite', strict)
      const bodies = tx.objectStore('bodies')
      async function write() {
        const row = await updateRow(tx.objectStore('runs'), id, change)
        const body = await bodies.get(id)
        if (row === undefined || body === undefined) return row
        const puts = outputs.map((asset) => tx.objectStore('assets').put(asset))
        await Promise.all([bodies.put({ ...body, result, ...(reply !== undefined && { reply }) }), ...puts])
        return row
      }
      const row = await complete(tx, write())
      if (row !== undefined) changes.tell(changeOf(row))
      return row
    },
    get: async (id) => readRow(await db.get('runs', id)),
    async bodies(ids) {
      const store = db.transaction('bodies').store
      return (await Promise.all(ids.map((id) => store.get(id)))).map(readBody)
    },
    async eventsOf(id, from = 0) {
      return joinBatches(await db.getAll('events', IDBKeyRange.bound([id, from], [id, []])), from)
    },
    thread: async (id) => readRows(await db.getAllFromIndex('runs', 'thread', id)),
    openRuns: async () => readRows(await db.getAllFromIndex('runs', 'open')).rows,
    readDraft: async (key) => (await db.get('drafts', key))?.value,
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
