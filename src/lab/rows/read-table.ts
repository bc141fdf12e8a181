import { Composer, Lexer, Parser } from 'yaml'
import { isRecord, type JsonRecord, jsonIn, ownOf } from '#contract/core/loose-json.ts'
import { planLimits } from '../lab-plan.ts'
import { type DecodedText, decodeText } from './decode-text.ts'
import { blankNotes, type RaggedRow, readDelimited } from './delimited-text.ts'
import { beyondLimits, beyondSize, mostLevels, namesIn, tooMuchText } from './row-limits.ts'

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

/** Why a text cannot be read, as a sentence. */
class Unreadable extends Error {}

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
    const beyond = read.rows.length + read.ragged.length === 0 ? 'No rows.' : beyondLimits(read.rows)
    if (beyond !== undefined) throw new Unreadable(beyond)
    const notes = isGuessed ? ['Read as Windows-1252: the file is not valid UTF-8.', ...read.notes] : read.notes
    return { status: 'read', ...read, ...(encoding && { encoding }), notes }
  } catch (cause) {
    const why = cause instanceof Unreadable ? cause.message : 'The file cannot be read.'
    return { status: 'refused', why }
  }
}

type Table = Omit<Extract<TableReading, { status: 'read' }>, 'status' | 'encoding'>

const formats = new Map<string, TableFormat>([
  ['csv', 'CSV'],
  ['tsv', 'TSV'],
  ['tab', 'TSV'],
  ['json', 'JSON'],
  ['jsonl', 'JSONL'],
  ['ndjson', 'JSONL'],
  ['yaml', 'YAML'],
  ['yml', 'YAML'],
])

function formatOf(ending: string, text: string): TableFormat {
  const named = formats.get(ending)
  if (named && !(named === 'JSON' && isLines(text))) return named
  if (isLines(text)) return 'JSONL'
  if (/^\s*[[{]/.test(text) && jsonIn(text) !== undefined) return 'JSON'
  if (firstLine(text).includes('\t')) return 'TSV'
  return /^\s*(- |---|%YAML)/.test(text) ? 'YAML' : 'CSV'
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
      return { format, ...table }
    }
    case 'JSON':
      return tableOf(format, listIn(sized(parseJson(text, 'This'))))
    case 'JSONL':
      return tableOf(format, ...linesOf(text))
    case 'YAML':
      return tableOf(format, listIn(parseYaml(text)))
  }
}

function tableOf(format: TableFormat, list: readonly unknown[], notes: readonly string[] = []): Table {
  const rows = list.map((item, at) => {
    if (!isRecord(item)) throw new Unreadable(`Row ${at + 1} is not an object.`)
    return item
  })
  return { format, columns: namesIn(rows), rows, ragged: [], notes }
}

function sized(value: unknown): unknown {
  const why = beyondSize(value)
  if (why !== undefined) throw new Unreadable(why)
  return value
}

/** The rows in a value: itself, or its `rows`. */
function listIn(value: unknown): readonly unknown[] {
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

function linesOf(text: string): readonly [rows: readonly unknown[], notes: readonly string[]] {
  const lines = text.trimEnd().split('\n')
  const rows = lines.flatMap((line, at) => {
    if (line.trim() === '') return []
    const row = sized(parseJson(line, `Line ${at + 1}`))
    if (!isRecord(row)) throw new Unreadable(`Line ${at + 1} is not an object.`)
    return [row]
  })
  return [rows, blankNotes(lines.length - rows.length)]
}

/** The values of a YAML text by the rules of YAML 1.2, with `<<` for what is merged; of several documents, a list of them. */
function parseYaml(text: string): unknown {
  const options = { schema: 'core', merge: true, resolveKnownTags: false, logLevel: 'error' } as const
  const documents = [...new Composer(options).compose(yamlTokens(text), true, text.length)]
  const values = documents.map((document) => {
    const [error] = document.errors
    if (error) throw new Unreadable(`Line ${text.slice(0, error.pos[0]).split('\n').length}: ${error.message}.`)
    try {
      return document.toJS()
    } catch (cause) {
      if (cause instanceof ReferenceError)
        throw new Unreadable('The YAML refers to its values too often, or to one that is not there.')
      throw cause
    }
  })
  const value = sized(values.length === 1 ? values[0] : values)
  // A value that is referred to several times becomes one of its own in each place, and what JSON does not have goes.
  return JSON.parse(JSON.stringify(value ?? null))
}

/**
 * The parts of a YAML text, refused while they are found where they nest too deeply: what composes them calls itself for each level, and near
 * the end of the stack a regular expression ends the whole process.
 */
function* yamlTokens(text: string) {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    if (parser.stack.length > mostLevels + 1)
      throw new Unreadable(`The values are nested more than ${mostLevels} levels deep.`)
  }
  yield* parser.end()
}
