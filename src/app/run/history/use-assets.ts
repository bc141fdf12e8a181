import { useEffect, useMemo, useState } from 'react'
import type { Asset } from '../../ledger/run-row.ts'
import type { Run } from '../run.ts'
import { toolsOf } from '../tools-of.ts'
import { useRuns } from '../use-runs.tsx'

/** The media of a run, read again when its status changes, with those not in the ledger yet; undefined until they are read. */
export function useAssets({ id, status, fresh }: Pick<Run, 'id' | 'status' | 'fresh'>): readonly Asset[] | undefined {
  const { ledger } = toolsOf(useRuns())
  const [read, setRead] = useState<{
    readonly id: string
    readonly status: string
    readonly assets: readonly Asset[]
  }>()
  const [held, setHeld] = useState({ id, files: fresh })
  const isRead = read?.id === id && read.status === status
  // At its end a run drops `fresh` before the ledger is read again: the last value is kept until then.
  const files = fresh ?? (isRead || held.id !== id ? undefined : held.files)
  if (held.id !== id || held.files !== files) setHeld({ id, files })
  useEffect(() => {
    let current = true
    void ledger
      .history()
      .then((history) => history.assets(id))
      .catch(() => [])
      .then((assets) => current && setRead({ id, status, assets }))
    return () => {
      current = false
    }
  }, [ledger, id, status])
  return useMemo(() => {
    if (read?.id !== id) return undefined
    const stored = new Set(read.assets.map((asset) => asset.id))
    return files ? [...read.assets, ...files.filter((asset) => !stored.has(asset.id))] : read.assets
  }, [read, id, files])
}
