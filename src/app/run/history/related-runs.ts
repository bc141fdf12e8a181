import { useCallback } from 'react'
import type { Asset, RunRow } from '../../ledger/run-row.ts'
import type { Run } from '../run.ts'
import { toolsOf } from '../tools-of.ts'
import { useRuns } from '../use-runs.tsx'

/** Runs that handed files on to each other, as ids, the nearest first. */
export interface RelatedRuns {
  /** Their results were sent by the run. */
  readonly madeFrom: readonly string[]
  /** They sent results of the run. */
  readonly usedIn: readonly string[]
}

/** Runs before and after that are looked at. */
const most = 150

/** Finds them by the hashes of their files. `rows` may be in any order; only the nearest are looked at. */
export async function relatedRuns(
  run: Pick<Run, 'id' | 'seq'>,
  rows: readonly Pick<RunRow, 'id' | 'seq'>[],
  assetsOf: (run: string) => Promise<readonly Pick<Asset, 'role' | 'sha256'>[]>,
): Promise<RelatedRuns> {
  const own = await assetsOf(run.id)
  const find = async (role: Asset['role'], near: typeof rows): Promise<readonly string[]> => {
    const hashes = new Set(own.filter((asset) => asset.role !== role).map(({ sha256 }) => sha256))
    if (hashes.size === 0) return []
    const found: string[] = []
    for (const { id } of near.slice(0, most)) {
      const assets = await assetsOf(id)
      if (assets.some((asset) => asset.role === role && hashes.has(asset.sha256))) found.push(id)
    }
    return found
  }
  const [before, after] = [rows.filter(({ seq }) => seq < run.seq), rows.filter(({ seq }) => seq > run.seq)]
  return {
    madeFrom: await find(
      'output',
      before.toSorted((a, b) => b.seq - a.seq),
    ),
    usedIn: await find(
      'input',
      after.toSorted((a, b) => a.seq - b.seq),
    ),
  }
}

/** The function that finds them in this browser. Keeps its identity; what it returns never rejects. */
export function useRelatedRuns(): (run: Run, rows: readonly RunRow[]) => Promise<RelatedRuns> {
  const { ledger } = toolsOf(useRuns())
  return useCallback(
    async (run, rows) => {
      try {
        const history = await ledger.history()
        return await relatedRuns(run, rows, (id) => history.assets(id))
      } catch {
        return { madeFrom: [], usedIn: [] }
      }
    },
    [ledger],
  )
}
