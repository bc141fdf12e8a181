import { admit } from './admit-run.ts'
import { type Changes, changeOf } from './changes.ts'
import type { Ledger, LedgerHistory, LedgerTrouble } from './ledger.ts'
import { type Asset, type EventBatch, joinBatches, type RunBody, type RunRow, type RunWords } from './run-row.ts'
import { batchesOf, placedRow, withoutNeeded } from './whole-run.ts'

/** The contents of a ledger in memory. */
interface Held {
  readonly rows: Map<string, RunRow>
  readonly bodies: Map<string, RunBody>
  readonly events: Map<string, readonly EventBatch[]>
  readonly assets: Map<string, Asset>
  readonly words: Map<string, RunWords>
  readonly nextSeq: () => number
}

/** The ledger without storage: the same guarantees, until the page is closed. */
export function memoryLedger(changes: Changes, trouble: LedgerTrouble): Ledger {
  let last = 0
  const nextSeq = () => ++last
  const maps = { rows: new Map(), bodies: new Map(), events: new Map(), assets: new Map(), words: new Map() }
  const held: Held = { ...maps, nextSeq }
  const { rows, bodies, events, assets } = held
  const drafts = new Map<string, unknown>()

  const inOrder = () => [...rows.values()].toSorted((a, b) => a.seq - b.seq)
  function change(id: string, edit: (row: RunRow) => RunRow): RunRow | undefined {
    const old = rows.get(id)
    if (old === undefined) return undefined
    const row = edit(old)
    rows.set(id, row)
    return row
  }

  function keep(all: readonly Asset[]): void {
    for (const asset of all) assets.set(asset.id, asset)
  }

  return {
    persistent: false,
    trouble,
    async prepare(fresh, body, inputs = []) {
      const same = rows.get(fresh.id)
      const holder = inOrder().find((row) => row.open === fresh.intent)
      const admission = admit(fresh, same, holder)
      if (admission.kind === 'blocked') return { status: 'already-open', row: admission.by }
      const { released } = admission
      if (released !== undefined) rows.set(released.id, released)
      const row = { ...fresh, seq: same?.seq ?? nextSeq() }
      rows.set(row.id, row)
      bodies.set(row.id, body)
      keep(inputs)
      if (released !== undefined) changes.tell(changeOf(released))
      changes.tell(changeOf(row))
      return { status: 'added', row }
    },
    async update(id, edit) {
      const row = change(id, edit)
      if (row !== undefined) changes.tell(changeOf(row))
      return row
    },
    async appendEvents(batch) {
      events.set(batch.id, [...(events.get(batch.id) ?? []), batch])
      changes.tell({ ...changeOf(rows.get(batch.id) ?? batch), kind: 'events' })
    },
    async finish(id, edit, { result, reply, outputs = [] }) {
      const row = change(id, edit)
      const body = bodies.get(id)
      if (body !== undefined) bodies.set(id, { ...body, result, ...(reply !== undefined && { reply }) })
      if (row !== undefined) keep(outputs)
      if (row !== undefined) changes.tell(changeOf(row))
      return row
    },
    get: async (id) => rows.get(id),
    bodies: async (ids) => ids.map((id) => bodies.get(id)),
    eventsOf: async (id, from = 0) => joinBatches((events.get(id) ?? []).slice(from), from),
    thread: async (id) => ({ rows: inOrder().filter((row) => row.thread === id), unreadable: 0 }),
    newest: async (count) => ({ rows: inOrder().slice(-count), unreadable: 0 }),
    openRuns: async () => inOrder().filter((row) => row.open !== undefined),
    readDraft: async (key) => drafts.get(key),
    draftsUnder: async (prefix) => draftsUnder(drafts, prefix),
    async writeDraft(key, value) {
      drafts.set(key, value)
    },
    subscribe: changes.subscribe,
    history: async () => memoryHistory(held, changes),
    close: changes.close,
  }
}

function draftsUnder(drafts: ReadonlyMap<string, unknown>, prefix: string): ReadonlyMap<string, unknown> {
  return new Map(
    [...drafts].flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [])),
  )
}

/** The history of a ledger in memory. */
function memoryHistory({ rows, bodies, events, assets, words, nextSeq }: Held, changes: Changes): LedgerHistory {
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
    async purge(before, isNeeded) {
      const old = [...rows.values()].filter((row) => row.deleted !== undefined && row.deleted < before)
      const due = await withoutNeeded(old, isNeeded)
      for (const { id } of due) {
        for (const map of [rows, bodies, events, words]) map.delete(id)
        for (const asset of [...assets.values()]) if (asset.run === id) assets.delete(asset.id)
      }
      for (const row of due) changes.tell(changeOf(row))
      return due.length
    },
  }
}

/** A copy in memory: a Blob from a file refers to the file, which may be deleted while the page is open. */
async function copied(asset: Asset): Promise<Asset> {
  return { ...asset, blob: new Blob([await asset.blob.arrayBuffer()], { type: asset.blob.type }) }
}
