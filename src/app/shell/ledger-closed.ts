/** Why the ledger is closed under this page, told to whoever listens. */
export type ClosedReason = 'newer' | 'lost' | 'failing'

let reason: ClosedReason | undefined
const listeners = new Set<() => void>()

export const ledgerClosed = {
  get: () => reason,
  tell(why: ClosedReason): void {
    // A database that was closed fails too: the first reason says more.
    reason ??= why
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
