import { type IDBPTransaction, unwrap } from 'idb'
import type { Database, Stores } from './database.ts'
import type { NewRun, RunRow } from './run-row.ts'
import { complete, nextSeq, put, strict } from './transaction.ts'

type OtherStore = 'bodies' | 'assets' | 'events'

/** The transaction of a group of writes. */
export type WriteTransaction = IDBPTransaction<Stores, ('runs' | OtherStore)[], 'readwrite'>

/** One write: it awaits its reads; its last requests need not be awaited, since the commit is. */
type Work<T> = (rows: SharedRows, tx: WriteTransaction) => Promise<T>

export type SharedRows = ReturnType<typeof sharedRows>

/** The rows in a transaction that writes share. All their reads are made at once, yet each sees what those before it have written. */
function sharedRows(tx: WriteTransaction) {
  const store = tx.objectStore('runs')
  const written = new Map<string, RunRow>()
  let next: Promise<number> | undefined
  const above = (stored: number) => Math.max(stored, ...[...written.values()].map(({ seq }) => seq + 1))
  return {
    async get(id: string): Promise<RunRow | undefined> {
      const stored = await store.get(id)
      return written.get(id) ?? stored
    },
    /** The row that holds an intent. */
    async holder(intent: string): Promise<RunRow | undefined> {
      const stored = await store.index('open').get(intent)
      const fresh = [...written.values()].find(({ open }) => open === intent)
      return fresh ?? (stored && written.has(stored.id) ? undefined : stored)
    },
    async nextSeq(): Promise<number> {
      return above(await nextSeq(store.index('seq')))
    },
    /** Adds a row under the next `seq`. Fails with the whole transaction where another has the same id, or holds the same intent. */
    async add(fresh: NewRun): Promise<RunRow> {
      next ??= nextSeq(store.index('seq'))
      const stored = await next
      // Nothing is awaited between the look at what is written and the writing: each gets a number of its own.
      const row = { ...fresh, seq: above(stored) }
      written.set(row.id, row)
      unwrap(store).add(row)
      return row
    },
    put(row: RunRow): void {
      written.set(row.id, row)
      put(store, row)
    },
  }
}

interface Waiting {
  readonly stores: readonly OtherStore[]
  /** Resolves with what is to be called once the transaction is committed. */
  readonly work: Work<() => void>
  readonly fail: (error: unknown) => void
}

/**
 * Carries out writes one after the other. Those that come while a transaction is being committed share the next one (group commit): waiting
 * for the disk takes as long for one row as for eight. Where a shared transaction fails, nothing of it is stored, and each of its writes is
 * tried alone.
 */
export function createGroupedWrites(db: Database) {
  let waiting: Waiting[] = []
  let isBusy = false
  let last: Promise<void> | undefined

  async function commit(group: readonly Waiting[]): Promise<readonly (() => void)[]> {
    const others = group.flatMap(({ stores }) => stores)
    const tx = db.transaction([...new Set(['runs' as const, ...others])], 'readwrite', strict)
    const rows = sharedRows(tx)
    return await complete(tx, Promise.all(group.map(({ work }) => work(rows, tx))))
  }

  async function write(group: readonly Waiting[]): Promise<void> {
    try {
      for (const tell of await commit(group)) tell()
    } catch (error) {
      if (group.length === 1) group[0]?.fail(error)
      else for (const one of group) await write([one])
    }
  }

  async function writeAll(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await write(group)
    }
    isBusy = false
  }

  return {
    /** Carries out a write of rows, and of these stores. */
    write<T>(stores: readonly OtherStore[], work: Work<T>): Promise<T> {
      const written = new Promise<T>((done, fail) => {
        const one: Work<() => void> = async (rows, tx) => {
          const made = await work(rows, tx)
          return () => done(made)
        }
        waiting.push({ stores, work: one, fail })
        if (!isBusy) void writeAll()
      })
      const ended = () => {}
      last = written.then(ended, ended)
      return written
    },
    /** Resolves when the writes so far have ended, so that a read sees them; undefined where none is under way. */
    written: () => (isBusy ? last : undefined),
  }
}
