import { useMemo } from 'react'
import { isOpen } from '../../../run/life/states.ts'
import type { Run } from '../../../run/run.ts'
import { useThread } from '../../../run/use-runs.tsx'
import { branchesIn, leafBelow, openCalls, pathTo } from './conversation.ts'

/** The runs of a conversation, and the branch of them that is shown: the one through `leaf`, else that of the newest run. */
export function usePath(thread: string, leaf: string | undefined) {
  const { runs, loading, unreadable } = useThread(thread)
  const wanted = runs.find((run) => run.id === leaf) ?? runs.at(-1)
  // Another tab may have gone on from it.
  const last = wanted && leafBelow(runs, wanted)
  const path = useMemo(() => pathTo(runs, last?.id), [runs, last])
  const branches = useMemo(() => branchesIn(runs), [runs])
  const branchesAt = (run: Run) => branches.get(run.parent) ?? [run]
  const running = last && isOpen(last.status) ? last : undefined
  const named = runs.find((run) => run.conversation?.title !== undefined)
  return {
    ...{ loading, unreadable, path, running },
    title: named?.conversation?.title ?? runs[0]?.title ?? 'New conversation',
    /** Calls of the last answer that have no result yet. */
    calls: running ? [] : openCalls(path),
    /** The runs of this conversation that are in progress on another branch. */
    elsewhere: runs.filter((run) => isOpen(run.status) && run !== running),
    /** The runs on the path before one of it. */
    before: (run: Run) => path.slice(0, path.indexOf(run)),
    branches: branchesAt,
    /** The id of the last run of a branch at the place of a run. */
    leafOf(run: Run, at: number): string | undefined {
      const branch = branchesAt(run)[at]
      return branch && leafBelow(runs, branch).id
    },
  }
}
