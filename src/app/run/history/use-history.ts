import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Asset, RunRow } from '../../ledger/run-row.ts'
import type { Runs } from '../runs.ts'
import { slowly } from '../slowly.ts'
import { draftsOf, isStageThread, type LedgerDrafts } from '../stored-draft.ts'
import { toolsOf } from '../tools-of.ts'
import { useRuns } from '../use-runs.tsx'
import { type HistoryView, historyOf } from './history.ts'
import { type SearchView, textSearchOf } from './text-search.ts'
import { whileCurrent } from './use-assets.ts'

/** The heads of all runs, newest first, live in this and other tabs. `pause`: ms between two changes, for what is expensive to draw. */
export function useHistory(pause = 0): HistoryView {
  const history = historyOf(useRuns())
  const subscribe = useMemo(() => (pause > 0 ? slowly(history.subscribe, pause) : history.subscribe), [history, pause])
  return useSyncExternalStore(subscribe, history.view)
}

const idle: SearchView = { wordsOf: () => undefined, reading: false }
const never = () => () => {}
const nothing = () => idle

/** The words of all runs, read while `isSearching`. */
export function useTextSearch(isSearching: boolean): SearchView {
  const search = textSearchOf(useRuns())
  return useSyncExternalStore(isSearching ? search.subscribe : never, isSearching ? search.view : nothing)
}

/** A file that a run received, with the run's title. */
export interface RecentFile {
  readonly asset: Asset
  readonly title: string
}

const mostRuns = 60
const mostFiles = 24

/** The newest files that runs received, of types that `takes` accepts, without those of stages off the stage; undefined until they are read. */
export function useRecentFiles(takes: (type: string) => boolean): readonly RecentFile[] | undefined {
  const runs = useRuns()
  const { ledger } = toolsOf(runs)
  const { rows, loading } = useHistory()
  const [files, setFiles] = useState<readonly RecentFile[]>()
  useEffect(() => {
    let current = true
    async function read(): Promise<readonly RecentFile[]> {
      const history = await ledger.history()
      const found: RecentFile[] = []
      const isOffered = ({ thread }: RunRow) => runs.scope !== undefined || !isStageThread(thread)
      for (const { id, title } of rows.filter(isOffered).slice(0, mostRuns)) {
        if (!current || found.length >= mostFiles) break
        const assets = await history.assets(id)
        found.push(
          ...assets.filter(({ role, type }) => role === 'output' && takes(type)).map((asset) => ({ asset, title })),
        )
      }
      return found.slice(0, mostFiles)
    }
    if (!loading)
      void read()
        .catch(() => [])
        .then((found) => current && setFiles(found))
    return () => {
      current = false
    }
  }, [runs, ledger, rows, loading, takes])
  return files
}

/** The drafts of all tabs. */
export const ledgerDrafts = (runs: Runs): LedgerDrafts => draftsOf(toolsOf(runs))

/** The drafts whose keys begin so, by the rest of their keys, read once, and again with each change of `after`; undefined until then. */
export function useDraftsUnder(prefix: string, after?: unknown): ReadonlyMap<string, unknown> | undefined {
  const runs = useRuns()
  const [found, setFound] = useState<ReadonlyMap<string, unknown>>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `after` says when to read again.
  useEffect(() => {
    const found = ledgerDrafts(runs).under(prefix)
    const reading = found.catch(() => new Map<string, unknown>())
    return whileCurrent(reading, setFound)
  }, [runs, prefix, after])
  return found
}

/** The browser's storage for this origin. */
export interface StorageState {
  /** Bytes used and allowed; undefined where the browser does not say. */
  readonly usage?: number | undefined
  readonly quota?: number | undefined
  /** True: the browser does not clear it by itself. Undefined where it does not say. */
  readonly persisted?: boolean | undefined
}

/** The storage's state, read again by `refresh`; `persist` requests persistent storage. */
export function useStorage(): StorageState & { readonly refresh: () => void; readonly persist: () => Promise<void> } {
  const { storage } = toolsOf(useRuns())
  const [state, setState] = useState<StorageState>({})
  const refresh = useCallback(() => {
    async function read(): Promise<void> {
      const [estimate, persisted] = await Promise.all([storage?.estimate(), storage?.persisted()])
      setState({ usage: estimate?.usage, quota: estimate?.quota, persisted })
    }
    void read().catch(() => setState({}))
  }, [storage])
  useEffect(refresh, [refresh])
  async function persist(): Promise<void> {
    await storage?.persist().catch(() => false)
    refresh()
  }
  return { ...state, refresh, persist }
}
