import { useEffect, useState } from 'react'
import type { Asset, RunStatus } from '../../ledger/run-row.ts'
import { useRuns } from '../runs-provider.tsx'

/** The media of a run, read again when its status changes; undefined until they are read. */
export function useAssets(id: string, status: RunStatus): readonly Asset[] | undefined {
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
  return read?.id === id ? read.assets : undefined
}
