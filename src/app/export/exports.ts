import type { RunRecord } from '../run/history/run-record-schema.ts'
import { type BundleExtras, writeBundle } from './bundle/write-bundle.ts'
import { keyCheck } from './keys/scan-for-key.ts'
import { plainRecord } from './record/run-facts.ts'
import { type ReportOptions, report } from './report/report.ts'
import { csvHead, csvLine } from './text/csv.ts'
import { harEntry, harHead } from './text/har.ts'
import { FileParts, jsonPieces } from './text/pieces.ts'

/** Runs in memory, or read from the ledger one by one while a file is written. */
type Records = Iterable<RunRecord> | AsyncIterable<RunRecord>

export type ExportOptions = ReportOptions & BundleExtras

export interface RunExport {
  readonly id: string
  readonly title: string
  readonly help: string
  readonly extension: string
  /**
   * Writes the file, in slices between which the page can draw. `keys` are all keys that the app knows; throws an `ExportError` where the
   * file would contain one of them, or a text of the form of a key, and where a limit is exceeded.
   */
  readonly build: (records: Records, keys: readonly string[], options?: ExportOptions) => Promise<Blob>
}

/** The `build` of a text format: each piece is searched for keys before it is written. */
const text = (title: string, type: string, write: (records: Records) => AsyncGenerator<string, void>) => {
  return async (records: Records, keys: readonly string[]): Promise<Blob> => {
    const file = new FileParts()
    const check = keyCheck(`the ${title}`, keys)
    for await (const piece of write(records)) await file.add(piece, check)
    return file.end(type)
  }
}

async function* json(records: Records): AsyncGenerator<string, void> {
  let first: RunRecord | undefined
  let count = 0
  for await (const record of records) {
    count += 1
    if (count === 1) first = record
    if (count === 2 && first) {
      yield '[\n'
      yield* listed(plainRecord(first))
    }
    if (count === 1) continue
    yield ',\n'
    yield* listed(plainRecord(record))
  }
  if (count <= 1) yield* jsonPieces(first ? plainRecord(first) : [], 2)
  yield count > 1 ? '\n]\n' : '\n'
}

function* listed(value: object): Generator<string, void> {
  yield '  '
  yield* jsonPieces(value, 2, '  ')
}

async function* jsonLines(records: Records): AsyncGenerator<string, void> {
  for await (const record of records) {
    yield* jsonPieces(plainRecord(record))
    yield '\n'
  }
}

async function* csv(records: Records): AsyncGenerator<string, void> {
  yield csvHead
  for await (const record of records) yield await csvLine(record)
}

async function* har(records: Records): AsyncGenerator<string, void> {
  const [before = '', after = ''] = JSON.stringify(harHead, null, 2).split('"entries": []')
  yield `${before}"entries": [`
  let comma = '\n'
  for await (const record of records) {
    yield comma
    yield* listed(harEntry(record))
    comma = ',\n'
  }
  yield `\n]${after}\n`
}

export const runExports: readonly RunExport[] = [
  {
    id: 'bundle',
    title: 'Bundle',
    help: 'A zip with requests, events and media that any Patchbay can import.',
    extension: 'zip',
    build: writeBundle,
  },
  {
    id: 'report',
    title: 'Report',
    help: 'One HTML page with embedded media, to share, read offline or print.',
    extension: 'html',
    build: report,
  },
  {
    id: 'json',
    title: 'JSON',
    help: 'Everything except media, which are referenced by hash.',
    extension: 'json',
    build: text('JSON', 'application/json', json),
  },
  {
    id: 'jsonl',
    title: 'JSON Lines',
    help: 'The same, one run per line.',
    extension: 'jsonl',
    build: text('JSON Lines', 'application/jsonl', jsonLines),
  },
  {
    id: 'csv',
    title: 'CSV',
    help: 'A spreadsheet for reviews: one run per line, with full prompt, answer and verdict.',
    extension: 'csv',
    build: text('CSV', 'text/csv', csv),
  },
  {
    id: 'har',
    title: 'HAR',
    help: 'Requests and responses for network tools.',
    extension: 'har',
    build: text('HAR', 'application/json', har),
  },
]
