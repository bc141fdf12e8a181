import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Follow, Hold, LostState, Transfer } from './follow/follow.ts'
import { isOpen } from './life/states.ts'
import type { Run } from './run.ts'
import type { RunDraft, StartOutcome } from './run-draft.ts'
import type { ThreadView } from './run-store.ts'
import type { Runs } from './runs.ts'

/** The page's runs; undefined above `RunsProvider`. */
export const RunsContext = createContext<Runs | undefined>(undefined)

/** Provides the page's runs to everything below. */
export function RunsProvider({ runs, children }: { readonly runs: Runs; readonly children: ReactNode }) {
  return <RunsContext value={runs}>{children}</RunsContext>
}

/** The page's runs; they and their functions keep their identity. Throws outside of `RunsProvider`. */
export function useRuns(): Runs {
  const runs = useContext(RunsContext)
  if (runs === undefined) throw new Error('useRuns was called outside of RunsProvider.')
  return runs
}

/** One run, live in this and other tabs; undefined until it is read, and where there is none. */
export function useRun(id: string): Run | undefined {
  const runs = useRuns()
  const subscribe = useCallback((listener: () => void) => runs.watchRun(id, listener), [runs, id])
  return useSyncExternalStore(subscribe, () => runs.run(id))
}

/** All runs of a conversation, live in this and other tabs. A run that did not change keeps its identity. */
export function useThread(threadId: string): ThreadView {
  const runs = useRuns()
  const subscribe = useCallback((listener: () => void) => runs.watchThread(threadId, listener), [runs, threadId])
  return useSyncExternalStore(subscribe, () => runs.thread(threadId))
}

/**
 * The same, but a run that this page streams is as it was when its status last changed: what is around an answer is not rendered with each
 * of its events. `useLiveRun` gives such a run as it is now.
 */
export function useThreadStates(threadId: string): ThreadView {
  const runs = useRuns()
  const [subscribe, read] = useMemo(() => {
    let last: ThreadView | undefined
    const readStates = () => {
      const now = runs.thread(threadId)
      if (last === undefined || !hasSameStates(last, now)) last = now
      return last
    }
    return [(listener: () => void) => runs.watchThread(threadId, listener), readStates]
  }, [runs, threadId])
  return useSyncExternalStore(subscribe, read)
}

const hasSameStates = (one: ThreadView, other: ThreadView) =>
  one.loading === other.loading &&
  one.unreadable === other.unreadable &&
  one.runs.length === other.runs.length &&
  one.runs.every((run, at) => run === other.runs[at] || (run.live && isSameState(run, other.runs[at])))

const isSameState = (one: Run, other: Run | undefined) =>
  other?.live && one.id === other.id && one.status === other.status

/** A run as it is now, which may have been streaming when it was read. */
export function useLiveRun(run: Run): Run {
  const runs = useRuns()
  const { id, live } = run
  const isLive = live !== undefined
  const subscribe = useCallback(
    (listener: () => void) => (isLive ? runs.watchRun(id, listener) : () => {}),
    [runs, id, isLive],
  )
  return useSyncExternalStore(subscribe, () => (isLive && runs.run(id)) || run)
}

/** The state of a lost run's recovery from our own router; undefined for every other run. */
export function useLostState(run: Run): LostState | undefined {
  const { follow } = useRuns()
  return useSyncExternalStore(follow.watch, () => follow.lostState(run))
}

/** What can be done with the jobs of the page. Keeps its identity. */
export const useJobs = (): Pick<Follow, 'checkNow' | 'stopWatching' | 'adopt' | 'cancelTransfer'> => useRuns().follow

/** What holds up a job; undefined for a job that nothing holds up, and for every other run. */
export function useJobHold(run: Run): Hold | undefined {
  const { follow } = useRuns()
  return useSyncExternalStore(follow.watch, () => follow.holdOf(run))
}

/** The download of a run's content by this page; undefined where there is none. */
export function useTransfer(id: string): Transfer | undefined {
  const { follow } = useRuns()
  return useSyncExternalStore(follow.watch, () => follow.transferOf(id))
}

/**
 * Whether more of a run may come without user action: it is open, or lost and its router is being asked. One value for both, so that a
 * reply that is followed again after a reload is not rendered differently in between.
 */
export function useIsOpen(run: Run): boolean {
  const isAsking = useLostState(run) === 'asking'
  return isAsking || isOpen(run.status)
}

export type PressState = ReturnType<typeof useSending>

/** Sends drafts, one at a time. */
export function useSending() {
  const { start } = useRuns()
  const pressing = useRef(false)
  const [held, setHeld] = useState<{ outcome: Exclude<StartOutcome, { status: 'started' }>; draft: RunDraft }>()
  return {
    /** The last outcome other than `started`, with its draft. */
    held,
    dismiss: () => setHeld(undefined),
    /** Sends a draft. Ignored while an earlier call is being stored. Resolves with the run's id once it is started; never rejects. */
    press: async (draft: RunDraft): Promise<string | undefined> => {
      if (pressing.current) return undefined
      pressing.current = true
      const outcome = await start(draft)
      pressing.current = false
      setHeld(outcome.status === 'started' ? undefined : { outcome, draft })
      return outcome.status === 'started' ? outcome.id : undefined
    },
  }
}
