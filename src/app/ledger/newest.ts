import type { IDBPIndex, StoreNames } from 'idb'
import type { Stores } from './database.ts'

type BySeq = IDBPIndex<Stores, StoreNames<Stores>[], 'runs', 'seq', IDBTransactionMode>

/** One more than the highest `seq` stored. */
export async function nextSeq(index: BySeq): Promise<number> {
  // The bound leaves out keys that are no numbers, which a damaged row may have.
  const cursor = await index.openKeyCursor(IDBKeyRange.bound(0, Number.MAX_SAFE_INTEGER - 1), 'prev')
  return cursor === null ? 1 : Math.floor(cursor.key) + 1
}

/**
 * The values with the `count` highest `seq` below `before`, as stored, the highest last.
 * Read in windows of `seq`, one request each: a cursor takes three times as long, and `getAll` with a direction
 * is not in every browser. Since runs are counted up by one, the first window usually holds them all.
 */
export async function newestRows(index: BySeq, count: number, before?: number): Promise<unknown[]> {
  let top = before ?? (await nextSeq(index))
  let found: unknown[] = []
  for (let width = count; found.length < count && top > 0; width *= 2) {
    const low = Math.max(0, top - width)
    found = [...(await index.getAll(IDBKeyRange.bound(low, top, false, true))), ...found]
    top = low
  }
  return count > 0 ? found.slice(-count) : []
}
