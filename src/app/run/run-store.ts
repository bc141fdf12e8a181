import type { LedgerChange } from '../ledger/changes.ts'
import type { LoadRun } from './load-run.ts'
import type { Run } from './run.ts'

/**
 * What is on the screen: every run and conversation that someone looks at, the carried ones as their page tells, the others as
 * the ledger does. Snapshots keep their identity until they change.
 */
export interface RunStore {
  /** Undefined until it is read, and where there is none. */
  run(id: string): Run | undefined
  thread(id: string): ThreadView
  watchRun(id: string, listener: () => void): () => void
  watchThread(id: string, listener: () => void): () => void
  /** Shows a state of a run that this page carries. It stands over the ledger while it is live or could not be saved. */
  publish(run: Run): void
  /** Reads anew what a write has changed, where someone looks at it. */
  changed(change: LedgerChange): void
}

export function createRunStore(load: LoadRun): RunStore {
  const runs = new Map<string, Run>()
  const threads = new Map<string, ThreadView>()
  const listeners = createListeners()
  const reading = new Map<string, 'once' | 'again'>()
  const published = new WeakSet<Run>()

  const isOurs = (run: Run | undefined) => run !== undefined && (run.live !== undefined || !run.saved)
  const isSeen = (id: string, thread: string | undefined) =>
    listeners.has(`run ${id}`) || (thread !== undefined && threads.has(thread))

  function show(run: Run): void {
    runs.set(run.id, run)
    const { thread } = run
    const view = thread === undefined ? undefined : threads.get(thread)
    if (thread !== undefined && view !== undefined) threads.set(thread, withRun(view, run))
    listeners.call(`run ${run.id}`)
    if (thread !== undefined) listeners.call(`thread ${thread}`)
  }

  function forget(id: string): void {
    const run = runs.get(id)
    if (!isOurs(run) && !isSeen(id, run?.thread)) runs.delete(id)
  }

  /** One reading of a run at a time, and one more when it changed meanwhile: the last one shown is the newest. */
  async function read(id: string): Promise<void> {
    if (reading.has(id)) {
      reading.set(id, 'again')
      return
    }
    reading.set(id, 'once')
    const before = runs.get(id)
    const run = await load.one(id).catch(() => undefined)
    const again = reading.get(id) === 'again'
    reading.delete(id)
    // What was published while the ledger was read is newer; what another reading brought in meanwhile is older.
    const now = runs.get(id)
    const overtaken = now !== undefined && now !== before && published.has(now)
    if (run !== undefined && !overtaken) show(run)
    forget(id)
    // What this page carries by now, it knows better than the ledger.
    if (again && !isOurs(runs.get(id))) await read(id)
  }

  async function readThread(id: string): Promise<void> {
    threads.set(id, emptyThread)
    for (const run of runs.values()) if (run.thread === id && isOurs(run)) show(run)
    const loaded = await load.thread(id).catch(() => ({ runs: [], unreadable: 0 }))
    const view = threads.get(id)
    if (view === undefined) return
    const full = withLoaded(view, loaded)
    threads.set(id, full)
    for (const run of full.runs) runs.set(run.id, run)
    listeners.call(`thread ${id}`)
  }

  return {
    run: (id) => runs.get(id),
    thread: (id) => threads.get(id) ?? emptyThread,
    watchRun(id, listener) {
      if (!runs.has(id)) void read(id)
      return listeners.add(`run ${id}`, listener, () => forget(id))
    },
    watchThread(id, listener) {
      if (!threads.has(id)) void readThread(id)
      return listeners.add(`thread ${id}`, listener, () => {
        const seen = threads.get(id)?.runs ?? []
        threads.delete(id)
        for (const run of seen) forget(run.id)
      })
    },
    publish(run) {
      published.add(run)
      show(run)
      forget(run.id)
    },
    changed({ id, thread = runs.get(id)?.thread }) {
      if (!isOurs(runs.get(id)) && isSeen(id, thread)) void read(id)
    },
  }
}

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
const emptyThread: ThreadView = { runs: [], loading: true, unreadable: 0 }

/** The view with a run put in its place, new or renewed; a deleted one is taken out. */
function withRun(view: ThreadView, run: Run): ThreadView {
  if (run.deleted !== undefined) return { ...view, runs: view.runs.filter((one) => one.id !== run.id) }
  const at = view.runs.findLastIndex((one) => one.id === run.id)
  if (at >= 0) return { ...view, runs: view.runs.with(at, run) }
  const before = view.runs.findLastIndex((one) => one.seq < run.seq)
  return { ...view, runs: view.runs.toSpliced(before + 1, 0, run) }
}

/** The view once the ledger is read. Runs that were shown meanwhile are newer than what was read. */
function withLoaded(view: ThreadView, loaded: Pick<ThreadView, 'runs' | 'unreadable'>): ThreadView {
  return view.runs.reduce(withRun, { ...loaded, loading: false })
}

/** Listeners by key. */
export interface Listeners {
  /** `gone` is called once nobody listens to the key any more; a change of mind within the same task does not count. */
  add(key: string, listener: () => void, gone: () => void): () => void
  has(key: string): boolean
  call(key: string): void
}

export function createListeners(): Listeners {
  const byKey = new Map<string, Set<() => void>>()
  const has = (key: string) => (byKey.get(key)?.size ?? 0) > 0
  return {
    add(key, listener, gone) {
      const set = byKey.get(key) ?? new Set()
      byKey.set(key, set.add(listener))
      return () => {
        set.delete(listener)
        // React takes a subscription away and puts it back in one go.
        queueMicrotask(() => {
          if (has(key) || byKey.get(key) !== set) return
          byKey.delete(key)
          gone()
        })
      }
    },
    has,
    call(key) {
      for (const listener of [...(byKey.get(key) ?? [])]) listener()
    },
  }
}
