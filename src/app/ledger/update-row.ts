import type { IDBPObjectStore, StoreNames } from 'idb'
import type { Stores } from './database.ts'
import { readRow } from './read-row.ts'
import type { RunRow } from './run-row.ts'

type Runs = IDBPObjectStore<Stores, StoreNames<Stores>[], 'runs', 'readwrite'>

/** Changes one row inside a running transaction; undefined when there is none that can be read. */
export async function updateRow(runs: Runs, id: string, change: (row: RunRow) => RunRow): Promise<RunRow | undefined> {
  const old = readRow(await runs.get(id))
  if (old === undefined) return undefined
  const row = change(old)
  if (row !== old) await runs.put(row)
  return row
}
