import { isRecord, type JsonRecord, jsonIn, ownOf } from '#contract/core/loose-json.ts'
import { isExamples, withJsonCells } from '../foreign/example-rows.ts'
import type { ForeignSet } from '../foreign/foreign-set.ts'
import { readForeign } from '../foreign/read-foreign.ts'
import { type DecodedText, decodeText } from './decode-text.ts'
import { blankNotes, type RaggedRow, readDelimited } from './delimited-text.ts'
import { beyondLimits, namesIn, planLimits, refuse, sized, tooMuchText, Unreadable } from './row-limits.ts'
import { type LineOf, linesIn, parseYaml } from './yaml-text.ts'

/** A file, or a text that was pasted. */
export type TableSource = { readonly name: string; readonly bytes: Uint8Array } | { readonly text: string }

export type TableFormat = 'CSV' | 'TSV' | 'JSON' | 'JSONL' | 'YAML'

/** `refused`: nothing can be taken over; `why` is a sentence for people. */
export type TableReading =
  | {
      readonly status: 'read'
      readonly format: TableFormat
      /** Absent for a pasted text. */
      readonly encoding?: DecodedText['encoding']
      readonly columns: readonly string[]
      /** Without those that are `ragged`. Values of JSON and YAML stay what they are; those of CSV and TSV are texts. */
      readonly rows: readonly JsonRecord[]
      /** Rows of CSV and TSV with another number of columns than the first line. */
      readonly ragged: readonly RaggedRow[]
      /** Where it is the test set of another tool: what that says, its `rows` being these. */
      readonly foreign?: ForeignSet
      /** What was changed or guessed, as sentences. */
      readonly notes: readonly string[]
    }
  | { readonly status: 'refused'; readonly why: string }

/** The most bytes that a text of the allowed length has. */
const mostBytes = 3 * planLimits.text

/** Why a file of so many bytes is not read; undefined where it can be. */
export const refusedSize = (bytes: number): TableReading | undefined =>
  bytes > mostBytes ? { status: 'refused', why: tooMuchText(bytes) } : undefined

/** Reads rows from CSV, TSV, JSON, JSONL or YAML, as the file's ending or else its text says. Never throws. */
export function readTable(source: TableSource, hasHeader = true): TableReading {
  if ('text' in source) return readText(source.text, '', undefined, hasHeader)
  const tooLarge = refusedSize(source.bytes.length)
  if (tooLarge) return tooLarge
  const { text, encoding } = decodeText(source.bytes)
  return readText(text, /\.(\w+)$/.exec(source.name)?.[1] ?? '', encoding, hasHeader)
}

function readText(
  text: string,
  ending: string,
  encoding: DecodedText['encoding'] | undefined,
  hasHeader: boolean,
): TableReading {
  const isGuessed = encoding === 'Windows-1252'
  try {
    if (text.length > planLimits.text) throw new Unreadable(tooMuchText(text.length))
    if (text.trim() === '') throw new Unreadable('No rows.')
    if (text.includes('\0')) throw new Unreadable('This is not a text. Save the table as CSV in UTF-8.')
    const read = readAs(formatOf(ending.toLowerCase(), text), text, hasHeader)
    const { request, checks = [] } = read.foreign ?? {}
    const isEmpty = read.rows.length + read.ragged.length + checks.length === 0 && !request
    refuse(isEmpty ? 'No rows.' : beyondLimits(read.rows))
    const notes = isGuessed ? ['Read as Windows-1252: the file is not valid UTF-8.', ...read.notes] : read.notes
    return { status: 'read', ...read, ...(encoding && { encoding }), notes }
  } catch (cause) {
    const why = cause instanceof Unreadable ? cause.message : 'The file cannot be read.'
    return { status: 'refused', why }
  }
}

type Table = Omit<Extract<TableReading, { status: 'read' }>, 'status' | 'encoding'>

const formats = new Map<string, TableFormat>(
  Object.entries({
    tab: 'TSV',
    ndjson: 'JSONL',
    yml: 'YAML',
    csv: 'CSV',
    tsv: 'TSV',
    json: 'JSON',
    jsonl: 'JSONL',
    yaml: 'YAML',
  }),
)

function formatOf(ending: string, text: string): TableFormat {
  const named = formats.get(ending)
  if (named && !(named === 'JSON' && isLines(text))) return named
  if (isLines(text)) return 'JSONL'
  if (/^\s*[[{]/.test(text) && jsonIn(text) !== undefined) return 'JSON'
  if (firstLine(text).includes('\t')) return 'TSV'
  return /^\s*(- |---|%YAML)/.test(text) || /^(?:prompts|tests):(?:\s|$)/m.test(text) ? 'YAML' : 'CSV'
}

const firstLine = (text: string) => /\S.*/.exec(text)?.[0] ?? ''

/** Whether each line seems to be a JSON object: its first one is, and others follow. */
const isLines = (text: string) => {
  const first = firstLine(text)
  return isRecord(jsonIn(first)) && text.trim() !== first.trim()
}

function readAs(format: TableFormat, text: string, hasHeader: boolean): Table {
  switch (format) {
    case 'CSV':
    case 'TSV': {
      const table = readDelimited(text, format, hasHeader)
      if (typeof table === 'string') throw new Unreadable(table)
      const { lines, ...plain } = table
      const rows = isExamples(plain.rows) ? withJsonCells(plain.rows) : plain.rows
      return { format, ...plain, ...foreignIn(rows, ([at]) => lines[Number(at)] ?? 1) }
    }
    case 'JSON':
      return tableOf(format, sized(parseJson(text, 'This')), linesIn(text))
    case 'JSONL':
      return tableOfLines(text)
    case 'YAML':
      return tableOf(format, parseYaml(text), linesIn(text))
  }
}

/** The columns and rows of another tool's test set; nothing where it is none. */
function foreignIn(value: unknown, lineOf: LineOf) {
  const foreign = readForeign(value, lineOf)
  return foreign && { columns: namesIn(foreign.rows), rows: foreign.rows, foreign }
}

function tableOf(format: TableFormat, value: unknown, lineOf: LineOf): Table {
  const foreign = foreignIn(value, lineOf)
  if (foreign) return { format, ...foreign, ragged: [], notes: [] }
  const rows = listIn(value).map((item, at) => {
    if (!isRecord(item)) throw new Unreadable(`Row ${at + 1} is not an object.`)
    return item
  })
  return { format, columns: namesIn(rows), rows, ragged: [], notes: [] }
}

/** The rows in a value: itself, or its `rows`. */
function listIn(value: unknown): readonly unknown[] {
  if (value === null) throw new Unreadable('No rows.')
  const list = isRecord(value) ? ownOf(value, 'rows') : value
  if (Array.isArray(list)) return list
  throw new Unreadable('This is not a list of rows: a list of objects, or an object with such a list as “rows”.')
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Unreadable(`${what} is not valid JSON: ${cause instanceof Error ? cause.message : ''}.`)
  }
}

function tableOfLines(text: string): Table {
  const lines = text.trimEnd().split('\n')
  const read = lines.flatMap((text, at) => {
    if (text.trim() === '') return []
    const row = sized(parseJson(text, `Line ${at + 1}`))
    if (!isRecord(row)) throw new Unreadable(`Line ${at + 1} is not an object.`)
    return [{ row, line: at + 1 }]
  })
  const rows = read.map(({ row }) => row)
  const foreign = foreignIn(rows, ([at]) => read[Number(at)]?.line ?? 1)
  const notes = blankNotes(lines.length - rows.length)
  return { format: 'JSONL', columns: namesIn(rows), rows, ...foreign, ragged: [], notes }
}
