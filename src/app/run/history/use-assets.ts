import { useEffect, useMemo, useState } from 'react'
import type { Asset } from '../../ledger/run-row.ts'
import type { Run } from '../run.ts'
import type { RunTools } from '../run-tools.ts'
import { toolsOf } from '../tools-of.ts'
import { useRuns } from '../use-runs.tsx'

/** For an effect: gives the result of `work` to `take` unless the effect ended before. Returns what ends it. */
export function whileCurrent<T>(work: Promise<T>, take: (result: T) => void): () => void {
  let isCurrent = true
  void work.then((result) => isCurrent && take(result))
  return () => {
    isCurrent = false
  }
}

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
  useEffect(
    () => whileCurrent(readAssets(ledger, id), (assets) => setRead({ id, status, assets })),
    [ledger, id, status],
  )
  return useMemo(() => {
    if (read?.id !== id) return undefined
    return withFresh(read.assets, files)
  }, [read, id, files])
}

/** The media of several runs, in their order, read again when a status changes; undefined until they are read. */
export function useAssetsOfEach(runs: readonly Run[]): readonly (readonly Asset[])[] | undefined {
  const { ledger } = toolsOf(useRuns())
  const [read, setRead] = useState<{ readonly key: string; readonly assets: readonly (readonly Asset[])[] }>()
  const key = runs.map(({ id, status }) => `${id} ${status}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the runs, which change with every token.
  useEffect(() => {
    const reading = Promise.all(runs.map(({ id }) => readAssets(ledger, id)))
    return whileCurrent(reading, (assets) => setRead({ key, assets }))
  }, [ledger, key])
  return useMemo(
    () => (read?.key === key ? read.assets.map((assets, at) => withFresh(assets, runs[at]?.fresh)) : undefined),
    [read, key, runs],
  )
}

const readAssets = async (ledger: RunTools['ledger'], id: string): Promise<readonly Asset[]> =>
  await ledger
    .history()
    .then((history) => history.assets(id))
    .catch(() => [])

function withFresh(stored: readonly Asset[], fresh: readonly Asset[] = []): readonly Asset[] {
  const known = new Set(stored.map(({ id }) => id))
  return fresh.length === 0 ? stored : [...stored, ...fresh.filter(({ id }) => !known.has(id))]
}
