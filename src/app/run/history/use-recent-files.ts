import { useEffect, useState } from 'react'
import type { Asset } from '../../ledger/run-row.ts'
import { toolsOf } from '../tools-of.ts'
import { useRuns } from '../use-runs.tsx'
import { useHistory } from './use-history.ts'

/** A file that a run received, with the run's title. */
export interface RecentFile {
  readonly asset: Asset
  readonly title: string
}

const mostRuns = 60
const mostFiles = 24

/** The newest files that runs received, of types that `takes` accepts; undefined until they are read. */
export function useRecentFiles(takes: (type: string) => boolean): readonly RecentFile[] | undefined {
  const { ledger } = toolsOf(useRuns())
  const { rows, loading } = useHistory()
  const [files, setFiles] = useState<readonly RecentFile[]>()
  useEffect(() => {
    let current = true
    async function read(): Promise<readonly RecentFile[]> {
      const history = await ledger.history()
      const found: RecentFile[] = []
      for (const { id, title } of rows.slice(0, mostRuns)) {
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
  }, [ledger, rows, loading, takes])
  return files
}
