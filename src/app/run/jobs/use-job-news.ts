import { useEffect, useEffectEvent, useState } from 'react'
import { isJob } from '#contract/core/statuses.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import { createLeaders } from '../follow/tab-leader.ts'
import { toolsOf } from '../tools-of.ts'
import { useRuns } from '../use-runs.tsx'

/** A job that began, stands differently, or has ended, in whichever tab it was learned. */
export interface JobNews {
  readonly row: RunRow
  readonly kind: 'begun' | 'changed' | 'ended'
  /** Whether this tab speaks for all: the one that a person sees, or saw last. */
  readonly isLeading: boolean
}

/** Calls `tell` with the news of all jobs of this browser, and gives those that are followed now. */
export function useJobNews(tell: (news: JobNews) => void): readonly RunRow[] {
  const tools = toolsOf(useRuns())
  const [followed, setFollowed] = useState<readonly RunRow[]>([])
  const told = useEffectEvent(tell)
  useEffect(() => {
    const { ledger } = tools
    const jobs = new Map<string, RunRow>()
    const leaders = createLeaders(tools, () => {})
    const isLeading = () => leaders.isOurs('job notices')
    isLeading()
    let isOver = false
    const show = () => setFollowed([...jobs.values()].filter(({ polling }) => polling?.unwatched === undefined))

    async function look(id: string, written?: RunRow): Promise<void> {
      const row = written ?? (await ledger.get(id).catch(() => undefined))
      if (isOver) return
      const before = jobs.get(id)
      const isGone = row === undefined || row.deleted !== undefined
      if (!isGone && isJob(row.status)) {
        jobs.set(id, row)
        if (before?.status !== row.status) told({ row, kind: before ? 'changed' : 'begun', isLeading: isLeading() })
      } else if (jobs.delete(id) && !isGone) told({ row, kind: 'ended', isLeading: isLeading() })
      else if (before === undefined) return
      show()
    }

    const forget = ledger.subscribe(({ kind, id }, _from, row) => kind === 'run' && void look(id, row))
    void ledger
      .openRuns()
      .catch(() => [])
      .then((rows) => {
        if (isOver) return
        for (const row of rows) if (isJob(row.status) && !jobs.has(row.id)) jobs.set(row.id, row)
        show()
      })
    return () => {
      isOver = true
      forget()
      leaders.close()
    }
  }, [tools])
  return followed
}
