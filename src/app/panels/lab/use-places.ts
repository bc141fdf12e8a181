import { useMemo } from 'react'
import { newestByPlace, type Places } from '../../lab/places.ts'
import { useHistory } from '../../run/history/use-history.ts'

/** ms between two changes that are drawn while cells are sent: each draws the page of the whole plan. */
export const drawPause = 500

/** The runs of a batch by their places, live. Keeps its identity until one of them changes. */
export function usePlaces(batch: string | undefined): { readonly places: Places; readonly loading: boolean } {
  const { rows, loading } = useHistory(drawPause)
  const own = useMemo(() => rows.filter((row) => batch !== undefined && row.batch?.id === batch), [rows, batch])
  const places = useMemo(() => newestByPlace(own), [own])
  return { places, loading }
}
