/** A Markdown text as the blocks it is made of. The parser writes these while the text arrives; everybody else only reads them. */
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
  /** The bullet, or the sign behind the number. */
  readonly sign: string
  /** The number of the first item, in a list that counts. */
  readonly start?: number
  /** Items stand apart, each in paragraphs of its own. */
  isLoose: boolean
  readonly children: Item[]
}

export interface Item {
  readonly kind: 'item'
  readonly children: Block[]
}

/** What a footnote says. */
export interface Note {
  readonly kind: 'note'
  readonly label: string
  readonly children: Block[]
}

export interface Paragraph {
  readonly kind: 'paragraph'
  /** Lines without what they begin with, joined by line feeds. */
  text: string
}

export interface Heading {
  readonly kind: 'heading'
  readonly depth: HeadingDepth
  text: string
}

export interface Code {
  readonly kind: 'code'
  /** What stands behind the fence, as it is written. */
  readonly info: string
  /** The lines, joined by line feeds. */
  text: string
}

/** Lines that CommonMark would hand to the browser as they are. */
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
