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

/** `already-open`: an equal request, or this very row, is on its way or unsettled; nothing was written. */
export type Prepared = { readonly status: 'added' | 'already-open'; readonly row: RunRow }

/**
 * Why runs are kept in memory only. `newer`: a later version of this program has the database. `blocked`: a tab of an earlier
 * version holds it.
 */
export type LedgerTrouble = 'absent' | 'refused' | 'newer' | 'blocked'

/** What a run ends with. */
export interface Ending {
  readonly result: unknown
  /** Left out where no reply came, or its head is not known any more. */
  readonly reply?: StoredReply
  /** The media that came. */
  readonly outputs?: readonly Asset[]
}

/**
 * The browser's own record of every run. A promise that resolves means the data is durable; one that rejects means that
 * nothing of the write is there (quota, a closed database). Rows that do not fit are left out and counted, never repaired.
 */
export interface Ledger {
  /** False: everything is lost with the page, and `trouble` says why. */
  readonly persistent: boolean
  readonly trouble?: LedgerTrouble
  /**
   * Adds a run, or takes up a row that is still a `draft`, in one transaction with the check that no equal request is open.
   * A row that names the open one in `repeats` takes its place: that is the person's word. The files it sends go in with it.
   */
  prepare(row: NewRun, body: RunBody, inputs?: readonly Asset[]): Promise<Prepared>
  /** Changes a row and gives the new one; undefined when there is none. `change` runs inside the transaction: pure, no waiting. */
  update(id: string, change: (row: RunRow) => RunRow): Promise<RunRow | undefined>
  /** Adds events. Batches of a run count up from 0: reading stops at a gap. */
  appendEvents(batch: EventBatch): Promise<void>
  /** The row's ending, the result and its media in one transaction. */
  finish(id: string, change: (row: RunRow) => RunRow, ending: Ending): Promise<RunRow | undefined>
  get(id: string): Promise<RunRow | undefined>
  /** In the order asked, undefined where there is none. */
  bodies(ids: readonly string[]): Promise<readonly (RunBody | undefined)[]>
  eventsOf(id: string, from?: number): Promise<StoredEvents>
  thread(id: string): Promise<RowList>
  /** The newest rows, at most so many. */
  newest(count: number): Promise<RowList>
  /** Every row that is on its way or unsettled. */
  openRuns(): Promise<readonly RunRow[]>
  readDraft(key: string): Promise<unknown>
  /** Keeps a draft; `undefined` removes it. */
  writeDraft(key: string, value: unknown): Promise<void>
  subscribe(listener: LedgerListener): () => void
  /** What only the list of all runs needs; loaded when it is asked for. */
  history(): Promise<LedgerHistory>
  close(): void
}

/** The part of a ledger that only the list of all runs needs. Deleted rows are among the others: who shows them leaves them out. */
export interface LedgerHistory {
  /**
   * The heads of all runs in some lists, the newest list first and small, each in the order of `seq`. No body is read. Runs that are
   * added meanwhile are told to the ledger's listeners.
   */
  heads(): AsyncGenerator<RowList, void>
  /** In the order asked, undefined where there is none that can be read. */
  rows(ids: readonly string[]): Promise<readonly (RunRow | undefined)[]>
  /** Changes some rows in one transaction and gives those that are there; `change` is pure. */
  change(ids: readonly string[], change: (row: RunRow) => RunRow): Promise<readonly RunRow[]>
  /** What a run was given and gave; what is damaged is left out. */
  assets(run: string): Promise<readonly Asset[]>
  /** Adds media of a run that goes on, so that a page that is lost loses none of it; nothing where there is no such run. */
  keep(run: string, outputs: readonly Asset[]): Promise<void>
  /** Every id that a run or its media is kept under, also what is damaged or deleted. */
  takenIds(): Promise<ReadonlySet<string>>
  /**
   * Adds a run at the end of the order, with all that hangs on it, in one transaction. Undefined, and nothing is written, where its id
   * or that of one of its assets is taken: what is there is never overwritten.
   */
  add(run: WholeRun): Promise<RunRow | undefined>
  /** All words that were kept, in some lists. Those of a run that has gone on since are among them. */
  words(): AsyncGenerator<readonly RunWords[], void>
  /** Keeps the words of runs in the place of earlier ones; those of runs that are not there (any more) are left out. */
  keepWords(all: readonly RunWords[]): Promise<void>
  /** Removes for good what was deleted before that time, with bodies, events, media and words. Gives the number of runs. */
  purge(before: number): Promise<number>
}
