import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { isOpen } from '../../../run/life/states.ts'
import type { Run } from '../../../run/run.ts'
import { useRuns, useThreadStates } from '../../../run/use-runs.tsx'
import { usePlace } from '../../../tool/use-place.ts'
import { type ChatColumns, endOf } from '../columns/chat-columns.ts'
import { askedBy, branchesIn, leafBelow, pathTo } from './conversation.ts'

interface Place {
  readonly thread?: string | undefined
  readonly run?: string | undefined
  readonly model?: string | undefined
}

/** The conversation, run and model that the address names; `go` keeps those that it is not given. */
export function useChatPlace(): readonly [place: Place, go: (next: Place, how?: 'push' | 'replace') => void] {
  const { word, write } = usePlace()
  const place: Place = { thread: word('thread'), run: word('run'), model: word('model') }
  return [place, (next, how = 'push') => write({ ...place, ...next }, how)]
}

/**
 * The runs of a conversation, and the branch of them that is shown: that of the column in use, else the one through the run of the address,
 * else that of the newest.
 */
export function useConversation(thread: string, { own, set }: Pick<ChatColumns, 'own' | 'set'>) {
  const [place, go] = useChatPlace()
  const { stop, follow } = useRuns()
  const { runs, loading, unreadable } = useThreadStates(thread)
  // The run of the address may be an older one that is not read yet.
  const isComing = loading && place.run !== undefined
  const wanted = runs.find((run) => run.id === place.run) ?? (isComing ? undefined : runs.at(-1))
  // Another tab may have gone on from it.
  const branches = useMemo(() => branchesIn(runs), [runs])
  const last = own ? endOf(own, runs).last : wanted && leafBelow(branches, wanted)
  const path = useMemo(() => pathTo(runs, last?.id), [runs, last])
  const branchesAt = (run: Run) => branches.get(run.parent) ?? [run]
  const running = last && isOpen(last.status) ? last : undefined
  const isAsking = useSyncExternalStore(follow.watch, () => last !== undefined && follow.lostState(last) === 'asking')
  const [isAnswered, setAnswered] = useState(false)
  const [hasTurns, isRunning] = [path.length > 0, running !== undefined]
  useEffect(() => setAnswered((was) => hasTurns && (was || !isRunning)), [hasTurns, isRunning])
  const named = runs.find((run) => run.conversation?.title !== undefined)
  function show(run: string | undefined, how?: 'push' | 'replace', column = own?.id): void {
    if (column === own?.id) go({ thread, run }, how)
    // By its id: another column may be in use since the press.
    if (column)
      set((now) => now && { ...now, list: now.list.map((one) => (one.id === column ? { ...one, run } : one)) })
  }
  return {
    ...{ thread, loading, unreadable, runs, path, running, show },
    /** Its last answer was lost, as by a reload, and the router is asked for the rest of it. */
    isAsking,
    /** Its first answer is over: code that is not needed before is loaded from then on. */
    isAnswered,
    title: named?.conversation?.title ?? (loading && runs.length > 0 ? '' : (runs[0]?.title ?? 'New conversation')),
    /** What the last answer asks for, once it is over. */
    asked: running ? [] : askedBy(last),
    /** The runs of this conversation that are in progress, without the last one of the branch. */
    elsewhere: runs.filter((run) => isOpen(run.status) && run !== running),
    branchesAt,
    /** Shows the newest branch through a run. */
    showRun: (run: Run) => show(leafBelow(branches, run).id),
    showBranch(run: Run, at: number): void {
      const branch = branchesAt(run)[at]
      show(branch ? leafBelow(branches, branch).id : place.run)
    },
    stop: () => void (running && stop(running.id)),
  }
}

export type OpenConversation = ReturnType<typeof useConversation>
