/** The block tree of a Markdown text. Only the parser mutates it, while the text arrives. */
export interface Root {
  readonly kind: 'root'
  readonly children: Block[]
}

export interface Quote {
  readonly kind: 'quote'
  readonly children: Block[]
}

export interface List {
  readonly kind: 'list'
  /** The bullet, or the delimiter after the number. */
  readonly sign: string
  readonly start?: number
  /** A loose list (CommonMark 5.3). */
  isLoose: boolean
  readonly children: Item[]
}

export interface Item {
  readonly kind: 'item'
  readonly children: Block[]
}

export interface Note {
  readonly kind: 'note'
  readonly label: string
  readonly children: Block[]
}

export interface Paragraph {
  readonly kind: 'paragraph'
  text: string
}

export interface Heading {
  readonly kind: 'heading'
  readonly depth: HeadingDepth
  text: string
}

export interface Code {
  readonly kind: 'code'
  readonly info: string
  text: string
}

export interface Html {
  readonly kind: 'html'
  text: string
}

interface Rule {
  readonly kind: 'rule'
}

export interface Table {
  readonly kind: 'table'
  readonly columns: readonly Alignment[]
  /** The source of each row, the header first; only the last one grows. */
  readonly rows: string[]
}

type HeadingDepth = 1 | 2 | 3 | 4 | 5 | 6
type Alignment = 'left' | 'center' | 'right' | undefined

export type Leaf = Paragraph | Heading | Code | Html | Rule | Table
export type Container = Root | Quote | List | Item | Note
export type Block = Leaf | Quote | List | Item | Note

/** Characters that are looked at: a text that begins with more without a letter has no direction. */
const most = 400

const letter = /\p{L}/u
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u

/**
 * The direction of a block by the first letter of its source, as `dir="auto"` finds it; undefined where that has not come. For what is
 * around other blocks: with `dir="auto"` the browser would search all of it for each word that comes, and would skip what says its own direction.
 */
export function directionOf(block: Block): 'ltr' | 'rtl' | undefined {
  switch (block.kind) {
    case 'rule':
      return undefined
    case 'code':
      return 'ltr'
    case 'table':
      return directionIn(block.rows[0] ?? '')
    case 'paragraph':
    case 'heading':
    case 'html':
      return directionIn(block.text)
    default: {
      const first = block.children.find(({ kind }) => kind !== 'rule')
      return first && directionOf(first)
    }
  }
}

function directionIn(text: string): 'ltr' | 'rtl' | undefined {
  const first = letter.exec(text.slice(0, most))?.[0]
  if (first === undefined) return undefined
  return rightToLeft.test(first) ? 'rtl' : 'ltr'
}

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
