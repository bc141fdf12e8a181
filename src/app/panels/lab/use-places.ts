import { useMemo } from 'react'
import { isUnsent } from '../../batch/batch-plan.ts'
import type { HistoryView } from '../../run/history/history.ts'
import { useHistory } from '../../run/history/use-history.ts'
import { hasFailed, isOpen } from '../../run/life/states.ts'

/** The head of a run. */
export type Row = HistoryView['rows'][number]

/** The newest run of each place of a batch. */
export type Places = ReadonlyMap<number, Row>

/** The runs of a batch by their places, live. Keeps its identity until one of them changes. */
export function usePlaces(batch: string | undefined): { readonly places: Places; readonly loading: boolean } {
  const { rows, loading } = useHistory()
  const own = useMemo(() => rows.filter((row) => batch !== undefined && row.batch?.id === batch), [rows, batch])
  const places = useMemo(() => {
    const newest = new Map<number, Row>()
    // Newest first.
    for (const row of own) if (row.batch && !newest.has(row.batch.at)) newest.set(row.batch.at, row)
    return newest
  }, [own])
  return { places, loading }
}

/** What has become of a place: `done` has an answer, `unclear` may have one and may be billed. */
export type PlaceState = 'not sent' | 'open' | 'done' | 'failed' | 'unclear'

export function placeState(row: Row | undefined): PlaceState {
  if (!row || isUnsent(row)) return 'not sent'
  if (isOpen(row.status)) return 'open'
  if (row.status === 'unknown' || row.status === 'unconfirmed') return 'unclear'
  return hasFailed(row.status) || row.status === 'stopped' ? 'failed' : 'done'
}

/** The places of a batch of that size in each state. */
export function byState(places: Places, size: number): Readonly<Record<PlaceState, readonly number[]>> {
  const found: Record<PlaceState, number[]> = { 'not sent': [], open: [], done: [], failed: [], unclear: [] }
  for (let at = 0; at < size; at += 1) found[placeState(places.get(at))].push(at)
  return found
}
