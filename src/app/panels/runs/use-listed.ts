import { useDeferredValue, useMemo } from 'react'
import { matches } from '../../run/history/matches.ts'
import { sortRows } from '../../run/history/sort-rows.ts'
import { useHistory } from '../../run/history/use-history.ts'
import { isLost } from '../../run/settle.ts'
import { type Place, queryOf } from './place.ts'

const first = <T>(values: readonly T[]) => [...new Set(values)]

/** The runs that the address asks for, with all that there is to choose from. What is typed never waits for a long list. */
export function useListed(place: Place) {
  const history = useHistory()
  const { rows } = history
  const { text, endpoint, model, state, verdict, tag, from, to, order = 'newest' } = useDeferredValue(place)
  const listed = useMemo(() => {
    const query = queryOf({ text, endpoint, model, state, verdict, tag, from, to })
    return sortRows(
      rows.filter((row) => matches(row, query)),
      order,
    )
  }, [rows, text, endpoint, model, state, verdict, tag, from, to, order])
  const choices = useMemo(
    () => ({
      endpoints: first(rows.map((row) => row.endpoint)).toSorted(),
      models: first(rows.map((row) => row.model)).toSorted(),
      // The oldest first: a tag keeps its number whatever is tagged later.
      tags: first(rows.toReversed().flatMap((row) => row.tags ?? [])),
      lost: rows.filter(isLost),
    }),
    [rows],
  )
  return { ...history, ...choices, listed }
}

export type Listed = ReturnType<typeof useListed>
