import type { LedgerHistory } from './ledger-history.ts'
import type { Asset, EventBatch, NewRun, RunBody, RunRow, StoredReply } from './run-row.ts'

/** What one write changed. Told to every tab, and only after the write is done. */
export interface LedgerChange {
  readonly kind: 'run' | 'events'
  readonly id: string
  readonly thread?: string
}

export type LedgerListener = (change: LedgerChange, from: 'here' | 'elsewhere') => void

/** `already-open`: an equal request, or this very row, is on its way or unsettled; nothing was written. */
export type Prepared = { readonly status: 'added' | 'already-open'; readonly row: RunRow }

/** Rows in the order of `seq`, and how many more could not be read. */
export interface RunList {
  readonly rows: readonly RunRow[]
  readonly unreadable: number
}

/** An exact prefix of what a run was sent; `next` is the number of the batch to read on from. */
export interface StoredEvents {
  readonly events: EventBatch['events']
  readonly next: number
}

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
  thread(id: string): Promise<RunList>
  /** The newest rows, at most so many. */
  newest(count: number): Promise<RunList>
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
