import type { Run } from './run.ts'

/** A conversation as it is shown. */
export interface ThreadView {
  /** In the order of `seq`. */
  readonly runs: readonly Run[]
  /** The ledger has not been read yet. */
  readonly loading: boolean
  /** Runs that are damaged and cannot be shown. */
  readonly unreadable: number
}

/** Before the ledger is read. */
export const emptyThread: ThreadView = { runs: [], loading: true, unreadable: 0 }

/** The view with a run put in its place, new or renewed; a deleted one is taken out. */
export function withRun(view: ThreadView, run: Run): ThreadView {
  if (run.deleted !== undefined) return { ...view, runs: view.runs.filter((one) => one.id !== run.id) }
  const at = view.runs.findLastIndex((one) => one.id === run.id)
  if (at >= 0) return { ...view, runs: view.runs.with(at, run) }
  const before = view.runs.findLastIndex((one) => one.seq < run.seq)
  return { ...view, runs: view.runs.toSpliced(before + 1, 0, run) }
}

/** The view once the ledger is read. Runs that were shown meanwhile are newer than what was read. */
export function withLoaded(view: ThreadView, loaded: Pick<ThreadView, 'runs' | 'unreadable'>): ThreadView {
  return view.runs.reduce(withRun, { ...loaded, loading: false })
}
