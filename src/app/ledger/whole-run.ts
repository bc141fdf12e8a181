import { defined, recordOf } from '#contract/core/loose-json.ts'
import { withoutOpen } from './admit-run.ts'
import { type Asset, type EventBatch, type NewRun, type RunBody, type RunRow, readRow } from './run-row.ts'

/** A run from another browser, with its body, events and assets. It has ended: no page streams it, and it holds no intent. */
export interface WholeRun {
  readonly row: Omit<NewRun, 'open' | 'stop' | 'deleted'>
  readonly body: RunBody
  readonly events: EventBatch['events']
  readonly assets: readonly Asset[]
}

/** The rows that nothing needs any more. */
export async function withoutNeeded(
  rows: readonly RunRow[],
  isNeeded: (row: RunRow) => Promise<boolean> = async () => false,
): Promise<readonly RunRow[]> {
  const needed = await Promise.all(rows.map(isNeeded))
  return rows.filter((_, at) => !needed[at])
}

/** The latest time there is: a row that was deleted then is never purged. */
const never = 8.64e15

/** Of a deleted run, which place of which batch was sent to whom at what price: nothing of what was said or came. */
export function remainsOf({ id, seq, endpoint, model, status, error, batch, thread, price }: RunRow): RunRow {
  const { status: refusal } = recordOf(error)
  return {
    ...{ id, seq, endpoint, model, status, title: '', intent: '', connection: { name: '', baseUrl: '' }, log: [] },
    ...{ ...defined({ batch, thread, price }), error: { status: refusal }, deleted: never },
  }
}

/** Events per batch: reading on from a batch must not read all of a long run. */
const batchSize = 1000

/** The row as it will be stored; throws where it could not be read back. */
export function placedRow({ row }: WholeRun, seq: number): RunRow {
  const placed = readRow(withoutOpen({ ...row, seq }))
  if (placed === undefined) throw new TypeError('The run is not valid.')
  return placed
}

/** The events in the batches of the ledger. */
export function batchesOf({ row, events }: WholeRun): readonly EventBatch[] {
  return Array.from({ length: Math.ceil(events.length / batchSize) }, (_, n) => ({
    id: row.id,
    n,
    events: events.slice(n * batchSize, (n + 1) * batchSize),
  }))
}
