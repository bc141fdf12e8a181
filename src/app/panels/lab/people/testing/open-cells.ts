import { newestByPlace, type Places } from '../../../../lab/places.ts'
import { createChanges } from '../../../../ledger/changes.ts'
import { memoryLedger } from '../../../../ledger/memory-ledger.ts'
import { importRuns } from '../../../../run/history/import-runs.ts'
import type { RunRecord } from '../../../../run/history/run-record-schema.ts'
import { answer, createFakeRouter } from '../../../../run/testing/fake-router.ts'
import { openPage, type Page } from '../../../../run/testing/open-page.ts'

/** A page with these runs as the cells of a batch, for tests. In memory: Blobs of their browser cannot be stored in their IndexedDB. */
export async function openCells(
  records: readonly RunRecord[],
): Promise<{ readonly page: Page; readonly places: Places }> {
  const ledger = memoryLedger(createChanges(), 'absent')
  const page = await openPage({
    ...{ name: '', router: createFakeRouter(answer('Hi')), around: () => ledger },
  })
  const { failures } = await importRuns({ ledger, newId: () => crypto.randomUUID() }, records)
  if (failures.length > 0) throw new Error(failures.join(' '))
  const rows = await (await ledger.history()).rows(records.map(({ run }) => run.id))
  return { page, places: newestByPlace(rows.flatMap((row) => row ?? [])) }
}
