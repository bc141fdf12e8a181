import type { Database } from './database.ts'
import { admit } from './guard.ts'
import type { Prepared } from './ledger.ts'
import { nextSeq } from './newest.ts'
import { readRow } from './read-row.ts'
import type { NewRun, RunBody, RunRow } from './run-row.ts'
import { complete, strict } from './transaction.ts'

/** `released`: the row that gave up its hold on the intent in the same transaction. */
export interface PreparedRun {
  readonly prepared: Prepared
  readonly released?: RunRow
}

/** One transaction: looks who holds the intent, gives the next `seq`, and writes row and body. */
export async function prepareRun(db: Database, fresh: NewRun, body: RunBody): Promise<PreparedRun> {
  const tx = db.transaction(['runs', 'bodies'], 'readwrite', strict)
  const runs = tx.objectStore('runs')
  async function write(): Promise<PreparedRun> {
    const same = await runs.get(fresh.id)
    const admission = admit(fresh, same, await runs.index('open').get(fresh.intent))
    if (admission.kind === 'blocked') return { prepared: { status: 'already-open', row: admission.by } }
    const { released } = admission
    if (released !== undefined) await runs.put(released)
    const row = { ...fresh, seq: readRow(same)?.seq ?? (await nextSeq(runs.index('seq'))) }
    await Promise.all([runs.put(row), tx.objectStore('bodies').put(body)])
    return { prepared: { status: 'added', row }, ...(released !== undefined && { released }) }
  }
  return await complete(tx, write())
}
