import { useDeferredValue, useMemo, useState } from 'react'
import type { HistoryView } from '../run/history/history.ts'
import { matches, type RunOrder, type RunQuery, sortRows } from '../run/history/matches.ts'
import { useHistory, useTextSearch } from '../run/history/use-history.ts'

export type Row = HistoryView['rows'][number]

const first = <T>(values: readonly T[]) => [...new Set(values)]

/**
 * All runs, and those that match a query, whose identity must change only with its content. Deferred, so that typing never waits for a
 * long list.
 */
export function useFoundRuns(query: RunQuery, order: RunOrder = 'newest') {
  const { rows, loading, unreadable } = useHistory()
  const [isSearching, setSearching] = useState(query.text !== undefined)
  if (query.text !== undefined && !isSearching) setSearching(true)
  const search = useTextSearch(isSearching)
  const words = useDeferredValue(search)
  const [wanted, by] = [useDeferredValue(query), useDeferredValue(order)]
  const listed = useMemo(
    () =>
      sortRows(
        rows.filter((row) => matches(row, wanted, words.wordsOf(row.id))),
        by,
      ),
    [rows, words, wanted, by],
  )
  return {
    ...{ rows, listed, loading, unreadable },
    /** The texts of some runs have not been read yet. */
    isReadingTexts: query.text !== undefined && search.reading,
    /** Starts reading the texts of runs before the first letter is typed. */
    prepareSearch: () => setSearching(true),
  }
}

export type FoundRuns = ReturnType<typeof useFoundRuns>

export function useRunChoices(rows: readonly Row[]) {
  return useMemo(
    () => ({
      endpoints: first(rows.map((row) => row.endpoint)).toSorted(),
      models: first(rows.map((row) => row.model)).toSorted(),
      // Oldest first, so that a tag keeps its number key.
      tags: first(rows.toReversed().flatMap((row) => row.tags ?? [])),
    }),
    [rows],
  )
}
