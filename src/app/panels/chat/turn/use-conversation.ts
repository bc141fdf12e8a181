import { useMemo } from 'react'
import { recordOf } from '#contract/core/loose-json.ts'
import { isOpen } from '../../../run/life/states.ts'
import type { Output } from '../../../run/result.ts'
import type { Run } from '../../../run/run.ts'
import { useRuns, useThread } from '../../../run/use-runs.tsx'
import { usePlace } from '../../../tool/use-place.ts'
import { type ChatColumns, endOf } from '../columns/chat-columns.ts'
import { branchesIn, leafBelow, pathTo } from './conversation.ts'

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

const mayAsk = (output: Output) =>
  output.kind === 'tool-call' || (output.kind === 'item' && recordOf(output.item).type === 'mcp_approval_request')

/**
 * The runs of a conversation, and the branch of them that is shown: that of the column in use, else the one through the run of the address,
 * else that of the newest.
 */
export function useConversation(thread: string, { columns, own, set }: ChatColumns) {
  const [place, go] = useChatPlace()
  const { stop } = useRuns()
  const { runs, loading, unreadable } = useThread(thread)
  // The run of the address may be an older one that is not read yet.
  const isComing = loading && place.run !== undefined
  const wanted = runs.find((run) => run.id === place.run) ?? (isComing ? undefined : runs.at(-1))
  // Another tab may have gone on from it.
  const branches = useMemo(() => branchesIn(runs), [runs])
  const last = own ? endOf(own, runs).last : wanted && leafBelow(branches, wanted)
  const path = useMemo(() => pathTo(runs, last?.id), [runs, last])
  const branchesAt = (run: Run) => branches.get(run.parent) ?? [run]
  const running = last && isOpen(last.status) ? last : undefined
  const named = runs.find((run) => run.conversation?.title !== undefined)
  function show(run: string | undefined, how?: 'push' | 'replace'): void {
    go({ thread, run }, how)
    if (columns && own) set({ ...columns, list: columns.list.with(columns.at, { ...own, run }) })
  }
  return {
    ...{ thread, loading, unreadable, runs, path, running, show },
    title: named?.conversation?.title ?? (loading && runs.length > 0 ? '' : (runs[0]?.title ?? 'New conversation')),
    /** Whether the last answer is over and may ask for something, as `openCalls` says. */
    asks: !running && (last?.result.outputs.some(mayAsk) ?? false),
    /** The runs of this conversation that are in progress on another branch. */
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
