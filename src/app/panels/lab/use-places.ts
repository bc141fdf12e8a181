import { useMemo, useReducer, useSyncExternalStore } from 'react'
import { inForce, type Score, scoresBy } from '#lab/judgements.ts'
import { batchQueueOf } from '../../batch/batch-queue.ts'
import { newestByPlace, type Places, type Row } from '../../lab/places.ts'
import { useJudgements } from '../../run/history/stored-judgements.ts'
import { useDraftsUnder, useHistory } from '../../run/history/use-history.ts'
import { slowly } from '../../run/slowly.ts'
import { useRuns } from '../../run/use-runs.tsx'

/** ms between two changes that are drawn while cells are sent: each draws the page of the whole plan. */
export const drawPause = 500

/** The queue of the plans of a thread, and what it shows. */
export function useLabQueue(thread: string) {
  const queue = batchQueueOf(useRuns(), thread)
  const watch = useMemo(() => slowly(queue.watch, drawPause), [queue])
  return { queue, shown: useSyncExternalStore(watch, queue.shown) }
}

/** Drafts behind a prefix, read again by `readAgain`, and when a run of the thread appears whose batch is not known: another tab has stored more. */
export function useThreadDrafts(prefix: string, thread: string) {
  const { rows } = useHistory(drawPause)
  const [count, readAgain] = useReducer((before: number) => before + 1, 0)
  const batches = new Set(rows.flatMap((row) => (row.thread === thread && row.batch ? row.batch.id : [])))
  return [useDraftsUnder(prefix, [...batches, count].join()), readAgain] as const
}

/** The runs of a batch by their places, live. Keeps its identity until one of them changes. */
export function usePlaces(batch: string | undefined): { readonly places: Places; readonly loading: boolean } {
  const { rows, deleted, loading } = useHistory(drawPause)
  const scores = useScores()
  const places = useMemo(() => {
    const own = (all: readonly Row[]) => all.filter((row) => batch !== undefined && row.batch?.id === batch)
    const scored = own(rows).map((row) => {
      const score = scores.get(row.id)
      return score === undefined ? row : { ...row, score }
    })
    return newestByPlace(scored, own(deleted))
  }, [rows, deleted, batch, scores])
  return { places, loading }
}

/** The scores of the owner of this browser, by run. Keeps its identity until one of them changes. */
function useScores(): ReadonlyMap<string, Score> {
  const { all, owner } = useJudgements()
  const told = useMemo(() => JSON.stringify([...scoresBy(inForce(all), owner)]), [all, owner])
  return useMemo(() => new Map<string, Score>(JSON.parse(told)), [told])
}
