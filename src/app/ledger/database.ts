import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames, unwrap, wrap } from 'idb'
import {
  type Asset,
  batchIn,
  type EventBatch,
  type RunBody,
  type RunRow,
  type RunWords,
  readRunBody,
} from './run-row.ts'

/**
 * The stores of version 4. Values are typed as what is written; what is read is parsed first, since it may be of another version or
 * damaged.
 */
export interface Stores extends DBSchema {
  /** Heads and bodies are separate stores: a list of ten thousand runs must not read their texts. */
  runs: { key: string; value: RunRow; indexes: { seq: number; thread: string; open: string; deleted: number } }
  bodies: { key: string; value: RunBody }
  events: { key: [id: string, n: number]; value: EventBatch }
  drafts: { key: string; value: { key: string; value: unknown } }
  assets: { key: string; value: Asset; indexes: { run: string } }
  words: { key: string; value: RunWords }
}

export type Database = IDBPDatabase<Stores>

/**
 * Why the database became unusable. `newer`: another tab opens a later version, which waits until this connection is closed.
 * `lost`: the browser closed it. `failing`: it is open, but reading from it fails.
 */
export type Closed = 'newer' | 'lost' | 'failing'

/** Ms to wait for a tab that keeps a connection to an earlier version open. */
const openTimeout = 800

/** Timeout of opening, in ms: some browsers never answer, and the page would stay blank. */
const slowest = 8_000

/**
 * Opens the database; creates or upgrades it in one transaction, so that a failed upgrade leaves the old version. Rejects with a
 * `VersionError` where a later version of the program made it, with a `BlockedError` where an old tab blocks the upgrade, and with a
 * `TimeoutError` where the browser does not answer.
 */
export async function openDatabase(name: string, onClosed: (why: Closed) => void): Promise<Database> {
  let tooLate = false
  let giveUp = (_: DOMException) => {}
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = (why) => {
      tooLate = true
      reject(why)
    }
  })
  // May reject after the race is decided.
  givenUp.catch(() => {})
  const timer = setTimeout(() => giveUp(new DOMException('The browser did not respond.', 'TimeoutError')), slowest)
  const opening = openDB<Stores>(name, 4, {
    upgrade(db, from, _to, tx) {
      // `openDB` reports the failure; the transaction's own promise would be an unhandled rejection.
      tx.done.catch(() => {})
      if (from < 1) makeVersion1(db)
      if (from < 2) {
        tx.objectStore('runs').createIndex('deleted', 'deleted')
        db.createObjectStore('assets', { keyPath: 'id' }).createIndex('run', 'run')
      }
      if (from < 3) db.createObjectStore('words', { keyPath: 'id' })
      // A failed request aborts the upgrade, which `openDB` reports.
      if (from > 0 && from < 4) nameBatches(tx).catch(() => {})
    },
    blocked: () => {
      setTimeout(() => giveUp(new DOMException('An old tab holds the database.', 'BlockedError')), openTimeout)
    },
    blocking() {
      void opening.then((db) => db.close())
      onClosed('newer')
    },
    terminated: () => onClosed('lost'),
  })
  // A connection that opens after the timeout would block the upgrade to a later version.
  void opening.then((db) => tooLate && db.close()).catch(() => {})
  try {
    return withQuietEnds(await Promise.race([opening, givenUp]))
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Handles the `done` promise that idb creates for every transaction. A read awaits its requests only and fails with them: an abort
 * would also reject `done`, as an unhandled rejection.
 */
function withQuietEnds(db: Database): Database {
  const raw: IDBDatabase = unwrap(db)
  raw.transaction = (...how) => {
    const tx = IDBDatabase.prototype.transaction.apply(raw, how)
    wrap(tx).done.catch(() => {})
    return tx
  }
  return db
}

/** Copies the batch of each run from its body to its row, where lists see it. Only tools of sound made batches, each in its own thread. */
async function nameBatches(tx: IDBPTransaction<Stores, StoreNames<Stores>[], 'versionchange'>): Promise<void> {
  const runs = tx.objectStore('runs')
  for (const row of await runs.index('thread').getAll(IDBKeyRange.bound('audio.', 'audio/'))) {
    const batch = batchIn(readRunBody(await tx.objectStore('bodies').get(row.id))?.turn)
    if (batch !== undefined) await runs.put({ ...row, batch })
  }
}

function makeVersion1(db: Database): void {
  const runs = db.createObjectStore('runs', { keyPath: 'id' })
  runs.createIndex('seq', 'seq')
  runs.createIndex('thread', 'thread')
  runs.createIndex('open', 'open', { unique: true })
  db.createObjectStore('bodies', { keyPath: 'id' })
  db.createObjectStore('events', { keyPath: ['id', 'n'] })
  db.createObjectStore('drafts', { keyPath: 'key' })
}
