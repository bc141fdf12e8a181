import { isJob } from '#contract/core/statuses.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import type { Run } from '../run.ts'
import type { KnownConnection } from '../run-draft.ts'
import { createListeners } from '../run-store.ts'
import type { RunTools } from '../run-tools.ts'
import type { Follower } from './follow-jobs.ts'
import type { Jobs } from './jobs.ts'

/** The jobs of a page, with what the runs of the page tell them. */
export interface PageJobs extends Jobs {
  /** Takes up the jobs of earlier pages and of other tabs. */
  look(): Promise<void>
  /** A row was written, in whichever tab. */
  written(id: string): Promise<void>
  close(): void
}

/** Ms before the code is loaded again that did not load. */
const loadPause = 5_000

/** The code that follows jobs is loaded with the first one, since most pages have none. `publish` shows a run that could not be stored. */
export function createJobs(tools: RunTools, publish: (run: Run) => void): PageJobs {
  const { ledger, clock } = tools
  const listeners = createListeners()
  const changed = () => listeners.call('all')
  let known: readonly KnownConnection[] | undefined
  let isClosed = false
  let follower: Follower | undefined
  let loading: Promise<Follower | undefined> | undefined

  /** Where the code does not load, as from a router that has just stopped, it is tried again. */
  function load(): Promise<Follower | undefined> {
    loading ??= import('./follow-jobs.ts').then(
      ({ createFollower }) => {
        if (isClosed) return undefined
        follower = createFollower(tools, changed, publish)
        if (known) follower.connect(known)
        changed()
        return follower
      },
      () => {
        loading = undefined
        clock.after(loadPause, () => isClosed || void look())
        return undefined
      },
    )
    return loading
  }

  async function take(row: RunRow): Promise<void> {
    if (follower === undefined && isJob(row.status) && row.open !== undefined) await load()
    follower?.take(row)
  }

  async function look(): Promise<void> {
    for (const row of await ledger.openRuns().catch(() => [])) await take(row)
  }

  return {
    look,
    async written(id) {
      const row = await ledger.get(id).catch(() => undefined)
      if (row !== undefined && !isClosed) await take(row)
    },
    connect(next) {
      known = next
      follower?.connect(next)
      changed()
    },
    checkNow: async (id) => (await load())?.checkNow(id),
    stopWatching: async (id) => (await load())?.stopWatching(id),
    async adopt(job) {
      const { adoptJob } = await import('./adopt.ts')
      return await adoptJob(tools, job)
    },
    holdOf: (run) => follower?.holdOf(run),
    isFollowing: () => follower !== undefined,
    transferOf: (id) => follower?.transferOf(id),
    cancelTransfer: (id) => follower?.cancelTransfer(id),
    watch: (listener) => listeners.add('all', listener, () => {}),
    close() {
      isClosed = true
      follower?.close()
    },
  }
}
