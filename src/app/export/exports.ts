import { writeBundle } from './bundle/write-bundle.ts'
import { csv } from './csv.ts'
import { har } from './har.ts'
import { refuseKeyIn } from './keys/scan-for-key.ts'
import { plainRecord } from './plain-record.ts'
import { report } from './report/report.ts'
import type { RunRecord } from './run-record.ts'

/** A file that runs can leave the app as. */
export interface RunExport {
  readonly id: string
  readonly title: string
  readonly help: string
  /** Without the dot. */
  readonly extension: string
  /**
   * The file. `keys` are all keys the app knows; throws an `ExportError` where one of them, or what looks like one, would leave
   * with it, and where a limit is passed.
   */
  readonly build: (records: readonly RunRecord[], keys: readonly string[]) => Promise<Blob>
}

/** A text export, looked through before it is handed out. */
const text = (title: string, type: string, write: (records: readonly RunRecord[]) => string): RunExport['build'] => {
  return async (records, keys) => {
    const whole = write(records)
    refuseKeyIn(`the ${title}`, whole, keys)
    return new Blob([whole], { type })
  }
}

const json = (records: readonly RunRecord[]) =>
  `${JSON.stringify(records.length === 1 && records[0] ? plainRecord(records[0]) : records.map(plainRecord), null, 2)}\n`

const jsonLines = (records: readonly RunRecord[]) =>
  records.map((record) => `${JSON.stringify(plainRecord(record))}\n`).join('')

/** In the order of a menu. */
export const runExports: readonly RunExport[] = [
  {
    id: 'bundle',
    title: 'Bundle',
    help: 'A zip with requests, events and media, that opens again in any copy of the app.',
    extension: 'zip',
    build: (records, keys) => writeBundle(records, keys),
  },
  {
    id: 'report',
    title: 'Report',
    help: 'One HTML page with the media inside, to read offline or print.',
    extension: 'html',
    build: report,
  },
  {
    id: 'json',
    title: 'JSON',
    help: 'Everything but the bytes of media, which stand by their hashes.',
    extension: 'json',
    build: text('JSON', 'application/json', json),
  },
  {
    id: 'jsonl',
    title: 'JSON Lines',
    help: 'The same, a run a line.',
    extension: 'jsonl',
    build: text('JSON Lines', 'application/jsonl', jsonLines),
  },
  {
    id: 'csv',
    title: 'CSV',
    help: 'A table of the runs for a spreadsheet.',
    extension: 'csv',
    build: text('CSV', 'text/csv', csv),
  },
  {
    id: 'har',
    title: 'HAR',
    help: 'Requests and replies, for network tools.',
    extension: 'har',
    build: text('HAR', 'application/json', (records) => JSON.stringify(har(records), null, 2)),
  },
]
