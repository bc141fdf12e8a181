import type { EndpointId } from '#contract/routes.ts'
import type { Run } from '../run.ts'
import type { KnownConnection, RunConnection } from '../run-draft.ts'

/**
 * What holds up a job of this page.
 * - `key-wanted`: the key of its connection is missing. - `no-connection`: no profile has its base URL.
 * - `key-refused`: the router does not accept the key (401, 403). - `offline`: the last poll gave no usable answer. Both are polled on, and
 * `tracked.trouble` says why, as a sentence.
 */
export type JobHold = 'key-wanted' | 'no-connection' | 'key-refused' | 'offline'

/** The download of a job's content by this page. Bytes; `total` is absent where the router does not say it. */
export interface Transfer {
  /** `waiting`: cut or not ready, and tried again by itself. */
  readonly state: 'fetching' | 'waiting'
  readonly received: number
  readonly total?: number
  /** Of `waiting`: why the last try gave no file, as a sentence. */
  readonly trouble?: string
}

/** A job that was created elsewhere. */
export interface ForeignJob {
  /** The endpoint whose reply would have been the job: `videos.create`. */
  readonly endpoint: EndpointId
  /** As the router gave it, not encoded. */
  readonly id: string
  readonly connection: RunConnection
  /** The id of its tool, which is its thread too. */
  readonly tool: string
}

/**
 * - `adopted`: it is a run now, and polled. - `known`: this browser has the job already. - `not-found`: the router does not know it.
 * - `failed`: the router gave no usable answer, or the browser did not store the run; `why` is a sentence for people.
 */
export type AdoptOutcome =
  | { readonly status: 'adopted' | 'known'; readonly id: string }
  | { readonly status: 'not-found' }
  | { readonly status: 'failed'; readonly why: string }

/**
 * Jobs: runs whose reply announces long work on a router (`queued`, `running`). They are polled to their end by one tab at a time, and their
 * content is fetched once. Everything here is free: no job is ever created, and none is cancelled. What is known of a job stands in its
 * row (`Run.tracked`), so that every tab and a later visit shows the same; a poll is also an event of the run.
 */
export interface Jobs {
  /** Sets the page's connections, and goes on with the jobs that had no usable one. */
  connect(known: readonly KnownConnection[]): void
  /**
   * Asks about a job at once, in whichever tab polls; watches it again where watching was stopped; fetches content that was not downloaded
   * (`interrupted`), and makes a run a job again whose router lost it (`not found`) or said nothing known (`stale`): see `canCheck`.
   */
  checkNow(id: string): Promise<void>
  /** No polls until `checkNow`. The job goes on at the router, and may be billed. */
  stopWatching(id: string): Promise<void>
  /** Reads a job by its id and keeps it as a run. Never rejects. */
  adopt(job: ForeignJob): Promise<AdoptOutcome>
  /** Undefined for a job that nothing holds up, and for every other run. */
  holdOf(run: Pick<Run, 'id' | 'status' | 'connection' | 'tracked'>): JobHold | undefined
  /** Undefined where this page downloads nothing for the run. Keeps its identity until it changes. */
  transferOf(id: string): Transfer | undefined
  /** Ends the download; what came is dropped, and `checkNow` begins anew. */
  cancelTransfer(id: string): void
  /** Whether there was a job to follow since the page came. */
  isFollowing(): boolean
  /** Calls the listener when a hold or a transfer changes, and with the first job. */
  watch(listener: () => void): () => void
}
