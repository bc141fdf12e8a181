import type { LedgerHistory } from '../../ledger/ledger.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import type { RunTools } from '../run-tools.ts'
import { onePerRuns } from '../runs.ts'
import { toolsOf } from '../tools-of.ts'

/** The heads of all runs. Unchanged rows keep their identity. */
export interface HistoryView {
  /** Newest first, without deleted ones. */
  readonly rows: readonly RunRow[]
  /** Those that were deleted, newest first. */
  readonly deleted: readonly RunRow[]
  /** The ledger has not been read to its end yet. */
  readonly loading: boolean
  /** Runs that are damaged and cannot be shown. */
  readonly unreadable: number
}

/** The history of a page's runs, shared by all subscribers. */
export const historyOf = onePerRuns((runs) => createHistory(toolsOf(runs), runs.scope))

/** Ms between two changes that the listeners learn of. */
const followPause = 50

export type History = ReturnType<typeof createHistory>

/**
 * The heads of all runs, or of those whose threads are in `scope`; read with the first subscription and updated from then on, also by other
 * tabs.
 */
function createHistory({ ledger, frame }: Pick<RunTools, 'ledger' | 'frame'>, scope?: string) {
  const rows = new Map<string, RunRow>()
  const listeners = new Set<() => void>()
  const changed = new Set<string>()
  let facts = { loading: true, unreadable: 0 }
  /** Derived when it is asked for, since it goes through all rows, and listeners may ask more rarely than these change. */
  let view: HistoryView | undefined
  let isWaiting = false
  let reading: Promise<void> | undefined

  function show(changed: Partial<typeof facts> = {}): void {
    facts = { ...facts, ...changed }
    view = undefined
    for (const listener of [...listeners]) listener()
  }

  async function readAll(): Promise<void> {
    const history = await ledger.history()
    let unreadable = 0
    let isShown = false
    for await (const list of history.heads()) {
      // A row that changed meanwhile has been read again, and is newer.
      for (const row of list.rows) if (!rows.has(row.id)) rows.set(row.id, row)
      unreadable += list.unreadable
      if (isShown) continue
      show({ unreadable })
      isShown = rows.size > 0
      // Waits until the first rows are drawn, since reading thousands of others leaves no time for a frame.
      await new Promise<void>((drawn) => frame(drawn))
    }
    await renew(history)
    show({ loading: false, unreadable })
  }

  async function renew(history: LedgerHistory): Promise<void> {
    const ids = [...changed]
    changed.clear()
    if (ids.length === 0) return
    const fresh = await history.rows(ids)
    ids.forEach((id, at) => {
      const row = fresh[at]
      if (row === undefined) rows.delete(id)
      else rows.set(id, row)
    })
  }

  /** Coalesces changes. By a timer: with a frame, the browser would draw each time, though nothing on the screen may have changed. */
  function follow(): void {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      void ledger
        .history()
        .then(renew)
        .then(() => show())
        .catch(() => {})
    }, followPause)
  }

  return {
    view(): HistoryView {
      view ??= { ...facts, ...listed([...rows.values()], scope) }
      return view
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      if (reading === undefined) {
        ledger.subscribe(({ kind, id }, _from, row) => {
          if (kind !== 'run') return
          if (row === undefined) changed.add(id)
          else rows.set(id, row)
          follow()
        })
        reading = readAll().catch(() => show({ loading: false }))
      }
      return () => listeners.delete(listener)
    },
  }
}

function listed(rows: readonly RunRow[], scope: string | undefined): Pick<HistoryView, 'rows' | 'deleted'> {
  const isOurs = ({ thread }: RunRow) => scope === undefined || thread?.startsWith(scope)
  const all = rows.filter(isOurs).toSorted((a, b) => b.seq - a.seq)
  const isHere = (row: RunRow) => row.deleted === undefined
  return { rows: all.filter(isHere), deleted: all.filter((row) => !isHere(row)) }
}
