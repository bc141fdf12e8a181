import type { Run } from '../run.ts'
import type { KnownConnection } from '../run-draft.ts'
import { createListeners } from '../run-store.ts'
import type { RunTools } from '../run-tools.ts'
import type { Asking, LostState } from './ask-for-lost.ts'
import type { Runner } from './runner.ts'
import { isLost } from './states.ts'

/** Fetches the replies of lost runs that our own router has kept, automatically. Free: never sends a run again. */
export interface LostRuns {
  /** Undefined for a run without a recovery. */
  state(run: Pick<Run, 'id' | 'status' | 'resolution'>): LostState | undefined
  watch(listener: () => void): () => void
  /** Sets the page's connections, and retries the runs that had no usable one. */
  connect(known: readonly KnownConnection[]): void
  /** Searches for lost runs again; for when the network is back or a page was closed. */
  look(): Promise<void>
  /** Searches again if this written run is lost now; until that is determined its state is `asking`. */
  written(id: string): Promise<void>
}

/** Newest runs searched; older ones are recovered only on a press. */
const newestRuns = 50

/** Loaded with the first lost run, since most pages have none. */
export function createLostRuns(tools: RunTools, checkAgain: Runner['checkAgain']): LostRuns {
  const listeners = createListeners()
  const states = new Map<string, LostState>()
  let known: readonly KnownConnection[] | undefined
  /** Runs that may have been lost since the last look. */
  const unsure = new Set<string>()
  /** Runs found lost by an earlier search; their progress is in `states`. */
  const seen = new Set<string>()
  let looked = false
  let asking: Asking | undefined

  const changed = () => listeners.call('all')
  const again = () => void look()

  async function look(): Promise<void> {
    const { rows } = await tools.ledger.newest(newestRuns).catch(() => ({ rows: [] }))
    for (const { id } of rows.filter(isLost)) seen.add(id)
    if (rows.some(isLost)) {
      const loaded = await import('./ask-for-lost.ts').catch(() => undefined)
      asking ??= loaded?.createAsking(tools, checkAgain, { states, changed, again })
    }
    await asking?.look(rows, known)
    looked = true
    changed()
  }

  async function written(id: string): Promise<void> {
    if (!looked || unsure.has(id) || seen.has(id)) return
    unsure.add(id)
    const row = await tools.ledger.get(id).catch(() => undefined)
    if (row !== undefined && isLost(row)) await look()
    if (unsure.delete(id)) changed()
  }

  return {
    state: (run) =>
      isLost(run) ? (states.get(run.id) ?? (looked && !unsure.has(run.id) ? undefined : 'asking')) : undefined,
    written,
    watch: (listener) => listeners.add('all', listener, () => {}),
    connect(next) {
      known = next
      if (looked || asking) again()
    },
    look,
  }
}
