import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { EventBatch, RunBody, RunRow } from './run-row.ts'

/**
 * The stores of version 1. Values are typed as what is written; what is read is parsed first, for it may come from
 * another version or be damaged.
 */
export interface Stores extends DBSchema {
  /** Heads and bodies stand apart: a list of ten thousand runs must not read their texts. */
  runs: { key: string; value: RunRow; indexes: { seq: number; thread: string; open: string } }
  bodies: { key: string; value: RunBody }
  events: { key: [id: string, n: number]; value: EventBatch }
  drafts: { key: string; value: { key: string; value: unknown } }
}

export type Database = IDBPDatabase<Stores>

/**
 * Why the database was closed under us. `newer`: another tab has a later version, which waits for us to let go.
 * `lost`: the browser took it away.
 */
export type Closed = 'newer' | 'lost'

/** Opens the database, or makes it. Rejects with a `VersionError` where a later version of the program made it. */
export async function openDatabase(name: string, onClosed: (why: Closed) => void): Promise<Database> {
  const db = await openDB<Stores>(name, 1, {
    upgrade(fresh) {
      const runs = fresh.createObjectStore('runs', { keyPath: 'id' })
      runs.createIndex('seq', 'seq')
      runs.createIndex('thread', 'thread')
      runs.createIndex('open', 'open', { unique: true })
      fresh.createObjectStore('bodies', { keyPath: 'id' })
      fresh.createObjectStore('events', { keyPath: ['id', 'n'] })
      fresh.createObjectStore('drafts', { keyPath: 'key' })
    },
    blocking() {
      db.close()
      onClosed('newer')
    },
    terminated: () => onClosed('lost'),
  })
  return db
}
