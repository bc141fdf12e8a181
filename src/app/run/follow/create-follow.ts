import { isJob } from '#contract/core/statuses.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import type { Runner } from '../life/runner.ts'
import { isLost } from '../life/states.ts'
import type { Run } from '../run.ts'
import type { KnownConnection } from '../run-draft.ts'
import { createListeners } from '../run-store.ts'
import type { RunTools } from '../run-tools.ts'
import type { Follow, Hold, LostState } from './follow.ts'
import type { Following } from './follow-all.ts'

/** Newest runs among which lost ones are looked for; older ones are recovered only on a press. */
const newestRuns = 50
/** Ms before the code is loaded again that did not load. */
const loadPause = 5_000

/** The code is loaded with the first job or lost run, since most pages have none. `publish` shows a run that could not be stored. */
export function createFollow(tools: RunTools, checkAgain: Runner['checkAgain'], publish: (run: Run) => void): Follow {
  const { ledger, clock } = tools
  const listeners = createListeners()
  const changed = () => listeners.call('all')
  /** Whether a router is asked about a lost run; true until that is determined. It stays where the run is settled, for pages that have not read that yet. */
  const asked = new Map<string, boolean>()
  let known: readonly KnownConnection[] | undefined
  let [isClosed, hasLooked, hasJobs] = [false, false, false]
  let following: Following | undefined

  const load = loadedOnce(
    () => import('./follow-all.ts'),
    ({ followAll }) => {
      if (isClosed) return
      following = followAll(tools, checkAgain, changed, publish)
      if (known) following.connect(known)
    },
    () => void clock.after(loadPause, () => isClosed || void look()),
  )

  async function take(row: RunRow): Promise<void> {
    const isOpenJob = isJob(row.status) && row.open !== undefined
    if (isOpenJob || isLost(row)) await load()
    const isTaken = await following?.take(row).catch(() => false)
    const isFirstJob = isOpenJob && following !== undefined && !hasJobs
    hasJobs ||= isFirstJob
    if (isLost(row)) asked.set(row.id, isTaken ?? false)
    if (isFirstJob || isLost(row)) changed()
  }

  async function look(): Promise<void> {
    const [open, { rows }] = await Promise.all([
      ledger.openRuns().catch(() => []),
      ledger.newest(newestRuns).catch(() => ({ rows: [] })),
    ])
    const all = new Map([...rows, ...open].map((row) => [row.id, row]))
    await Promise.all([...all.values()].map(take))
    hasLooked = true
    following?.hurryLost()
    changed()
  }

  return {
    look,
    async written(id, given) {
      const isNew = !asked.has(id)
      if (isNew) asked.set(id, true)
      const row = given ?? (await ledger.get(id).catch(() => undefined))
      if (isNew && !(row && isLost(row))) asked.delete(id)
      if (row !== undefined && !isClosed) await take(row)
    },
    connect(next) {
      known = next
      following?.connect(next)
      following?.hurryLost()
      changed()
    },
    checkNow: (id) => load().then(() => following?.checkNow(id)),
    stopWatching: (id) => load().then(() => following?.stopWatching(id)),
    adopt: async (job) => (await import('../jobs/adopt.ts')).adoptJob(tools, job),
    holdOf: (run) => (isJob(run.status) && !run.polling?.unwatched ? following?.holdOf(run) : undefined),
    lostState(run) {
      const isAsked = isLost(run) && !run.polling?.unwatched && (asked.get(run.id) ?? !hasLooked)
      return isAsked ? lostStateOf(following?.holdOf(run)) : undefined
    },
    hasJobs: () => hasJobs,
    transferOf: (id) => following?.transferOf(id),
    cancelTransfer: (id) => following?.cancelTransfer(id),
    watch: (listener) => listeners.add('all', listener, () => {}),
    close() {
      isClosed = true
      following?.close()
    },
  }
}

function lostStateOf(hold: Hold | undefined): LostState | undefined {
  if (hold === 'no-connection') return undefined
  return hold === 'key-refused' || hold === 'offline' ? 'unreachable' : (hold ?? 'asking')
}

/** A function that loads a module once. Where that fails, as from a router that has just stopped, the next call tries again. */
function loadedOnce<Module>(
  load: () => Promise<Module>,
  loaded: (module: Module) => void,
  failed: () => void,
): () => Promise<void> {
  let loading: Promise<void> | undefined
  return () => {
    loading ??= load().then(loaded, () => {
      loading = undefined
      failed()
    })
    return loading
  }
}
