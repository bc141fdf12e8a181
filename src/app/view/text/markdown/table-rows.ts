import type { Alignment } from './block.ts'

/** The cells of a row, split at every unescaped `|`, also inside code. */
export function cells(row: string): string[] {
  const line = row.trim()
  const cut = line.replace(/^\|/, '').split(line.includes('\\') ? /(?<=(?:^|[^\\])(?:\\\\)*)\|/ : '|')
  if (cut.length > 1 && cut.at(-1) === '') cut.pop()
  return cut.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** A table with more columns is treated as text: rendering it would block the page. */
const maxColumns = 128

/** The column alignments, if `delimiters` is a valid delimiter row for `header`; otherwise undefined. */
export function tableColumns(header: string, delimiters: string): Alignment[] | undefined {
  if (!/^[ \t|:-]+$/.test(delimiters) || !/[|:]/.test(delimiters)) return undefined
  const marks = cells(delimiters)
  if (marks.length > maxColumns) return undefined
  const isTable = marks.every((mark) => /^:?-+:?$/.test(mark)) && cells(header).length === marks.length
  return isTable ? marks.map(alignment) : undefined
}

function alignment(mark: string): Alignment {
  const isLeft = mark.startsWith(':')
  if (mark.endsWith(':')) return isLeft ? 'center' : 'right'
  return isLeft ? 'left' : undefined
}
