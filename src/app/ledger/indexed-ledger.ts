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
  return {
    persistent: true,
    ...indexedReads(db, written, onFailing),
    async prepare(fresh, body, inputs = []) {
      const store = (add: typeof addRow) =>
        write(storesFor(inputs), async (rows, tx) => {
          const added = await add(rows, fresh)
          if (added.prepared.status === 'added') putBody(tx, body, inputs)
          return added
        })
      // Nearly every run is new and no other holds its intent: only where the indexes refuse it, what is there is read.
      const { prepared, released } = await store(addNew).catch(() => store(addRow))
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
      return row
    },
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

type Reads = Pick<Ledger, 'get' | 'bodies' | 'eventsOf' | 'thread' | 'newest' | 'openRuns' | 'readDraft'>

/** `written` resolves when the writes so far have ended; undefined where none is under way. */
function indexedReads(db: Database, written: () => Promise<void> | undefined, onFailing: () => void): Reads {
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

/** Writes the row under the next `seq`; the transaction fails where the id or the intent is taken. */
async function addNew(rows: SharedRows, fresh: NewRun): Promise<Added> {
  return { prepared: { status: 'added', row: await rows.add(fresh) } }
}

interface Added {
  readonly prepared: Prepared
  /** The row that no longer holds the intent. */
  readonly released?: RunRow
}

/** Looks up the row that holds the intent, assigns the next `seq`, and writes the row. */
async function addRow(rows: SharedRows, fresh: NewRun): Promise<Added> {
  const [same, holder, next] = await Promise.all([rows.get(fresh.id), rows.holder(fresh.intent), rows.nextSeq()])
  const admission = admit(fresh, same, holder)
  if (admission.kind === 'blocked') return { prepared: { status: 'already-open', row: admission.by } }
  const { released } = admission
  if (released !== undefined) rows.put(released)
  const row = { ...fresh, seq: readRow(same)?.seq ?? next }
  rows.put(row)
  return { prepared: { status: 'added', row }, ...(released !== undefined && { released }) }
}
