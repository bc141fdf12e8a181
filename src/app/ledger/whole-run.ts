import { withoutOpen } from './guard.ts'
import { type Asset, type EventBatch, type NewRun, type RunBody, type RunRow, readRow } from './run-row.ts'

/** A run that was made elsewhere, with all that hangs on it. It is over: nothing here carries it, and it holds no intent. */
export interface WholeRun {
  readonly row: Omit<NewRun, 'open' | 'stop' | 'deleted'>
  readonly body: RunBody
  readonly events: EventBatch['events']
  readonly assets: readonly Asset[]
}

/** So many events are stored together: reading on from a batch must not read all of a long run. */
const batchSize = 1000

/** The row as it will stand in the ledger; throws where it could not be read again. */
export function placedRow({ row }: WholeRun, seq: number): RunRow {
  const placed = readRow(withoutOpen({ ...row, seq }))
  if (placed === undefined) throw new TypeError('The run is not valid.')
  return placed
}

/** The events as the ledger keeps them. */
export function batchesOf({ row, events }: WholeRun): readonly EventBatch[] {
  return Array.from({ length: Math.ceil(events.length / batchSize) }, (_, n) => ({
    id: row.id,
    n,
    events: events.slice(n * batchSize, (n + 1) * batchSize),
  }))
}
