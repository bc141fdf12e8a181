/// <reference path="./papaparse.d.ts" />
import papaparse from 'papaparse'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { planLimits, tooMany, unusedName } from './row-limits.ts'

type Cells = readonly (readonly string[])[]

/** A row that has another number of columns than the first one. `line`: where it begins, from 1. */
export interface RaggedRow {
  readonly line: number
  readonly found: number
  readonly expected: number
}

/** The first line of a file for Excel: `sep=;`. */
const statedDelimiter = /^"?sep=(.)"?(?=[\r\n])/i

/** Reads CSV or, with a tab as its delimiter, TSV: the rows without the ragged ones, and where each begins. A text: why it cannot be read. */
export function readDelimited(text: string, kind: 'CSV' | 'TSV', hasHeader: boolean) {
  const [, stated] = statedDelimiter.exec(text) ?? []
  // An empty line in its place keeps the numbers of the lines.
  const even = evenBreaks(text.replace(statedDelimiter, ''))
  const { data, errors } = papaparse.parse(even, { delimiter: stated ?? (kind === 'TSV' ? '\t' : delimiterOf(even)) })
  const open = errors.find(({ code }) => code === 'MissingQuotes')
  if (open) return `The quote opened in line ${lineAt(even, open.index)} is not closed.`
  const { head, lines, blank } = withLines(data, hasHeader)
  const tooWide = tooMany(head.length, planLimits.columns, 'columns')
  if (tooWide !== undefined) return tooWide
  const { columns, notes } = namesOf(hasHeader ? head : head.map(() => ''), hasHeader)
  const stray = errors.find(({ code }) => code === 'InvalidQuotes')
  if (stray) notes.push(`Line ${lineAt(even, stray.index)} has a quote inside a quoted cell that is not doubled.`)
  const expected = columns.length
  const isWhole = ({ cells }: Line) => cells.length === expected
  const whole = lines.filter(isWhole)
  return {
    columns,
    rows: whole.map(({ cells }): JsonRecord => Object.fromEntries(columns.map((name, at) => [name, cells[at]]))),
    lines: whole.map(({ line }) => line),
    ragged: lines.filter((one) => !isWhole(one)).map(({ line, cells }) => ({ line, found: cells.length, expected })),
    notes: [...notes, ...blankNotes(blank)],
  }
}

export const blankNotes = (count: number): readonly string[] =>
  count === 0 ? [] : [count === 1 ? '1 blank line was skipped.' : `${count} blank lines were skipped.`]

/** The cells of a text copied from a spreadsheet. Quotes that do not match are letters: a spreadsheet quotes few cells. */
export function pastedCells(text: string): Cells {
  const whole = text.replace(/(\r\n?|\n)$/, '')
  const { data, errors } = papaparse.parse(evenBreaks(whole), { delimiter: '\t' })
  return errors.length === 0 ? data : whole.split(/\r\n?|\n/).map((line) => line.split('\t'))
}

/** Without quotes no line break is part of a cell, and a file put together from several may have two kinds of them. */
const evenBreaks = (text: string) => (text.includes('"') ? text : text.replace(/\r\n?/g, '\n'))

/** Characters from the start of a text that its delimiter is known by. */
const startLength = 2 ** 16

/** A comma where the first lines have equally many of them; else what papaparse guesses, such as the semicolon of some spreadsheets. */
function delimiterOf(text: string): string {
  const { data } = papaparse.parse(text.slice(0, startLength), { delimiter: ',', preview: 20 })
  const lines = text.length > startLength ? data.slice(0, -1) : data
  const widths = new Set(lines.filter((cells) => !isBlank(cells)).map(({ length }) => length))
  if (widths.size === 1 && !widths.has(1)) return ','
  // Papaparse would count the end of a short text as a row of one column.
  return papaparse.parse(text.slice(0, startLength).trimEnd(), { delimiter: '', preview: 20 }).meta.delimiter
}

interface Line {
  readonly line: number
  readonly cells: readonly string[]
}

/** The rows with the lines in which they begin, without blank lines; those behind the last row are not counted as `blank`. */
function withLines(data: Cells, hasHeader: boolean) {
  const lines: Line[] = []
  let line = 1
  let blank = 0
  let last = 0
  for (const cells of data) {
    if (isBlank(cells)) blank += 1
    else {
      lines.push({ line, cells })
      last = blank
    }
    line += 1 + breaksIn(cells)
  }
  const head = lines[0]?.cells ?? []
  return { head, lines: lines.slice(hasHeader ? 1 : 0), blank: last }
}

const isBlank = (cells: readonly string[]) => cells.length === 1 && cells[0]?.trim() === ''

const breaksIn = (cells: readonly string[]) =>
  cells.reduce(
    // Almost no cell has any, which is found much faster than how many.
    (count, cell) => count + (cell.includes('\n') || cell.includes('\r') ? (cell.match(/\r\n?|\n/g)?.length ?? 0) : 0),
    0,
  )

const lineAt = (text: string, index: number | undefined) => breaksIn([text.slice(0, index)]) + 1

/** Column names that differ from each other, and what was changed about them. */
function namesOf(head: readonly string[], isNoted: boolean) {
  const given = head.map((name, at) => name.trim() || `Column ${at + 1}`)
  const notes = head.flatMap((name, at) => (isNoted && name.trim() === '' ? [`Column ${at + 1} has no name.`] : []))
  const taken = new Set(given)
  const counts = new Map<string, number>()
  const columns = given.map((name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count === 1) return name
    const own = unusedName(
      (one) => taken.has(one),
      (number) => `${name} (${number})`,
      count,
    )
    taken.add(own)
    const [how, last] = count === 2 ? ['Two', 'second'] : [count, 'last']
    notes.push(`${how} columns are called “${name}”: the ${last} is “${own}”.`)
    return own
  })
  return { columns, notes }
}
