import { createContext, type ReactNode, useCallback, useContext, useRef, useState, useSyncExternalStore } from 'react'
import type { CheckOutcome } from './life/check-again.ts'
import type { LostState } from './life/lost-runs.ts'
import { isOpen } from './life/states.ts'
import type { Run } from './run.ts'
import type { RunConnection, RunDraft, StartOutcome } from './run-draft.ts'
import type { ThreadView } from './run-store.ts'
import type { Runs } from './runs.ts'

const RunsContext = createContext<Runs | undefined>(undefined)

/** Provides the page's runs to everything below. */
export function RunsProvider({ runs, children }: { readonly runs: Runs; readonly children: ReactNode }) {
  return <RunsContext value={runs}>{children}</RunsContext>
}

/** The page's runs. Throws outside of `RunsProvider`. */
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

/** The function that sends a draft, once for one press. Never rejects; keeps its identity. */
export function useStart(): (draft: RunDraft) => Promise<StartOutcome> {
  return useRuns().start
}

/** The function that stops an open run, in whichever tab it is carried. Keeps its identity. */
export function useStop(): (id: string) => Promise<void> {
  return useRuns().stop
}

/** The function that settles an `unknown` run by the person's word, so that an equal request may be sent. Keeps its identity. */
export function useGiveUp(): (id: string) => Promise<void> {
  return useRuns().giveUp
}

/**
 * The function that asks our own router what became of a lost run (`unknown` or `interrupted`), through a connection to the same
 * router as the run's. Sends nothing, never rejects; keeps its identity.
 */
export function useCheckAgain(): (id: string, connection: RunConnection) => Promise<CheckOutcome> {
  return useRuns().checkAgain
}

/** How it stands with what our own router may keep of a lost run; undefined for every other run. */
export function useLostState(run: Run): LostState | undefined {
  const { lost } = useRuns()
  return useSyncExternalStore(lost.watch, () => lost.state(run))
}

/**
 * Whether more of a run may come without a press: it is on its way, or was lost and its router is being asked. It looks the same for
 * both, so that a reply that is followed again after a reload neither moves nor is drawn anew.
 */
export function useIsOpen(run: Run): boolean {
  const isAsking = useLostState(run) === 'asking'
  return isAsking || isOpen(run.status)
}

/** What a form needs to send drafts, one at a time. */
export interface PressState {
  /** Why the last press did not send. */
  readonly held:
    | { readonly outcome: Exclude<StartOutcome, { status: 'started' }>; readonly draft: RunDraft }
    | undefined
  readonly dismiss: () => void
  /** Sends a draft. Ignored while an earlier press is being written down. Gives the run's id once it is on its way; never rejects. */
  readonly press: (draft: RunDraft) => Promise<string | undefined>
}

/** One press, one send. */
export function useSending(): PressState {
  const start = useStart()
  const pressing = useRef(false)
  const [held, setHeld] = useState<PressState['held']>()
  return {
    held,
    dismiss: () => setHeld(undefined),
    press: async (draft) => {
      if (pressing.current) return undefined
      pressing.current = true
      const outcome = await start(draft)
      pressing.current = false
      setHeld(outcome.status === 'started' ? undefined : { outcome, draft })
      return outcome.status === 'started' ? outcome.id : undefined
    },
  }
}
