import type { IDBPTransaction } from 'idb'
import type { Database, Stores } from './database.ts'
import { complete, strict } from './transaction.ts'

export type WrittenStore = 'runs' | 'bodies' | 'assets' | 'events'

/** The transaction of a group of writes. */
export type WriteTransaction = IDBPTransaction<Stores, WrittenStore[], 'readwrite'>

interface Waiting {
  readonly stores: readonly WrittenStore[]
  /** Resolves with what is to be called once the transaction is committed. */
  readonly work: (tx: WriteTransaction) => Promise<() => void>
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
    const tx = db.transaction([...new Set(group.flatMap(({ stores }) => stores))], 'readwrite', strict)
    async function work() {
      const committed: (() => void)[] = []
      for (const one of group) committed.push(await one.work(tx))
      return committed
    }
    return await complete(tx, work())
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
    /** `work` awaits its reads; its last requests need not be awaited, since the commit is. */
    write<T>(stores: readonly WrittenStore[], work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
      const written = new Promise<T>((done, fail) => {
        const one = async (tx: WriteTransaction) => {
          const made = await work(tx)
          return () => done(made)
        }
        waiting.push({ stores, work: one, fail })
        if (!isBusy) void writeAll()
      })
      const both = () => {}
      last = written.then(both, both)
      return written
    },
    /** Resolves when the writes so far have ended, so that a read sees them; undefined where none is under way. */
    written: () => (isBusy ? last : undefined),
  }
}
