import type { RunRecord } from '../run-record.ts'

const goodId = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/

/** What tells which ids are in use, and makes new ones. */
export interface Ids {
  readonly isTaken: (id: string) => boolean
  readonly create: () => string
}

/**
 * The same runs under ids that nothing else has, with the new ids by the old ones. Links between the runs follow. A thread of which
 * a run was given a new id becomes a thread of its own.
 */
export function withFreshIds(
  records: readonly RunRecord[],
  { isTaken, create }: Ids,
): { readonly records: readonly RunRecord[]; readonly renamed: ReadonlyMap<string, string> } {
  const renamed = new Map<string, string>()
  const used = new Set<string>()
  const free = (id: string) => {
    const isFree = goodId.test(id) && !used.has(id) && !isTaken(id)
    const now = isFree ? id : create()
    used.add(now)
    if (!isFree) renamed.set(id, now)
    return now
  }
  const ids = records.map(({ run }) => free(run.id))
  const assets = records.map((record) => record.assets.map((asset) => ({ ...asset, id: free(asset.id) })))
  for (const { run } of records) {
    const { thread } = run
    if (thread !== undefined && !renamed.has(thread) && (renamed.has(run.id) || !goodId.test(thread)))
      renamed.set(thread, create())
  }
  const follow = (id: string) => renamed.get(id) ?? id
  const moved = records.map((record, index): RunRecord => {
    const { run } = record
    const links = Object.fromEntries(
      (['thread', 'parent', 'repeats'] as const).flatMap((name) =>
        run[name] === undefined ? [] : [[name, follow(run[name])]],
      ),
    )
    return { ...record, run: { ...run, ...links, id: ids[index] ?? run.id }, assets: assets[index] ?? [] }
  })
  return { records: moved, renamed }
}
