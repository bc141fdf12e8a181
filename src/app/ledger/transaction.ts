import { type IDBPIndex, type IDBPObjectStore, type StoreNames, unwrap } from 'idb'
import type { Stores } from './database.ts'
import { type RunRow, readRow } from './run-row.ts'

/** For writes that prevent a second send: resolves once the data is on the disk. */
export const strict = { durability: 'strict' } as const

/** Awaits the work and the commit of its transaction; aborts the transaction where the work fails, since a partial write would be committed. */
export async function complete<T>(tx: { abort(): void; readonly done: Promise<void> }, work: Promise<T>): Promise<T> {
  const guarded = work.catch((error: unknown) => {
    try {
      tx.abort()
    } catch {
      // It has ended already.
    }
    throw error
  })
  const [result] = await Promise.all([guarded, tx.done])
  return result
}

/** Writes a value without waiting for it: where it fails, its transaction does. Past idb, which makes a promise of every request. */
export function put<Name extends StoreNames<Stores>>(
  store: IDBPObjectStore<Stores, StoreNames<Stores>[], Name, 'readwrite'>,
  value: Stores[Name]['value'],
): void {
  unwrap(store).put(value)
}

interface Rows {
  get(id: string): Promise<unknown>
  put(row: RunRow): void
}

/** Changes one row inside a running transaction; undefined where there is no readable one. */
export async function updateRow(rows: Rows, id: string, change: (row: RunRow) => RunRow): Promise<RunRow | undefined> {
  const old = readRow(await rows.get(id))
  if (old === undefined) return undefined
  const row = change(old)
  if (row !== old) rows.put(row)
  return row
}

type BySeq = IDBPIndex<Stores, StoreNames<Stores>[], 'runs', 'seq', IDBTransactionMode>

/** One more than the highest `seq` stored. */
export async function nextSeq(index: BySeq): Promise<number> {
  const cursor = await index.openKeyCursor(anySeq(), 'prev')
  return cursor === null ? 1 : Math.floor(cursor.key) + 1
}

/** Only keys that are numbers: a damaged row may have others. */
const anySeq = () => IDBKeyRange.bound(0, Number.MAX_SAFE_INTEGER - 1)

/** The values with the `count` highest `seq`, as stored, the highest last. One request where the browser reads backwards in bulk. */
export async function newestRows(index: BySeq, count: number): Promise<unknown[]> {
  if (count === 0) return []
  // The type of the first argument lacks the options, which came with `getAllRecords`.
  const backwards = { query: anySeq(), count, direction: 'prev' } as unknown as IDBKeyRange
  if ('getAllRecords' in IDBIndex.prototype) return (await index.getAll(backwards)).reverse()
  // A cursor takes three times as long as windows of `seq`, of which the first usually holds them all, since it counts up by one.
  let top = await nextSeq(index)
  let found: unknown[] = []
  for (let width = count; found.length < count && top > 0; width *= 2) {
    const low = Math.max(0, top - width)
    found = [...(await index.getAll(IDBKeyRange.bound(low, top, false, true))), ...found]
    top = low
  }
  return found.slice(-count)
}
