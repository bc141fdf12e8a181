import type { Run } from '../run.ts'
import type { RunConnection } from '../run-draft.ts'
import { createListeners } from '../run-store.ts'
import type { RunTools } from '../run-tools.ts'
import type { Asking } from './ask-for-lost.ts'
import type { Runner } from './runner.ts'
import { isLost } from './settle.ts'

/** A connection of this page, and whether it can be asked now: not while its key is missing. */
export interface KnownConnection {
  readonly connection: RunConnection
  readonly ready: boolean
}

/**
 * How it stands with the reply of a lost run that its router may keep.
 * - `asking`: the router is being asked, or will be at once. - `unreachable`: it did not answer, and is asked again by itself.
 * - `key-wanted`: it cannot be asked without the key.
 */
export type LostState = 'asking' | 'unreachable' | 'key-wanted'

/** Fetches by itself what our own router keeps for runs that were lost. Free: nothing is ever sent again. */
export interface LostRuns {
  /** Undefined for a run about which nothing is asked. */
  state(run: Pick<Run, 'id' | 'status' | 'resolution'>): LostState | undefined
  watch(listener: () => void): () => void
  /** Says whom the page can ask; what could not be asked before is asked then. */
  connect(known: readonly KnownConnection[]): void
  /** Looks anew for lost runs, when the network is back or a page has gone. */
  look(): Promise<void>
  /** Looks anew if this run, which was written, is lost now: until that is known, the router counts as being asked about it. */
  written(id: string): Promise<void>
}

/** So many runs are looked through: an older one waits for a press. */
const newestRuns = 50

/** What asks is loaded with the first lost run that is found: most pages have none. */
export function createLostRuns(tools: RunTools, checkAgain: Runner['checkAgain']): LostRuns {
  const listeners = createListeners()
  const states = new Map<string, LostState>()
  let known: readonly KnownConnection[] | undefined
  /** Runs that may have been lost since the last look. */
  const unsure = new Set<string>()
  /** Runs that were lost at some look: what becomes of them is told by `states`. */
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
