import type { Leaf, Note, Paragraph, Root } from './block.ts'
import { tableColumns } from './block.ts'
import { ContainerPath } from './container-path.ts'
import {
  beforeMathsEnd,
  type ContainerStart,
  containerStart,
  fenceEnds,
  isDecided,
  isUnderline,
  type LeafStart,
  Line,
  type Literal,
  leafStart,
  mayEndFence,
  UndecidedLine,
  withoutClosingMarks,
} from './line-starts.ts'
import { type Definition, takeDefinitions } from './links.ts'

/** Receives each definition as it is parsed. The first definition of a label takes precedence. */
export interface Definitions {
  define(definition: Definition): void
  note(note: Note): void
}

/** Characters of an incomplete line that are examined to classify it. */
const longestStart = 2_000
const maxDepth = 64

/**
 * Parses the block structure of CommonMark and GFM incrementally. Every line is read once, and only the last child of each container can
 * change. The result does not depend on how the text is split into pieces.
 */
export class Blocks {
  readonly root: Root = { kind: 'root', children: [] }
  readonly #definitions: Definitions
  readonly #path = new ContainerPath(this.root)
  #leaf: Leaf | undefined
  #literal: Literal | undefined
  /** Blank lines that are part of indented code only if more of it follows. */
  #blankCode = ''
  #undecided = new UndecidedLine()
  /** The line is classified: the rest of it belongs to the open leaf. */
  #isPlaced = false
  #heldReturn = ''

  constructor(definitions: Definitions) {
    this.#definitions = definitions
  }

  get undecided(): UndecidedLine {
    return this.#undecided
  }

  get open(): Leaf | undefined {
    return this.#leaf
  }

