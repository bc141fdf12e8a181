import type { Block, Container, Item, Leaf, List, Note, Paragraph, Quote, Root } from './block.ts'
import { isDecided, mayEndFence } from './decided.ts'
import { type Definition, takeDefinitions } from './definitions.ts'
import { type Literal, openFence, openHeading, openHtml, withoutClosingMarks } from './leaf-starts.ts'
import { Line } from './line.ts'
import { fenceEnds, isRule, isUnderline, itemMarker, type Marker, noteLabel } from './line-starts.ts'
import { tableColumns } from './table-rows.ts'

/** A container that the next line may go on with. */
type Open =
  | { readonly kind: 'quote'; readonly block: Quote }
  | { readonly kind: 'note'; readonly block: Note }
  | { readonly kind: 'item'; readonly block: Item; readonly list: List; readonly width: number }

/** Is told what a text defines, once it is known. Of several definitions of one label the first counts. */
export interface Definitions {
  define(definition: Definition): void
  note(note: Note): void
}

/** Deeper than this, what would open another container is text. */
const maxDepth = 64
const nowhere = Number.POSITIVE_INFINITY

/**
 * The block structure of CommonMark and GFM, read while the text arrives. Every line is looked at once, and only what is open can
 * change: in every container that is its last child. Where the pieces of a text end makes no difference to the blocks.
 */
export class Blocks {
  readonly root: Root = { kind: 'root', children: [] }
  readonly #definitions: Definitions
  readonly #path: Open[] = []
  #leaf: Leaf | undefined
  /** How the open leaf ends, where it takes its lines as they are. */
  #literal: Literal | undefined
  /** Blank lines that are part of indented code only if more of it follows. */
  #blankCode = ''
  /** The line before was blank in every container from this depth on. */
  #blankFrom = nowhere
  /** What has come of a line that could still become several things. */
  #undecided = ''
  /** The line has its place: all that comes up to its end belongs to the open leaf. */
  #isPlaced = false
  #heldReturn = ''

  constructor(definitions: Definitions) {
    this.#definitions = definitions
  }

  /** The start of a line that belongs to no block yet. */
  get undecided(): string {
    return this.#undecided
  }

  /** The leaf that what comes next may belong to. */
  get open(): Leaf | undefined {
    return this.#leaf
  }

