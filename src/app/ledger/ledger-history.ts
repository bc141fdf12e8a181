import type { RunList } from './ledger.ts'
import type { Asset, RunRow, RunWords } from './run-row.ts'
import type { WholeRun } from './whole-run.ts'

/** The part of a ledger that only the list of all runs needs. Deleted rows are among the others: who shows them leaves them out. */
export interface LedgerHistory {
  /**
   * The heads of all runs in some lists, the newest list first and small, each in the order of `seq`. No body is read. Runs that are
   * added meanwhile are told to the ledger's listeners.
   */
  heads(): AsyncGenerator<RunList, void>
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

/** So few heads are read at first that they are there at once. */
export const firstHeads = 50
