import type { LedgerChange } from '../ledger/changes.ts'
import type { LoadRun } from './load-run.ts'
import type { Run } from './run.ts'

export type RunStore = ReturnType<typeof createRunStore>

/**
 * The runs and conversations that have a listener: those that this page streams as published, the others as read from the ledger.
 * Snapshots keep their identity until they change.
 */
export function createRunStore(load: Pick<LoadRun, 'one' | 'thread'>) {
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

  /** One read of a run at a time, and another one where it changed meanwhile, so that the newest state is shown last. */
  async function read(id: string): Promise<void> {
    if (reading.has(id)) return void reading.set(id, 'again')
    reading.set(id, 'once')
    const before = runs.get(id)
    const run = await load.one(id).catch(() => undefined)
    const again = reading.get(id) === 'again'
    reading.delete(id)
    // A state published during the read is newer than it; one from another read is not.
    const now = runs.get(id)
    const overtaken = now !== undefined && now !== before && published.has(now)
    if (run !== undefined && !overtaken) show(run)
    forget(id)
    // The published state of a run that this page streams by now is newer than the ledger's.
    if (again && !isOurs(runs.get(id))) await read(id)
  }

  async function readThread(id: string): Promise<void> {
    threads.set(id, emptyThread)
    for (const run of runs.values()) if (run.thread === id && isOurs(run)) show(run)
    const add = (loaded: readonly Run[], facts: Omit<ThreadView, 'runs'>) => {
      addLoaded({ runs, threads }, id, loaded, facts)
      listeners.call(`thread ${id}`)
    }
    const onNewest = (newest: readonly Run[]) => add(newest, { loading: true, unreadable: 0 })
    const { runs: all, unreadable } = await load.thread(id, onNewest).catch(() => ({ runs: [], unreadable: 0 }))
    add(all, { loading: false, unreadable })
  }

  return {
    /** Undefined until it is read, and where there is none. */
    run: (id: string): Run | undefined => runs.get(id),
    thread: (id: string): ThreadView => threads.get(id) ?? emptyThread,
    watchRun(id: string, listener: () => void): () => void {
      if (!runs.has(id)) void read(id)
      return listeners.add(`run ${id}`, listener, () => forget(id))
    },
    watchThread(id: string, listener: () => void): () => void {
      if (!threads.has(id)) void readThread(id)
      return listeners.add(`thread ${id}`, listener, () => {
        const seen = threads.get(id)?.runs ?? []
        threads.delete(id)
        for (const run of seen) forget(run.id)
      })
    },
    /** Whether the run, or its conversation, has a listener. */
    isSeen,
    /** Sets the state of a run that this page streams. It takes precedence over the ledger while it is live or could not be saved. */
    publish(run: Run): void {
      published.add(run)
      show(run)
      forget(run.id)
    },
    /** Reads a changed run again where it has a listener. */
    changed({ id, thread = runs.get(id)?.thread }: LedgerChange): void {
      if (!isOurs(runs.get(id)) && isSeen(id, thread)) void read(id)
    },
  }
}

/** A conversation as it is shown. */
export interface ThreadView {
  /** In the order of `seq`. */
  readonly runs: readonly Run[]
  /** The ledger has not been read to its end. The newest runs of a long conversation come before the others. */
  readonly loading: boolean
  /** Runs that are damaged and cannot be shown. */
  readonly unreadable: number
}

/** Before the ledger is read. */
const emptyThread: ThreadView = { runs: [], loading: true, unreadable: 0 }

/** The view with a run added or replaced; a deleted one is removed. */
function withRun(view: ThreadView, run: Run): ThreadView {
  if (run.deleted !== undefined) return { ...view, runs: view.runs.filter((one) => one.id !== run.id) }
  const at = view.runs.findLastIndex((one) => one.id === run.id)
  if (at >= 0) return { ...view, runs: view.runs.with(at, run) }
  const before = view.runs.findLastIndex((one) => one.seq < run.seq)
  return { ...view, runs: view.runs.toSpliced(before + 1, 0, run) }
}

interface Shown {
  readonly runs: Map<string, Run>
  readonly threads: Map<string, ThreadView>
}

/** Adds what was read to a conversation that is still shown. Runs shown meanwhile are newer than the read ones and replace them. */
function addLoaded({ runs, threads }: Shown, id: string, read: readonly Run[], facts: Omit<ThreadView, 'runs'>): void {
  const view = threads.get(id)
  if (view === undefined) return
  const full = view.runs.reduce(withRun, { ...facts, runs: read })
  threads.set(id, full)
  for (const run of full.runs) runs.set(run.id, run)
}

/** Listeners by key. */
export function createListeners() {
  const byKey = new Map<string, Set<() => void>>()
  const has = (key: string) => (byKey.get(key)?.size ?? 0) > 0
  return {
    /** `gone` is called, in a microtask, when the key's last listener is removed and none was added in the same task. */
    add(key: string, listener: () => void, gone: () => void): () => void {
      const set = byKey.get(key) ?? new Set()
      byKey.set(key, set.add(listener))
      return () => {
        set.delete(listener)
        // React unsubscribes and subscribes again in one task.
        queueMicrotask(() => {
          if (has(key) || byKey.get(key) !== set) return
          byKey.delete(key)
          gone()
        })
      }
    },
    has,
    call(key: string): void {
      for (const listener of [...(byKey.get(key) ?? [])]) listener()
    },
  }
}
