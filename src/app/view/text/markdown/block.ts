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
  /** The first number of an ordered list. */
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
  /** Lines without container markers, joined by line feeds. */
  text: string
}

export interface Heading {
  readonly kind: 'heading'
  readonly depth: HeadingDepth
  text: string
}

export interface Code {
  readonly kind: 'code'
  /** The unparsed info string of the fence. */
  readonly info: string
  /** The lines, joined by line feeds. */
  text: string
}

/** An HTML block, which is shown as source. */
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

export type HeadingDepth = 1 | 2 | 3 | 4 | 5 | 6
export type Alignment = 'left' | 'center' | 'right' | undefined

export type Leaf = Paragraph | Heading | Code | Html | Rule | Table
export type Container = Root | Quote | List | Item | Note
export type Block = Leaf | Quote | List | Item | Note
