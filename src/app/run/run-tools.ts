import type { Stream } from '../client/exchange.ts'
import type { MediaReading, Reader } from '../client/read/reply-reader.ts'
import type { RemoteOperation } from '../client/send/operation.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { RunClock } from './life/clock.ts'
import type { Locks } from './life/locks.ts'
import type { RunConnection } from './run-draft.ts'

/** All that the run layer needs of the world. */
export interface RunTools {
  readonly ledger: Ledger
  readonly connect: (connection: RunConnection) => { readonly stream: Stream }
  readonly createReader: (options?: { readonly media?: MediaReading }) => Reader | Promise<Reader>
  /** Asks our own router what became of a run. Rejects where it does not say. */
  readonly readRemote: (connection: RunConnection, id: string) => Promise<RemoteOperation>
  /** Tells our own router to end a run, also one that reaches it later. Rejects where it does not say that it has. */
  readonly stopRemote: (connection: RunConnection, id: string) => Promise<void>
  readonly clock: RunClock
  /** A new UUID. */
  readonly newId: () => string
  /** Left out where the page has none. */
  readonly locks?: Locks
  /** Does the work once, before the next frame is drawn, or soon where the page is hidden. */
  readonly frame: (work: () => void) => void
  /** Storage of this tab alone (`sessionStorage`); left out where it is forbidden. */
  readonly tab?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Room for all of this origin (`navigator.storage`); left out where the page has none. */
  readonly storage?: Pick<StorageManager, 'estimate' | 'persist' | 'persisted'>
  /** Calls the listener whenever the page may be about to go. */
  readonly onHide: (listener: () => void) => () => void
}
