import { useEffect, useMemo, useState } from 'react'
import type { Asset } from '../../ledger/run-row.ts'
import type { Run } from '../run.ts'
import { useRuns } from '../runs-provider.tsx'

/** The media of a run, read again when its status changes, with what only the page has of it; undefined until they are read. */
export function useAssets({ id, status, fresh }: Pick<Run, 'id' | 'status' | 'fresh'>): readonly Asset[] | undefined {
  const { ledger } = useRuns().tools
  const [read, setRead] = useState<{ readonly id: string; readonly assets: readonly Asset[] }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status is what says that there may be more.
  useEffect(() => {
    let current = true
    void ledger
      .history()
      .then((history) => history.assets(id))
      .catch(() => [])
      .then((assets) => current && setRead({ id, assets }))
    return () => {
      current = false
    }
  }, [ledger, id, status])
  return useMemo(() => {
    if (read?.id !== id) return undefined
    const stored = new Set(read.assets.map((asset) => asset.id))
    return fresh ? [...read.assets, ...fresh.filter((asset) => !stored.has(asset.id))] : read.assets
  }, [read, id, fresh])
}
