import type { LedgerListener } from './changes.ts'
import type {
  Asset,
  EventBatch,
  NewRun,
  RowList,
  RunBody,
  RunRow,
  RunWords,
  StoredEvents,
  StoredReply,
} from './run-row.ts'
import type { WholeRun } from './whole-run.ts'

/** `already-open`: an equal request, or this row itself, is open or unsettled; nothing was written. */
export type Prepared = { readonly status: 'added' | 'already-open'; readonly row: RunRow }

/**
 * Why runs are kept in memory only. `newer`: the database belongs to a later version of this program. `blocked`: a tab of an earlier
 * version keeps it open.
 */
export type LedgerTrouble = 'absent' | 'refused' | 'newer' | 'blocked'

/** What a run ends with. */
export interface Ending {
  readonly result: unknown
  /** The body as it is stored, where the caller has it: it need not be read again. */
  readonly body?: RunBody
  /** Left out where no reply came, or its head is lost. */
  readonly reply?: StoredReply
  /** The media that came. */
  readonly outputs?: readonly Asset[]
  /** The last events. */
  readonly events?: EventBatch
}

/**
 * The browser's record of every run. A resolved write is durable; a rejected one (quota, a closed database) has stored nothing. Rows
 * that do not fit their schema are left out and counted, never repaired.
 */
export interface Ledger {
  /** False: the ledger is in memory and lost with the page; `trouble` is the reason. */
  readonly persistent: boolean
  readonly trouble?: LedgerTrouble
  /**
   * Adds a run, or reuses a row that is still a `draft`, in one transaction with the check that no equal request is open. A row that
   * names the open one in `repeats` replaces it: the person has decided so. The files it sends are written with it.
   */
  prepare(row: NewRun, body: RunBody, inputs?: readonly Asset[]): Promise<Prepared>
  /** Changes a row and returns the new one; undefined where there is none. `change` runs inside the transaction: pure and synchronous. */
  update(id: string, change: (row: RunRow) => RunRow): Promise<RunRow | undefined>
  /** Adds events. Batches of a run count up from 0: reading stops at a gap. */
  appendEvents(batch: EventBatch): Promise<void>
  /** The row's ending, the result, its media and the last events in one transaction. */
  finish(id: string, change: (row: RunRow) => RunRow, ending: Ending): Promise<RunRow | undefined>
  get(id: string): Promise<RunRow | undefined>
  /** In the order asked, undefined where there is none. */
  bodies(ids: readonly string[]): Promise<readonly (RunBody | undefined)[]>
  eventsOf(id: string, from?: number): Promise<StoredEvents>
  thread(id: string): Promise<RowList>
  /** The newest rows, at most so many. */
  newest(count: number): Promise<RowList>
  /** Every row that is open, queued or unsettled. */
  openRuns(): Promise<readonly RunRow[]>
  readDraft(key: string): Promise<unknown>
  /** Keeps a draft; `undefined` removes it. */
  writeDraft(key: string, value: unknown): Promise<void>
  subscribe(listener: LedgerListener): () => void
  /** The functions that only the list of all runs needs; their code is loaded with the first call. */
  history(): Promise<LedgerHistory>
  close(): void
}

/** The part of a ledger that only the list of all runs needs. Deleted rows are included: the caller filters them. */
export interface LedgerHistory {
  /**
   * The heads of all runs in several lists, of which the first has the newest runs and is small; each is in the order of `seq`. No body is
   * read. Runs that are added meanwhile are reported to the ledger's listeners.
   */
  heads(): AsyncGenerator<RowList, void>
  /** In the order asked, undefined where there is no readable one. */
  rows(ids: readonly string[]): Promise<readonly (RunRow | undefined)[]>
  /** Changes rows in one transaction and returns those that exist; `change` is pure. */
  change(ids: readonly string[], change: (row: RunRow) => RunRow): Promise<readonly RunRow[]>
  /** The files that a run sent and received; damaged ones are left out. */
  assets(run: string): Promise<readonly Asset[]>
  /** Stores media of an open run, so that they survive a crash of the page; without effect where there is no such run. */
  keep(run: string, outputs: readonly Asset[]): Promise<void>
  /** The drafts whose keys begin so, by the rest of their keys. */
  draftsUnder(prefix: string): Promise<ReadonlyMap<string, unknown>>
  /** Every id in use by a run or its media, damaged and deleted ones included. */
  takenIds(): Promise<ReadonlySet<string>>
  /**
   * Adds a run at the end of the order, with its body, events and assets, in one transaction. Undefined without effect where its id or
   * that of one of its assets is in use: nothing is ever overwritten.
   */
  add(run: WholeRun): Promise<RunRow | undefined>
  /** All stored words, in several lists. Includes outdated words of runs that have changed since. */
  words(): AsyncGenerator<readonly RunWords[], void>
  /** Stores the words of runs, replacing earlier ones; words of runs that do not exist are dropped. */
  keepWords(all: readonly RunWords[]): Promise<void>
  /**
   * Removes runs that were deleted before that time (ms since 1970) and are not needed, with bodies, events, media and words. Returns their
   * number. `remainsOf`: the row that stays in place of one, where it must be known that there was a run.
   */
  purge(
    before: number,
    isNeeded?: (row: RunRow) => Promise<boolean>,
    remainsOf?: (row: RunRow) => RunRow | undefined,
  ): Promise<number>
}
