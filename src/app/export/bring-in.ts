import { importRuns } from '../run/history/import-runs.ts'
import type { RunTools } from '../run/run-tools.ts'
import { readBundle } from './bundle/read-bundle.ts'
import { ExportError } from './export-error.ts'

/** What became of a bundle, in words for people. */
export interface BroughtIn {
  readonly kind: 'done' | 'failed'
  readonly words: string
  /** The first run of the bundle that came in. */
  readonly first?: string | undefined
}

const counted = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** Reads a bundle and puts its runs among those of this browser. Nothing is sent, and where the bundle is refused nothing changes. */
export async function bringIn(zip: Blob, tools: Pick<RunTools, 'ledger' | 'newId'>): Promise<BroughtIn> {
  try {
    const taken = await (await tools.ledger.history()).takenIds()
    const { records, renamed } = await readBundle(zip, { isTaken: (id) => taken.has(id), create: tools.newId })
    const { ids, failures } = await importRuns(tools, records)
    const [first] = ids
    const [why] = failures
    const came = records.length === 0 ? 'The bundle holds no runs.' : `${counted(ids.length, 'run')} came in.`
    const changed =
      renamed.size === 0 ? '' : ` ${counted(renamed.size, 'id')} ${renamed.size === 1 ? 'was' : 'were'} changed.`
    if (why === undefined) return { kind: 'done', words: came + changed, first }
    return { kind: 'failed', words: `${came} ${counted(failures.length, 'run')} did not. ${why}`, first }
  } catch (error) {
    const words = error instanceof ExportError ? error.message : 'The file could not be read. Nothing was changed.'
    return { kind: 'failed', words }
  }
}
