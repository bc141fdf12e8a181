import { isJob } from '#contract/core/statuses.ts'
import type { CellState } from '#lab/cell-facts.ts'
import type { Score } from '#lab/judgements.ts'
import { isUnsent } from '../batch/batch-plan.ts'
import type { RunRow } from '../ledger/run-row.ts'
import { remainsOf } from '../ledger/whole-run.ts'
import { hasFailed, isOpen } from '../run/life/states.ts'

/** The head of a run, with the score that the owner of this browser gave it. */
export type Row = RunRow & { readonly score?: Score }

/** The newest run of each place of a batch. */
export type Places = ReadonlyMap<number, Row>

/** The runs of one batch, the newest first. Where there is no other, what remains of a deleted one that was sent. */
export function newestByPlace(rows: readonly Row[], deleted: readonly Row[] = []): Places {
  const newest = new Map<number, Row>()
  const gone = deleted.filter((row) => !isUnsent(row)).map(remainsOf)
  for (const row of [...rows, ...gone]) if (row.batch && !newest.has(row.batch.at)) newest.set(row.batch.at, row)
  return newest
}

/** The newest run of a place, unless it was deleted. */
export function runAt(places: Places, at: number): Row | undefined {
  const row = places.get(at)
  return row?.deleted === undefined ? row : undefined
}

export function placeState(row: Row | undefined): CellState {
  if (!row || isUnsent(row)) return 'not sent'
  if (row.deleted !== undefined) return 'deleted'
  if (isOpen(row.status) || isJob(row.status)) return 'open'
  if (row.status === 'unknown' || row.status === 'unconfirmed') return 'unclear'
  return hasFailed(row.status) || row.status === 'stopped' ? 'failed' : 'done'
}

/** Places, or what else has a run, by the states of their runs. */
export function byState<T>(
  all: Iterable<T>,
  runOf: (one: T) => Row | undefined,
): Readonly<Record<CellState, readonly T[]>> {
  const ended = { done: [], failed: [], unclear: [], deleted: [] }
  const found: Record<CellState, T[]> = { 'not sent': [], open: [], ...ended }
  for (const one of all) found[placeState(runOf(one))].push(one)
  return found
}
