import type { Ledger } from '../ledger/ledger.ts'
import type { Follow } from './follow/follow.ts'
import type { Runner } from './life/runner.ts'
import type { RunStore } from './run-store.ts'
import type { RunTools } from './run-tools.ts'
import type { StoredDraft } from './stored-draft.ts'

/** Everything the app can do with runs. One for each page. */
export interface Runs
  extends Pick<Runner, 'start' | 'stop' | 'giveUp' | 'checkAgain'>,
    Pick<RunStore, 'run' | 'thread' | 'watchRun' | 'watchThread'>,
    Pick<Ledger, 'persistent' | 'trouble'> {
  /** Jobs and lost runs. */
  readonly follow: Follow
  /** Resolves when the runs that earlier pages left behind are settled. */
  readonly recovered: Promise<void>
  /** The page's clock, its session storage, and the event that it may be about to go. */
  readonly page: Pick<RunTools, 'clock' | 'tab' | 'onHide'>
  openDraft(key: string): StoredDraft
  /** The first words of all its threads, where these are the runs of a world of their own (`scoped-runs.ts`). */
  readonly scope?: string
  close(): void
}

/** Makes a function that gives the one value of a page's runs, which `make` makes with the first call. */
export function onePerRuns<T extends object>(make: (runs: Runs) => T): (runs: Runs) => T {
  const known = new WeakMap<Runs, T>()
  return (runs) => {
    const one = known.get(runs) ?? make(runs)
    known.set(runs, one)
    return one
  }
}
