import type { EndpointId } from '#contract/routes.ts'
import type { ErrorFacts } from '../../client/client-error.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import type { Stamp } from '../life/states.ts'
import type { Run } from '../run.ts'
import type { KnownConnection, RunConnection } from '../run-draft.ts'

/**
 * What holds up a job or a lost run.
 * - `key-wanted`: the key of its connection is missing. - `no-connection`: no profile has its base URL.
 * - `key-refused`: the router does not accept the key (401, 403). - `offline`: the last question had no usable answer. Both are asked on, and
 * `polling.trouble` says why, as a sentence.
 */
export type Hold = 'key-wanted' | 'no-connection' | 'key-refused' | 'offline'

/** The download of a job's content by this page. Bytes; `total` is absent where the router does not say it. */
export interface Transfer {
  /** `waiting`: cut or not ready, and tried again automatically. */
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
 * State of the recovery of a lost run's reply.
 * - `asking`: a request is pending or imminent. - `unreachable`: no answer; retried automatically.
 * - `key-wanted`: the connection's key is missing.
 */
export type LostState = 'asking' | 'unreachable' | 'key-wanted'

/**
 * Runs that a router is asked about until they are settled: jobs (`queued`, `running`), and lost runs, whose reply our own router may have
 * kept. All of it is free: nothing is sent again, no job is created and none is cancelled. What is known of a run stands in its row
 * (`jobState`, `polling`), so that every tab and a later visit shows the same; a poll of a job is also an event of its run.
 */
export interface Follow {
  /** Sets the page's connections, and goes on with the runs that had no usable one. */
  connect(known: readonly KnownConnection[]): void
  /** Takes up the runs of earlier pages and of other tabs, and asks at once about lost runs whose router did not answer. */
  look(): Promise<void>
  /** A row was written, in whichever tab; it is read unless it is given. Until then its state is `asking` where it is lost. */
  written(id: string, row?: RunRow): Promise<void>
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
  holdOf(run: Pick<Run, 'status' | 'connection' | 'polling'>): Hold | undefined
  /** Undefined for a run without a recovery. */
  lostState(run: Pick<Run, 'id' | 'status' | 'resolution' | 'connection' | 'polling'>): LostState | undefined
  /** Undefined where this page downloads nothing for the run. Keeps its identity until it changes. */
  transferOf(id: string): Transfer | undefined
  /** Ends the download; what came is dropped, and `checkNow` begins anew. */
  cancelTransfer(id: string): void
  /** Whether there was a job to follow since the page came. */
  hasJobs(): boolean
  /** Calls the listener when a hold, a state or a transfer changes, and with the first job. */
  watch(listener: () => void): () => void
  close(): void
}

/**
 * What one question to a router gave.
 * - `going`: a usable answer, and the run goes on. - `settled`: the run's end is stored. - `gone`: the router does not know it.
 * - `trouble`: no usable answer, which says nothing of the run.
 */
export type Answer = {
  /** Seconds. */
  readonly retryAfter?: number
  /** What else the answer says of the row, written with `polling`. Pure: it is called in a transaction. */
  readonly change?: (row: RunRow, stamp: Stamp) => RunRow
  /** Stores the end that the answer brings; undefined where it brings none, or could not be stored. */
  readonly settle?: (stamp: Stamp) => Promise<RunRow | undefined>
} & ({ readonly status: 'going' | 'settled' } | { readonly status: 'gone' | 'trouble'; readonly error: ErrorFacts })

/** A kind of runs that a router is asked about. */
export interface FollowedKind {
  /** Web Lock under which one tab asks about all of a base URL; undefined: every tab asks, and the claim of each question excludes the others. */
  readonly lock?: string
  /** Questions of this page at the same time. */
  readonly atOnce: number
  /** Whether a router is asked about a row. Also called in a transaction. */
  isFollowed(row: RunRow): boolean
  /** What the row does not say; called once for each row that is taken up. */
  admits?(row: RunRow): Promise<boolean>
  /** Starts what is done instead of asking; false where there is nothing. */
  works?(row: RunRow, connection: RunConnection): boolean
  /** A first step without a question, from what is stored; undefined where there is none. */
  begin?(row: RunRow): (() => Promise<RunRow | undefined>) | undefined
  /** Asks once about a row whose question is claimed. Never rejects. */
  ask(row: RunRow, connection: RunConnection): Promise<Answer>
}
