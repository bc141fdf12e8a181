import type { Client } from '../client/client.ts'
import type { MediaReading, Reader } from '../client/read/reply-reader.ts'
import type { RemoteOperation } from '../client/send/operation.ts'
import type { Download } from '../client/worker/download-by-worker.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Sha256 } from './life/hashes.ts'
import type { Locks } from './life/locks.ts'
import type { RunClock } from './life/run-clock.ts'
import type { RunConnection } from './run-draft.ts'

/** The dependencies of the run layer, replaced in tests. */
export interface RunTools {
  readonly ledger: Ledger
  readonly connect: (connection: RunConnection) => Pick<Client, 'stream' | 'call' | 'read'>
  readonly createReader: (options?: { readonly media?: MediaReading }) => Reader | Promise<Reader>
  /** Asks our own router for the state of a run. Rejects where there is no valid answer. */
  readonly readRemote: (connection: RunConnection, id: string) => Promise<RemoteOperation>
  /** Ends a run at our own router, also one whose request arrives later. Rejects where that is not confirmed. */
  readonly stopRemote: (connection: RunConnection, id: string) => Promise<void>
  /** Downloads the content of a job; see `fetchContent`. */
  readonly download: Download
  readonly clock: RunClock
  /** A new UUID. */
  readonly newId: () => string
  /** SHA-256 in hex, where there is a faster one than `crypto.subtle`, for which Node takes a millisecond however short the text is. */
  readonly sha256?: Sha256
  /** Left out where the page has none. */
  readonly locks?: Locks
  /** Calls `work` once, before the next frame, or by a timer where the page is hidden. */
  readonly frame: (work: () => void) => void
  /** Storage of this tab alone (`sessionStorage`); left out where it is forbidden. */
  readonly tab?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** The storage of this origin (`navigator.storage`); left out where the page has none. */
  readonly storage?: Pick<StorageManager, 'estimate' | 'persist' | 'persisted'>
  /** Whether a person may see the page. */
  readonly isVisible: () => boolean
  /** Calls the listener whenever that changes. */
  readonly onVisible: (listener: () => void) => () => void
  /** Calls the listener whenever the page may be about to go. */
  readonly onHide: (listener: () => void) => () => void
}
