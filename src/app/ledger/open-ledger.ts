import { type Channel, createChanges } from './changes.ts'
import { type Closed, openDatabase } from './database.ts'
import { indexedLedger } from './indexed-ledger.ts'
import type { Ledger, LedgerTrouble } from './ledger.ts'
import { memoryLedger } from './memory-ledger.ts'

export interface LedgerOptions {
  /** Name of the database and of the channel between tabs. */
  readonly name?: string
  /** The database was closed under us: from here on every write rejects, until the page is loaded anew. */
  readonly onClosed?: (why: Closed) => void
}

/**
 * Opens the ledger of this origin. Never rejects and never deletes: where IndexedDB is absent, refuses, or belongs to a later
 * version of the program, it is a ledger in memory that says so.
 */
export async function openLedger({ name = 'patchbay', onClosed = () => {} }: LedgerOptions = {}): Promise<Ledger> {
  try {
    const db = await openDatabase(name, onClosed)
    return indexedLedger(db, createChanges(openChannel(name)))
  } catch (error) {
    return memoryLedger(createChanges(), troubleOf(error))
  }
}

function openChannel(name: string): Channel | undefined {
  return typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : undefined
}

function troubleOf(error: unknown): LedgerTrouble {
  if (typeof indexedDB === 'undefined' || indexedDB === null) return 'absent'
  return error instanceof DOMException && error.name === 'VersionError' ? 'newer' : 'refused'
}