  push(piece: string): void {
    const text = this.#heldReturn + piece
    // A trailing carriage return may be the first half of CRLF.
    this.#heldReturn = text.endsWith('\r') ? '\r' : ''
    const end = text.length - this.#heldReturn.length
    let from = 0
    for (const { 0: ending, index } of text.slice(0, end).matchAll(/\r\n?|\n/g)) {
      this.#more(text.slice(from, index))
      this.#endLine()
      from = index + ending.length
    }
    const isOpen = this.#undecided.length < longestStart
    this.#more(text.slice(from, end))
    if (isOpen && !this.#isPlaced && this.#isDecided(this.#undecided.from(0).slice(0, longestStart))) this.#place(false)
  }

  end(): void {
    if (this.#undecided.length > 0 || this.#isPlaced) this.#endLine()
    this.#heldReturn = ''
    this.#close(0)
  }

  #more(text: string): void {
    if (this.#isPlaced) this.#append(text)
    else this.#undecided.add(text)
  }

  #endLine(): void {
    if (!this.#isPlaced) this.#place(true)
    this.#isPlaced = false
    if (this.#leaf?.kind !== 'heading') return
    this.#leaf.text = withoutClosingMarks(this.#leaf.text)
    this.#closeLeaf()
  }

  #isDecided(start: string): boolean {
    // Any line of HTML or maths may contain the end condition.
    if (start.trim() === '' || this.#literal?.kind === 'html' || this.#literal?.kind === 'maths') return false
    if (this.#literal?.kind !== 'fence') return isDecided(start)
    const line = new Line(start)
    if (this.#path.match(line) < this.#path.depth) return isDecided(start)
    return !mayEndFence(line.rest, this.#literal.fence)
  }

  #place(isWhole: boolean): void {
    const line = new Line(this.#undecided.from(0))
    this.#undecided = new UndecidedLine()
    this.#isPlaced = true
    const matched = this.#path.match(line)
    const holds = matched === this.#path.depth
    if (holds && this.#literal && this.#takesLiteral(this.#literal, line)) return
    this.#placeWords(line, matched, isWhole)
    if (!line.isBlank) this.#path.markWords()
  }

  #takesLiteral(literal: Literal, line: Line): boolean {
    if (literal.kind === 'indented') return this.#takesIndented(line)
    if (literal.kind === 'html' && line.isBlank && literal.end.test('')) return false
    this.#path.markWords()
    if (literal.kind === 'html') {
      const { rest } = line
      this.#append(`\n${rest}`)
      if (literal.end.test(rest)) this.#closeLeaf()
      return true
    }
    const last = literal.kind === 'maths' ? beforeMathsEnd(line.words, literal.end) : undefined
    const isEnd = literal.kind === 'fence' && line.indent < 4 && fenceEnds(line.words, literal.fence)
    if (!isEnd && last !== '') {
      line.skip(Math.min(literal.indent, line.indent))
      const text = last ?? line.rest
      this.#append(literal.isEmpty ? text : `\n${text}`)
      literal.isEmpty = false
    }
    if (isEnd || last !== undefined) this.#closeLeaf()
    return true
  }

  #takesIndented(line: Line): boolean {
    if (line.indent < 4 && !line.isBlank) return false
    line.skip(Math.min(4, line.indent))
    if (line.isBlank) {
      this.#blankCode += `\n${line.rest}`
      this.#path.markBlank()
    } else {
      this.#append(`${this.#blankCode}\n${line.rest}`)
      this.#blankCode = ''
      this.#path.markWords()
    }
    return true
  }

  #placeWords(line: Line, matched: number, isWhole: boolean): void {
    const holds = matched === this.#path.depth
    let depth = matched
    while (!line.isBlank) {
      if (holds && this.#underlines(line)) return
      // Lazy continuation: a paragraph also takes lines of plain text that lack the markers of its containers.
      const inParagraph = this.#leaf?.kind === 'paragraph'
      if (inParagraph && line.indent > 3) break
      const leaf = leafStart(line, inParagraph, isWhole)
      if (leaf) {
        this.#openLeaf(depth, leaf)
        return
      }
      const start = depth < maxDepth ? containerStart(line.words, inParagraph && holds) : undefined
      if (!start) break
      this.#openContainer(start, line, depth++)
    }
    if (line.isBlank) this.#placeBlank(depth, depth > matched)
    else this.#placeText(line.words, depth, isWhole && holds && line.indent < 4)
  }

  #placeText(words: string, depth: number, mayBeDelimiters: boolean): void {
    const leaf = this.#leaf
    if (leaf?.kind === 'paragraph') {
      if (!mayBeDelimiters || !this.#openTable(leaf, words)) this.#append(`\n${words}`)
    } else if (leaf?.kind === 'table' && depth === this.#path.depth) {
      leaf.rows.push(words)
    } else {
      this.#openLeaf(depth, { block: { kind: 'paragraph', text: words } })
    }
  }

  #placeBlank(depth: number, isNew: boolean): void {
    this.#close(depth)
    if (isNew) this.#path.markWords()
    else this.#path.markBlank()
  }

  #openContainer(start: ContainerStart, line: Line, depth: number): void {
    this.#close(depth)
    this.#path.open(start, line)
    const { innermost } = this.#path
    if (innermost.kind === 'note') this.#definitions.note(innermost)
  }

  #openLeaf(depth: number, { block, literal }: LeafStart): void {
    this.#close(depth)
    this.#path.add(block)
    this.#leaf = block
    this.#literal = literal
    const isOver = literal?.kind === 'html' ? literal.end.test(literal.block.text) : block.kind === 'rule'
    if (isOver) this.#closeLeaf()
  }

  /** Turns the open paragraph into a heading if the line is an underline, unless it consists of definitions only. */
  #underlines({ indent, words }: Line): boolean {
    const paragraph = this.#leaf
    if (paragraph?.kind !== 'paragraph' || indent > 3 || !isUnderline(words)) return false
    this.#closeLeaf()
    const { children } = this.#path.innermost
    if (children.at(-1) !== paragraph) return false
    children.splice(-1, 1, { kind: 'heading', depth: words.startsWith('=') ? 1 : 2, text: paragraph.text.trimEnd() })
    return true
  }

  #openTable(paragraph: Paragraph, words: string): boolean {
    const start = paragraph.text.lastIndexOf('\n') + 1
    const header = paragraph.text.slice(start)
    const columns = tableColumns(header, words)
    if (!columns) return false
    paragraph.text = paragraph.text.slice(0, Math.max(0, start - 1))
    this.#openLeaf(this.#path.depth, { block: { kind: 'table', columns, rows: [header] } })
    return true
  }

  #append(text: string): void {
    const leaf = this.#leaf
    if (leaf?.kind === 'table') leaf.rows.push(`${leaf.rows.pop()}${text}`)
    else if (leaf && leaf.kind !== 'rule') leaf.text += text
  }

  #close(depth: number): void {
    this.#closeLeaf()
    this.#path.close(depth)
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
    if (rest.trim() === '') this.#path.innermost.children.pop()
  }
}
