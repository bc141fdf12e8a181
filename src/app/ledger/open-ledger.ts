import { type Channel, createChanges } from './changes.ts'
import { type Closed, openDatabase } from './database.ts'
import { indexedLedger } from './indexed-ledger.ts'
import type { Ledger, LedgerTrouble } from './ledger.ts'

export interface LedgerOptions {
  /** Name of the database and of the channel between tabs. */
  readonly name?: string
  /** The database became unusable: from here on calls may reject, until the page is reloaded. */
  readonly onClosed?: (why: Closed) => void
}

/** Ms before each retry: the files of a killed browser may still be locked while the next one starts. */
const waits = [100, 300, 800]

/**
 * Opens the ledger of this origin, and never deletes anything. Where IndexedDB is absent, refuses, does not answer, belongs to a later
 * version of the program or is blocked by an old tab, the result is a ledger in memory with that `trouble`. Rejects only where the code
 * of that one does not load.
 */
export async function openLedger({ name = 'patchbay', onClosed = () => {} }: LedgerOptions = {}): Promise<Ledger> {
  return await tryToOpen(name, onClosed, waits)
}

async function tryToOpen(name: string, onClosed: (why: Closed) => void, tries: readonly number[]): Promise<Ledger> {
  try {
    const db = await openDatabase(name, onClosed)
    return indexedLedger(db, createChanges(openChannel(name)), () => onClosed('failing'))
  } catch (error) {
    const trouble = troubleOf(error)
    const [wait, ...later] = tries
    if (trouble !== 'refused' || nameOf(error) === 'TimeoutError' || wait === undefined) {
      const { memoryLedger } = await import('./memory-ledger.ts')
      return memoryLedger(createChanges(), trouble)
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
    return await tryToOpen(name, onClosed, later)
  }
}

function openChannel(name: string): Channel | undefined {
  return typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : undefined
}

function troubleOf(error: unknown): LedgerTrouble {
  const name = nameOf(error)
  try {
    if (typeof indexedDB === 'undefined' || indexedDB === null) return 'absent'
  } catch {
    // Some browsers throw on access of the property.
    return 'refused'
  }
  if (name === 'VersionError') return 'newer'
  return name === 'BlockedError' ? 'blocked' : 'refused'
}

function nameOf(error: unknown): string {
  return error instanceof DOMException ? error.name : ''
}
