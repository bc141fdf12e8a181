import { type DBSchema, type IDBPDatabase, openDB, unwrap, wrap } from 'idb'
import type { Asset, EventBatch, RunBody, RunRow, RunWords } from './run-row.ts'

/**
 * The stores of version 3. Values are typed as what is written; what is read is parsed first, for it may come from
 * another version or be damaged.
 */
export interface Stores extends DBSchema {
  /** Heads and bodies stand apart: a list of ten thousand runs must not read their texts. */
  runs: { key: string; value: RunRow; indexes: { seq: number; thread: string; open: string; deleted: number } }
  bodies: { key: string; value: RunBody }
  events: { key: [id: string, n: number]; value: EventBatch }
  drafts: { key: string; value: { key: string; value: unknown } }
  assets: { key: string; value: Asset; indexes: { run: string } }
  words: { key: string; value: RunWords }
}

export type Database = IDBPDatabase<Stores>

/**
 * Why the database does not serve any more. `newer`: another tab has a later version, which waits for us to let go.
 * `lost`: the browser took it away. `failing`: it is open, and what is kept in it cannot be read.
 */
export type Closed = 'newer' | 'lost' | 'failing'

/** How long a new tab waits for an old one that holds an earlier version and does not let go, in ms. */
const patience = 800

/** How long the database may take to open, in ms: where the browser never answers, the page must not stay blank. */
const slowest = 8_000

/**
 * Opens the database, or makes it, or brings an earlier version up; that is one transaction: it is the old version or the new one,
 * whole. Rejects with a `VersionError` where a later version of the program made it, with a `BlockedError` where an old tab keeps us
 * out, and with a `TimeoutError` where the browser does not answer.
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
  // It may come when nobody waits any more.
  givenUp.catch(() => {})
  const timer = setTimeout(() => giveUp(new DOMException('The browser did not respond.', 'TimeoutError')), slowest)
  const opening = openDB<Stores>(name, 3, {
    upgrade(db, from, _to, tx) {
      // Whoever opens is told of a failure; here nobody waits for it.
      tx.done.catch(() => {})
      if (from < 1) makeVersion1(db)
      if (from < 2) {
        tx.objectStore('runs').createIndex('deleted', 'deleted')
        db.createObjectStore('assets', { keyPath: 'id' }).createIndex('run', 'run')
      }
      if (from < 3) db.createObjectStore('words', { keyPath: 'id' })
    },
    blocked: () => {
      setTimeout(() => giveUp(new DOMException('An old tab holds the database.', 'BlockedError')), patience)
    },
    blocking() {
      void opening.then((db) => db.close())
      onClosed('newer')
    },
    terminated: () => onClosed('lost'),
  })
  // Whoever comes too late must not stand in the way of the next version.
  void opening.then((db) => tooLate && db.close()).catch(() => {})
  try {
    return withQuietEnds(await Promise.race([opening, givenUp]))
  } finally {
    clearTimeout(timer)
  }
}

/**
 * idb gives every transaction a promise of its end. A read waits for its own requests alone, and its failure is that of the request: an
 * abort must not come up a second time, as a rejection that nobody handles.
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

function makeVersion1(db: Database): void {
  const runs = db.createObjectStore('runs', { keyPath: 'id' })
  runs.createIndex('seq', 'seq')
  runs.createIndex('thread', 'thread')
  runs.createIndex('open', 'open', { unique: true })
  db.createObjectStore('bodies', { keyPath: 'id' })
  db.createObjectStore('events', { keyPath: ['id', 'n'] })
  db.createObjectStore('drafts', { keyPath: 'key' })
}
