import { useDeferredValue, useMemo, useState } from 'react'
import { matches, sortRows } from '../../../run/history/matches.ts'
import { useHistory, useTextSearch } from '../../../run/history/use-history.ts'
import { needsRuling } from '../../../run/life/states.ts'
import { queryOf, type RunsPlace } from '../place.ts'

const first = <T>(values: readonly T[]) => [...new Set(values)]

/** The runs that match the URL's filters, with the options of each filter. Deferred, so that typing never waits for a long list. */
export function useListed(place: RunsPlace) {
  const history = useHistory()
  const [isSearching, setSearching] = useState(place.text !== undefined)
  if (place.text !== undefined && !isSearching) setSearching(true)
  const search = useTextSearch(isSearching)
  const words = useDeferredValue(search)
  const { rows } = history
  const { text, endpoint, model, state, verdict, tag, from, to, order = 'newest' } = useDeferredValue(place)
  const listed = useMemo(() => {
    const query = queryOf({ text, endpoint, model, state, verdict, tag, from, to })
    return sortRows(
      rows.filter((row) => matches(row, query, words.wordsOf(row.id))),
      order,
    )
  }, [rows, words, text, endpoint, model, state, verdict, tag, from, to, order])
  const choices = useMemo(
    () => ({
      endpoints: first(rows.map((row) => row.endpoint)).toSorted(),
      models: first(rows.map((row) => row.model)).toSorted(),
      // Oldest first, so that a tag keeps its number key.
      tags: first(rows.toReversed().flatMap((row) => row.tags ?? [])),
      lost: rows.filter(needsRuling),
    }),
    [rows],
  )
  return {
    ...{ ...history, ...choices, listed },
    /** The texts of some runs have not been read yet. */
    isReadingTexts: text !== undefined && search.reading,
    /** Starts reading the texts of runs before the first letter is typed. */
    prepareSearch: () => setSearching(true),
  }
}

export type Listed = ReturnType<typeof useListed>
