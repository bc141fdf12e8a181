import { type Changes, changeOf } from './changes.ts'
import type { LedgerHistory } from './ledger-history.ts'
import type { Held } from './memory-ledger.ts'
import type { Asset } from './run-row.ts'
import { batchesOf, placedRow } from './whole-run.ts'

/** The history of a ledger in memory. */
export function memoryHistory({ rows, bodies, events, assets, words, nextSeq }: Held, changes: Changes): LedgerHistory {
  return {
    async *heads() {
      yield { rows: [...rows.values()].toSorted((a, b) => a.seq - b.seq), unreadable: 0 }
    },
    rows: async (ids) => ids.map((id) => rows.get(id)),
    async change(ids, change) {
      const changed = ids.map((id) => rows.get(id)).filter((row) => row !== undefined)
      const next = changed.map(change)
      for (const row of next) rows.set(row.id, row)
      for (const row of next) changes.tell(changeOf(row))
      return next
    },
    assets: async (run) => [...assets.values()].filter((asset) => asset.run === run),
    async keep(run, outputs) {
      if (rows.has(run)) for (const asset of outputs) assets.set(asset.id, asset)
    },
    takenIds: async () => new Set([...rows.keys(), ...assets.keys()]),
    async add(run) {
      const copies = await Promise.all(run.assets.map(copied))
      const { id } = run.row
      if (rows.has(id) || copies.some((asset) => assets.has(asset.id))) return undefined
      const row = placedRow(run, nextSeq())
      rows.set(id, row)
      bodies.set(id, run.body)
      events.set(id, batchesOf(run))
      for (const asset of copies) assets.set(asset.id, asset)
      changes.tell(changeOf(row))
      return row
    },
    async *words() {
      yield [...words.values()]
    },
    async keepWords(all) {
      for (const one of all) if (rows.has(one.id)) words.set(one.id, one)
    },
    async purge(before) {
      const due = [...rows.values()].filter((row) => row.deleted !== undefined && row.deleted < before)
      for (const { id } of due) {
        for (const map of [rows, bodies, events, words]) map.delete(id)
        for (const asset of [...assets.values()]) if (asset.run === id) assets.delete(asset.id)
      }
      for (const row of due) changes.tell(changeOf(row))
      return due.length
    },
  }
}

/** What is opened from a file refers to the file, which may be deleted before this page is closed. */
async function copied(asset: Asset): Promise<Asset> {
  return { ...asset, blob: new Blob([await asset.blob.arrayBuffer()], { type: asset.blob.type }) }
}
