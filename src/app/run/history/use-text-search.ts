import { useSyncExternalStore } from 'react'
import type { Runs } from '../runs.ts'
import { useRuns } from '../use-runs.tsx'
import { historyOf } from './history-of.ts'
import { createTextSearch, type SearchView, type TextSearch } from './text-search.ts'

const searches = new WeakMap<Runs, TextSearch>()

/** The search in the texts of a page's runs: one, however many use it. */
export function textSearchOf(runs: Runs): TextSearch {
  const search = searches.get(runs) ?? createTextSearch(runs.tools, historyOf(runs))
  searches.set(runs, search)
  return search
}

const idle: SearchView = { wordsOf: () => undefined, reading: false }
const never = () => () => {}
const nothing = () => idle

/** The words of all runs, read from when someone first searches. */
export function useTextSearch(isSearching: boolean): SearchView {
  const search = textSearchOf(useRuns())
  return useSyncExternalStore(isSearching ? search.subscribe : never, isSearching ? search.view : nothing)
}
