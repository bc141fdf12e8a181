import type { Stream } from '../client/exchange.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Clock } from './clock.ts'
import type { RunConnection } from './draft.ts'
import type { Locks } from './locks.ts'
import type { Reader } from './replay.ts'

/** All that the run layer needs of the world. */
export interface RunTools {
  readonly ledger: Ledger
  readonly connect: (connection: RunConnection) => { readonly stream: Stream }
  readonly createReader: () => Reader
  /** Tells our own router to end the upstream call of a run. What it fails with is of no use to anyone: it is dropped. */
  readonly stopRemote: (connection: RunConnection, id: string) => Promise<unknown>
  readonly clock: Clock
  /** A new UUID. */
  readonly newId: () => string
  /** Left out where the page has none. */
  readonly locks?: Locks
  /** Does the work once, before the next frame is drawn, or soon where the page is hidden. */
  readonly frame: (work: () => void) => void
  /** Calls the listener whenever the page may be about to go. */
  readonly onHide: (listener: () => void) => () => void
}
