import { defined } from '#contract/core/loose-json.ts'
import { admit } from './admit-run.ts'
import { type Changes, changeOf } from './changes.ts'
import type { Ledger, LedgerHistory, LedgerTrouble } from './ledger.ts'
import { type Asset, type EventBatch, joinBatches, type RunBody, type RunRow, type RunWords } from './run-row.ts'
import { batchesOf, placedRow, withoutNeeded } from './whole-run.ts'

/** The ledger without storage: the same guarantees, until the page is closed. */
export function memoryLedger(changes: Changes, trouble: LedgerTrouble): Ledger {
  const memory = createMemory(changes)
  const { rows, bodies, events, drafts, nextSeq, inOrder, open, put, change, keep } = memory
  return {
    persistent: false,
    trouble,
    async prepare(fresh, body, inputs = []) {
      const same = rows.get(fresh.id)
      const holder = open().find((row) => row.open === fresh.intent)
      const admission = admit(fresh, same, holder)
      if (admission.kind === 'blocked') return { status: 'already-open', row: admission.by }
      const { released } = admission
      const row = { ...fresh, seq: same?.seq ?? nextSeq() }
      bodies.set(row.id, body)
      keep(inputs)
      put(released === undefined ? [row] : [released, row])
      return { status: 'added', row }
    },
    update: async (id, edit) => change([id], edit)[0],
    async appendEvents(batch) {
      events.set(batch.id, [...(events.get(batch.id) ?? []), batch])
      changes.tell({ ...changeOf(rows.get(batch.id) ?? batch), kind: 'events' })
    },
    async finish(id, edit, { result, reply, outputs = [], events: last }) {
      const [old, body] = [rows.get(id), bodies.get(id)]
      const row = old && edit(old)
      if (body !== undefined) bodies.set(id, { ...body, result, ...defined({ reply }) })
      if (row === undefined) return undefined
      keep(outputs)
      if (last) events.set(id, [...(events.get(id) ?? []), last])
      put([row])
      return row
    },
    get: async (id) => rows.get(id),
    bodies: async (ids) => ids.map((id) => bodies.get(id)),
    eventsOf: async (id, from = 0) => joinBatches((events.get(id) ?? []).slice(from), from),
    thread: async (id) => ({ rows: inOrder().filter((row) => row.thread === id), unreadable: 0 }),
    newest: async (count) => ({ rows: inOrder().slice(-count), unreadable: 0 }),
    openRuns: async () => open().toSorted((a, b) => a.seq - b.seq),
    readDraft: async (key) => drafts.get(key),
    async writeDraft(key, value) {
      drafts.set(key, value)
    },
    subscribe: changes.subscribe,
    history: async () => memoryHistory(memory, changes),
    close: changes.close,
  }
}

/** The contents of a ledger in memory, whose listeners are told of each row that is written. */
function createMemory(changes: Changes) {
  let lastSeq = 0
  const rows = new Map<string, RunRow>()
  const assets = new Map<string, Asset>()
  /** A few of thousands. */
  const openIds = new Set<string>()

  const open = () => [...openIds].flatMap((id) => rows.get(id) ?? [])
  const inOrder = () => [...rows.values()].toSorted((a, b) => a.seq - b.seq)

  function put(written: readonly RunRow[]): void {
    for (const row of written) {
      rows.set(row.id, row)
      if (row.open === undefined) openIds.delete(row.id)
      else openIds.add(row.id)
    }
    written.forEach(changes.wrote)
  }

  function change(ids: readonly string[], edit: (row: RunRow) => RunRow): readonly RunRow[] {
    const changed = ids.map((id) => rows.get(id)).filter((row) => row !== undefined)
    const next = changed.map(edit)
    put(next)
    return next
  }

  function keep(all: readonly Asset[]): void {
    for (const asset of all) assets.set(asset.id, asset)
  }

  return {
    ...{ rows, assets, nextSeq: () => ++lastSeq, inOrder, open, put, change, keep },
    bodies: new Map<string, RunBody>(),
    events: new Map<string, readonly EventBatch[]>(),
    words: new Map<string, RunWords>(),
    drafts: new Map<string, unknown>(),
  }
}

function memoryHistory(memory: ReturnType<typeof createMemory>, changes: Changes): LedgerHistory {
  const { rows, bodies, events, assets, words, drafts, nextSeq, inOrder, put, change, keep } = memory
  return {
    async *heads() {
      yield { rows: inOrder(), unreadable: 0 }
    },
    rows: async (ids) => ids.map((id) => rows.get(id)),
    change: async (ids, edit) => change(ids, edit),
    assets: async (run) => [...assets.values()].filter((asset) => asset.run === run),
    async keep(run, outputs) {
      if (rows.has(run)) keep(outputs)
    },
    draftsUnder: async (prefix) => draftsUnder(drafts, prefix),
    takenIds: async () => new Set([...rows.keys(), ...assets.keys()]),
    async add(run) {
      const copies = await Promise.all(run.assets.map(copied))
      const { id } = run.row
      if (rows.has(id) || copies.some((asset) => assets.has(asset.id))) return undefined
      const row = placedRow(run, nextSeq())
      bodies.set(id, run.body)
      events.set(id, batchesOf(run))
      keep(copies)
      put([row])
      return row
    },
    async *words() {
      yield [...words.values()]
    },
    async keepWords(all) {
      for (const one of all) if (rows.has(one.id)) words.set(one.id, one)
    },
    async purge(before, isNeeded, remainsOf) {
      const old = [...rows.values()].filter((row) => row.deleted !== undefined && row.deleted < before)
      const due = await withoutNeeded(old, isNeeded)
      for (const row of due) {
        const { id } = row
        for (const map of [rows, bodies, events, words]) map.delete(id)
        const remains = remainsOf?.(row)
        if (remains) rows.set(id, remains)
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

function draftsUnder(drafts: ReadonlyMap<string, unknown>, prefix: string): ReadonlyMap<string, unknown> {
  return new Map(
    [...drafts].flatMap(([key, value]) =>
      value !== undefined && key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [],
    ),
  )
}
