import { createChanges } from '../../ledger/changes.ts'
import { memoryLedger } from '../../ledger/memory-ledger.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import { importRuns } from '../history/import-runs.ts'
import type { RunRecord } from '../history/run-record-schema.ts'
import { answer, createFakeRouter } from './fake-router.ts'
import { openPage, type Page } from './open-page.ts'

/** A page with these runs, and their rows in that order, for tests. In memory: Blobs of their browser cannot be stored in their IndexedDB. */
export async function openWithRuns(
  records: readonly RunRecord[],
): Promise<{ readonly page: Page; readonly rows: readonly RunRow[] }> {
  const ledger = memoryLedger(createChanges(), 'absent')
  const page = await openPage({
    ...{ name: '', router: createFakeRouter(answer('Hi')), around: () => ledger },
  })
  const { failures } = await importRuns({ ledger, newId: () => crypto.randomUUID() }, records)
  if (failures.length > 0) throw new Error(failures.join(' '))
  const rows = await (await ledger.history()).rows(records.map(({ run }) => run.id))
  return { page, rows: rows.flatMap((row) => row ?? []) }
}
