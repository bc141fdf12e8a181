import type { RunRow } from '../../ledger/run-row.ts'

/**
 * The part of `navigator.locks` that is used. `steal` takes the lock at once: the request of the earlier holder rejects with an
 * `AbortError`, while its work goes on without the lock. It excludes the other two options.
 */
export interface Locks {
  request<T>(
    name: string,
    options: { readonly ifAvailable?: boolean; readonly signal?: AbortSignal; readonly steal?: boolean },
    work: (lock: unknown) => Promise<T>,
  ): Promise<T>
}

/**
 * The Web Lock that the page that streams it holds until the run ends. It serializes equal requests of all tabs; while a run is open, a free
 * lock means that its page is gone. A confirmed repeat has its own lock.
 */
export function lockOf(row: Pick<RunRow, 'intent' | 'repeats'>): string {
  return row.repeats === undefined ? `op:${row.intent}` : `op:${row.intent}:${row.repeats}`
}

/** Runs the work if the lock is free now. Without a lock manager it always runs: then only the ledger prevents a second send. */
export async function underLock<T>(
  locks: Locks | undefined,
  name: string,
  work: () => Promise<T>,
  taken: () => Promise<T>,
): Promise<T> {
  if (locks === undefined) return await work()
  return await locks.request(name, { ifAvailable: true }, (lock) => (lock === null ? taken() : work()))
}