  push(piece: string): void {
    const text = this.#heldReturn + piece
    // A carriage return at the end may be the first half of a line ending.
    this.#heldReturn = text.endsWith('\r') ? '\r' : ''
    const end = text.length - this.#heldReturn.length
    let from = 0
    for (const { 0: ending, index } of text.slice(0, end).matchAll(/\r\n?|\n/g)) {
      this.#more(text.slice(from, index))
      this.#endLine()
      from = index + ending.length
    }
    this.#more(text.slice(from, end))
    if (!this.#isPlaced && this.#isDecided(this.#undecided)) this.#place(false)
  }

  /** Nothing more will come. */
  end(): void {
    if (this.#undecided || this.#isPlaced) this.#endLine()
    this.#heldReturn = ''
    this.#close(0)
  }

  #more(text: string): void {
    if (this.#isPlaced) this.#append(text)
    else this.#undecided += text
  }

  #endLine(): void {
    if (!this.#isPlaced) this.#place(true)
    this.#isPlaced = false
    if (this.#leaf?.kind !== 'heading') return
    this.#leaf.text = withoutClosingMarks(this.#leaf.text)
    this.#closeLeaf()
  }

  #isDecided(start: string): boolean {
    // Any line of HTML may yet hold what ends it.
    if (start.trim() === '' || this.#literal?.kind === 'html') return false
    if (this.#literal?.kind !== 'fence') return isDecided(start)
    const line = new Line(start)
    if (this.#match(line) < this.#path.length) return isDecided(start)
    return !mayEndFence(line.rest, this.#literal.fence)
  }

  /** Finds the place of a line, of which all has come if it `isWhole`. */
  #place(isWhole: boolean): void {
    const line = new Line(this.#undecided)
    this.#undecided = ''
    this.#isPlaced = true
    const matched = this.#match(line)
    const holds = matched === this.#path.length
    if (holds && this.#literal && this.#takesLiteral(this.#literal, line)) return
    this.#placeWords(line, matched, isWhole)
    if (!line.isBlank) this.#blankFrom = nowhere
  }

  /** How many of the open containers the line goes on with; the line is left behind their marks. */
  #match(line: Line): number {
    let matched = 0
    for (const open of this.#path) {
      if (open.kind === 'quote') {
        if (line.indent > 3 || !line.words.startsWith('>')) break
        skipQuoteMark(line)
      } else if (line.isBlank) {
        // An item may begin with one blank line, not with two.
        if (open.kind === 'item' && open.block.children.length === 0) break
      } else {
        const width = open.kind === 'item' ? open.width : 4
        if (line.indent < width) break
        line.skip(width)
      }
      matched++
    }
    return matched
  }

  /** Gives the line to the open leaf as it is, if that takes it. */
  #takesLiteral(literal: Literal, line: Line): boolean {
    if (literal.kind === 'indented') return this.#takesIndented(line)
    if (literal.kind === 'html' && line.isBlank && literal.end.test('')) return false
    this.#blankFrom = nowhere
    if (literal.kind === 'html') {
      const { rest } = line
      this.#append(`\n${rest}`)
      if (literal.end.test(rest)) this.#closeLeaf()
    } else if (line.indent < 4 && fenceEnds(line.words, literal.fence)) {
      this.#closeLeaf()
    } else {
      line.skip(Math.min(literal.indent, line.indent))
      this.#append(literal.isEmpty ? line.rest : `\n${line.rest}`)
      literal.isEmpty = false
    }
    return true
  }

  #takesIndented(line: Line): boolean {
    if (line.indent < 4 && !line.isBlank) return false
    line.skip(Math.min(4, line.indent))
    if (line.isBlank) {
      this.#blankCode += `\n${line.rest}`
      this.#markBlank()
    } else {
      this.#append(`${this.#blankCode}\n${line.rest}`)
      this.#blankCode = ''
      this.#blankFrom = nowhere
    }
    return true
  }

  #placeWords(line: Line, matched: number, isWhole: boolean): void {
    const holds = matched === this.#path.length
    // A paragraph also takes lines that leave its containers, as long as they are nothing but text.
    let paragraph = this.#leaf?.kind === 'paragraph' ? this.#leaf : undefined
    let depth = matched
    for (;;) {
      if (line.isBlank) return this.#placeBlank(depth, depth > matched)
      if (line.indent > 3) {
        if (paragraph) break
        line.skip(4)
        const block = { kind: 'code', info: '', text: line.rest } as const
        return this.#openLiteral(depth, { kind: 'indented', block })
      }
      const { words } = line
      const heading = openHeading(words, isWhole)
      if (heading) return this.#openLeaf(depth, heading)
      const literal = openFence(words, line.indent) ?? openHtml(line.rest, words, paragraph !== undefined)
      if (literal) return this.#openLiteral(depth, literal)
      if (paragraph && holds && isUnderline(words)) {
        if (this.#underline(paragraph, words)) return
        paragraph = undefined
      }
      if (isRule(words)) return this.#openLeaf(depth, { kind: 'rule' })
      if (depth >= maxDepth || !this.#openContainer(line, depth, paragraph !== undefined && holds)) break
      paragraph = undefined
      depth++
    }
    this.#placeText(line.words, depth, isWhole && holds && line.indent < 4)
  }

  #placeText(words: string, depth: number, mayBeDelimiters: boolean): void {
    const leaf = this.#leaf
    if (leaf?.kind === 'paragraph') {
      if (!mayBeDelimiters || !this.#openTable(leaf, words)) this.#append(`\n${words}`)
    } else if (leaf?.kind === 'table' && depth === this.#path.length) {
      leaf.rows.push(words)
    } else {
      this.#openLeaf(depth, { kind: 'paragraph', text: words })
    }
  }

  #placeBlank(depth: number, isNew: boolean): void {
    this.#close(depth)
    if (isNew) this.#blankFrom = nowhere
    else this.#markBlank()
  }

  /** A blank line inside a quote is none for what the quote stands in. */
  #markBlank(): void {
    this.#blankFrom = this.#path.findLastIndex((open) => open.kind === 'quote') + 1
  }

  #openContainer(line: Line, depth: number, inParagraph: boolean): boolean {
    const { words } = line
    const marker = itemMarker(words, inParagraph)
    const label = noteLabel(words)
    if (marker) {
      this.#close(depth)
      this.#openItem(line, marker)
    } else if (words.startsWith('>')) {
      this.#close(depth)
      skipQuoteMark(line)
      const block: Quote = { kind: 'quote', children: [] }
      this.#add(block)
      this.#path.push({ kind: 'quote', block })
    } else if (label) {
      this.#close(depth)
      line.skipWords(`[${label}]:`.length)
      line.skip(line.indent)
      const block: Note = { kind: 'note', label, children: [] }
      this.#add(block)
      this.#path.push({ kind: 'note', block })
      this.#definitions.note(block)
    } else {
      return false
    }
    return true
  }

  #openItem(line: Line, { sign, number, length }: Marker): void {
    const before = line.indent + length
    line.skipWords(length)
    // Five columns and more are one column and indented code.
    const space = line.isBlank || line.indent > 4 ? 1 : line.indent
    line.skip(space)
    const list = this.#listFor(sign, number)
    const block: Item = { kind: 'item', children: [] }
    if (list.children.length > 0 && this.#blankFrom <= this.#path.length) list.isLoose = true
    list.children.push(block)
    this.#path.push({ kind: 'item', block, list, width: before + space })
  }

  #listFor(sign: string, number: number | undefined): List {
    const last = this.#innermost.children.at(-1)
    if (last?.kind === 'list' && last.sign === sign) return last
    const list: List = { kind: 'list', sign, ...(number === undefined ? {} : { start: number }), isLoose: false, children: [] }
    this.#add(list)
    return list
  }

  #openLiteral(depth: number, literal: Literal): void {
    this.#openLeaf(depth, literal.block)
    this.#literal = literal
    if (literal.kind === 'html' && literal.end.test(literal.block.text)) this.#closeLeaf()
  }

