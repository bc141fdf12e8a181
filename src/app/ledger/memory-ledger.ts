import { type Changes, changeOf } from './changes.ts'
import { admit } from './guard.ts'
import type { Ledger, LedgerTrouble } from './ledger.ts'
import type { Asset, EventBatch, RunBody, RunRow, RunWords } from './run-row.ts'
import { joinBatches } from './stored-events.ts'

/** All that a ledger in memory holds of runs. */
export interface Held {
  readonly rows: Map<string, RunRow>
  readonly bodies: Map<string, RunBody>
  readonly events: Map<string, readonly EventBatch[]>
  readonly assets: Map<string, Asset>
  readonly words: Map<string, RunWords>
  readonly nextSeq: () => number
}

/** The ledger where the browser keeps nothing: the same promises, for as long as the page lives. */
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
    async writeDraft(key, value) {
      drafts.set(key, value)
    },
    subscribe: changes.subscribe,
    history: async () => (await import('./memory-history.ts')).memoryHistory(held, changes),
    close: changes.close,
  }
}
