import { useMemo } from 'react'
import { newestByPlace, type Places } from '../../lab/places.ts'
import { useHistory } from '../../run/history/use-history.ts'

/** The runs of a batch by their places, live. Keeps its identity until one of them changes. */
export function usePlaces(batch: string | undefined): { readonly places: Places; readonly loading: boolean } {
  const { rows, loading } = useHistory()
  const own = useMemo(() => rows.filter((row) => batch !== undefined && row.batch?.id === batch), [rows, batch])
  const places = useMemo(() => newestByPlace(own), [own])
  return { places, loading }
}
