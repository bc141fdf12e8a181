import { useMemo } from 'react'
import { newestByPlace, type Places, type Row } from '../../lab/places.ts'
import { useHistory } from '../../run/history/use-history.ts'

/** ms between two changes that are drawn while cells are sent: each draws the page of the whole plan. */
export const drawPause = 250

/** The runs of a batch by their places, live. Keeps its identity until one of them changes. */
export function usePlaces(batch: string | undefined): { readonly places: Places; readonly loading: boolean } {
  const { rows, deleted, loading } = useHistory(drawPause)
  const places = useMemo(() => {
    const own = (all: readonly Row[]) => all.filter((row) => batch !== undefined && row.batch?.id === batch)
    return newestByPlace(own(rows), own(deleted))
  }, [rows, deleted, batch])
  return { places, loading }
}
