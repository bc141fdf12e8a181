import { admit } from './admit-run.ts'
import { type Changes, changeOf } from './changes.ts'
import type { Database } from './database.ts'
import type { Ledger, Prepared } from './ledger.ts'
import {
  type Asset,
  joinBatches,
  type NewRun,
  type RunBody,
  type RunRow,
  readRow,
  readRows,
  readRunBody,
} from './run-row.ts'
import { complete, newestRows, nextSeq, strict, updateRow } from './transaction.ts'

/** The ledger in IndexedDB. `onFailing` is called once, when a stored record could not be read. */
export function indexedLedger(db: Database, changes: Changes, onFailing: () => void): Ledger {
  let isTold = false

  async function read<T>(work: () => Promise<T>): Promise<T> {
    try {
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
      // Relaxed durability: events prevent no second send, and four flushes a second are not needed. Committed explicitly: a page that
      // is being left runs no further task, and its open transactions are aborted.
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

/** The stores that a run is written to: without media the store of assets is not locked. */
function storesFor(assets: readonly Asset[]): ('runs' | 'bodies' | 'assets')[] {
  return assets.length > 0 ? ['runs', 'bodies', 'assets'] : ['runs', 'bodies']
}

/** One transaction: looks up the row that holds the intent, assigns the next `seq`, and writes row, body and files. */
async function prepareRun(db: Database, fresh: NewRun, body: RunBody, inputs: readonly Asset[]): Promise<PreparedRun> {
  const tx = db.transaction(storesFor(inputs), 'readwrite', strict)
  const runs = tx.objectStore('runs')
  async function write(): Promise<PreparedRun> {
    const same = await runs.get(fresh.id)
    const admission = admit(fresh, same, await runs.index('open').get(fresh.intent))
    if (admission.kind === 'blocked') return { prepared: { status: 'already-open', row: admission.by } }
    const { released } = admission
    if (released !== undefined) await runs.put(released)
    const row = { ...fresh, seq: readRow(same)?.seq ?? (await nextSeq(runs.index('seq'))) }
    const puts = inputs.map((asset) => tx.objectStore('assets').put(asset))
    await Promise.all([runs.put(row), tx.objectStore('bodies').put(body), ...puts])
    return { prepared: { status: 'added', row }, ...(released !== undefined && { released }) }
  }
  return await complete(tx, write())
}