  #openLeaf(depth: number, leaf: Leaf): void {
    this.#close(depth)
    this.#add(leaf)
    this.#leaf = leaf
    if (leaf.kind === 'rule') this.#closeLeaf()
  }

  /** Makes a heading of the paragraph, unless it is nothing but definitions. */
  #underline(paragraph: Paragraph, words: string): boolean {
    this.#closeLeaf()
    const { children } = this.#innermost
    if (children.at(-1) !== paragraph) return false
    children.splice(-1, 1, { kind: 'heading', depth: words.startsWith('=') ? 1 : 2, text: paragraph.text.trimEnd() })
    return true
  }

  /** Makes a table of the paragraph's last line, if `words` are the row that belongs under it. */
  #openTable(paragraph: Paragraph, words: string): boolean {
    const start = paragraph.text.lastIndexOf('\n') + 1
    const header = paragraph.text.slice(start)
    const columns = tableColumns(header, words)
    if (!columns) return false
    paragraph.text = paragraph.text.slice(0, Math.max(0, start - 1))
    this.#openLeaf(this.#path.length, { kind: 'table', columns, rows: [header] })
    return true
  }

  #append(text: string): void {
    const leaf = this.#leaf
    if (leaf?.kind === 'table') leaf.rows.push(`${leaf.rows.pop()}${text}`)
    else if (leaf && leaf.kind !== 'rule') leaf.text += text
  }

  get #innermost(): Container {
    return this.#path.at(-1)?.block ?? this.root
  }

  #add(block: Exclude<Block, Item>): void {
    const open = this.#path.at(-1)
    const isApart = this.#blankFrom <= this.#path.length && this.#innermost.children.length > 0
    if (open?.kind === 'item' && isApart) open.list.isLoose = true
    const children: Block[] = this.#innermost.children
    children.push(block)
  }

  /** Leaves all containers but the first `depth`. */
  #close(depth: number): void {
    this.#closeLeaf()
    this.#path.length = depth
  }

  #closeLeaf(): void {
    const leaf = this.#leaf
    this.#leaf = undefined
    this.#literal = undefined
    this.#blankCode = ''
    if (leaf?.kind !== 'paragraph') return
    const { definitions, rest } = takeDefinitions(leaf.text)
    for (const definition of definitions) this.#definitions.define(definition)
    leaf.text = rest
    if (rest.trim() === '') this.#innermost.children.pop()
  }
}

function skipQuoteMark(line: Line): void {
  line.skipWords(1)
  if (line.indent > 0) line.skip(1)
}
