import type { Database } from './database.ts'
import { admit } from './guard.ts'
import type { Prepared } from './ledger.ts'
import { nextSeq } from './newest.ts'
import { readRow } from './read-row.ts'
import type { Asset, NewRun, RunBody, RunRow } from './run-row.ts'
import { complete, strict } from './transaction.ts'

/** `released`: the row that gave up its hold on the intent in the same transaction. */
export interface PreparedRun {
  readonly prepared: Prepared
  readonly released?: RunRow
}

/** The stores that a run is written to: that of the media stays free for others where there are none. */
export function storesFor(assets: readonly Asset[]): ('runs' | 'bodies' | 'assets')[] {
  return assets.length > 0 ? ['runs', 'bodies', 'assets'] : ['runs', 'bodies']
}

/** One transaction: looks who holds the intent, gives the next `seq`, and writes row, body and files. */
export async function prepareRun(
  db: Database,
  fresh: NewRun,
  body: RunBody,
  inputs: readonly Asset[],
): Promise<PreparedRun> {
  const tx = db.transaction(storesFor(inputs), 'readwrite', strict)
  const runs = tx.objectStore('runs')
  async function write(): Promise<PreparedRun> {
    const same = await runs.get(fresh.id)
    const admission = admit(fresh, same, await runs.index('open').get(fresh.intent))
    if (admission.kind === 'blocked') return { prepared: { status: 'already-open', row: admission.by } }
    const { released } = admission
    if (released !== undefined) await runs.put(released)
    const row = { ...fresh, seq: readRow(same)?.seq ?? (await nextSeq(runs.index('seq'))) }
    const puts = inputs.map((asset) => tx.objectStore('assets').put(asset))
    await Promise.all([runs.put(row), tx.objectStore('bodies').put(body), ...puts])
    return { prepared: { status: 'added', row }, ...(released !== undefined && { released }) }
  }
  return await complete(tx, write())
}
