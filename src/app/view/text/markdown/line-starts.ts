import type { Code, Heading, Html, Leaf } from './block.ts'

/** Block starts of Markdown. Every function takes a line without its indentation. */

interface Fence {
  readonly mark: '`' | '~'
  readonly size: number
}

export interface Marker {
  /** The bullet, or the delimiter after the number: a different one starts a new list. */
  readonly sign: string
  readonly number?: number
  readonly length: number
}

function fenceStart(rest: string): Fence | undefined {
  const run = /^(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(rest)
  if (run?.[1]) return { mark: '`', size: run[1].length }
  if (run?.[2]) return { mark: '~', size: run[2].length }
  return undefined
}

export function fenceEnds(rest: string, { mark, size }: Fence): boolean {
  const [, run = ''] = /^(`+|~+)[ \t]*$/.exec(rest) ?? []
  return run.length >= size && run.startsWith(mark)
}

/** The marks of maths on lines of its own. */
type MathsEnd = '$$' | '\\]'

const mathsStart = (rest: string): MathsEnd | undefined =>
  /^\$\$[ \t]*$/.test(rest) ? '$$' : /^\\\[[ \t]*$/.test(rest) ? '\\]' : undefined

/** What a line has before the mark that ends the maths; undefined where it does not end it. */
export function beforeMathsEnd(rest: string, end: MathsEnd): string | undefined {
  const line = rest.trimEnd()
  return line.endsWith(end) ? line.slice(0, -end.length) : undefined
}

export function isUnderline(rest: string): boolean {
  return /^(?:=+|-+)[ \t]*$/.test(rest)
}

/** An item that interrupts a paragraph must have content and, if ordered, the number 1. */
function itemMarker(rest: string, inParagraph: boolean): Marker | undefined {
  const [marker, digits] = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/.exec(rest) ?? []
  if (!marker) return undefined
  if (inParagraph && (/^[ \t]*$/.test(rest.slice(marker.length)) || (digits && Number(digits) !== 1))) return undefined
  return { sign: marker.slice(-1), length: marker.length, ...(digits ? { number: Number(digits) } : {}) }
}

export type ContainerStart =
  | { readonly kind: 'quote' }
  | { readonly kind: 'item'; readonly marker: Marker }
  | { readonly kind: 'note'; readonly label: string }

export function containerStart(rest: string, inParagraph: boolean): ContainerStart | undefined {
  if (rest.startsWith('>')) return { kind: 'quote' }
  const marker = itemMarker(rest, inParagraph)
  if (marker) return { kind: 'item', marker }
  const label = /^\[(\^(?:[^[\]\\\s]|\\[[\]\\])+)\]:/.exec(rest)?.[1]
  return label === undefined ? undefined : { kind: 'note', label }
}

const blockNames =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|' +
  'figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|' +
  'ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'
const attribute = '\\s+[A-Za-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"\'=<>`]+|\'[^\']*\'|"[^"]*"))?'
const blank = /^[ \t]*$/

/** The seven kinds of HTML block of CommonMark 4.6: how each starts, and the line that ends it. */
const htmlKinds: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![A-Za-z]/, />/],
  [new RegExp(`^</?(?:${blockNames})(?:\\s|/?>|$)`, 'i'), blank],
]
const loneTag = new RegExp(`^<(?:[A-Za-z][\\w-]*(?:${attribute})*\\s*/?|/[A-Za-z][\\w-]*\\s*)>\\s*$`)

/** The end condition of the HTML block that starts here. A lone tag of another name does not interrupt a paragraph. */
function htmlStart(rest: string, inParagraph: boolean): RegExp | undefined {
  if (!rest.startsWith('<')) return undefined
  const kind = htmlKinds.find(([start]) => start.test(rest))
  return kind?.[1] ?? (!inParagraph && loneTag.test(rest) ? blank : undefined)
}

export type Literal =
  | { readonly kind: 'fence'; readonly block: Code; readonly fence: Fence; readonly indent: number; isEmpty: boolean }
  | { readonly kind: 'maths'; readonly block: Code; readonly end: MathsEnd; readonly indent: number; isEmpty: boolean }
  | { readonly kind: 'indented'; readonly block: Code }
  | { readonly kind: 'html'; readonly block: Html; readonly end: RegExp }

export interface LeafStart {
  readonly block: Leaf
  readonly literal?: Literal
}

/** The leaf that the line opens, except a paragraph. The closing marks of a heading are removed only if the line `isWhole`. */
export function leafStart(line: Line, inParagraph: boolean, isWhole: boolean): LeafStart | undefined {
  const literal = literalStart(line, inParagraph)
  if (literal) return { block: literal.block, literal }
  const { words } = line
  const heading = headingStart(words)
  if (heading) return { block: isWhole ? { ...heading, text: withoutClosingMarks(heading.text) } : heading }
  return line.isRule ? { block: { kind: 'rule' } } : undefined
}

function literalStart(line: Line, inParagraph: boolean): Literal | undefined {
  const { indent, words, rest } = line
  if (indent > 3) {
    line.skip(4)
    return { kind: 'indented', block: { kind: 'code', info: '', text: line.rest } }
  }
  const fence = fenceStart(words)
  if (fence) {
    const info = words.slice(fence.size).trim()
    return { kind: 'fence', block: { kind: 'code', info, text: '' }, fence, indent, isEmpty: true }
  }
  const mathsEnd = mathsStart(words)
  if (mathsEnd) {
    return { kind: 'maths', block: { kind: 'code', info: 'math', text: '' }, end: mathsEnd, indent, isEmpty: true }
  }
  const end = htmlStart(words, inParagraph)
  return end && { kind: 'html', block: { kind: 'html', text: rest }, end }
}

function headingStart(words: string): Heading | undefined {
  const [marks] = /^#{1,6}(?=[ \t]|$)/.exec(words) ?? []
  if (!marks) return undefined
  const depth = ([1, 2, 3, 4, 5, 6] as const)[marks.length - 1] ?? 6
  return { kind: 'heading', depth, text: words.slice(marks.length).trimStart() }
}

/** A heading's words without the marks that may close it. */
export function withoutClosingMarks(text: string): string {
  const words = text.trimEnd()
  let end = words.length
  while (words[end - 1] === '#') end--
  return end === 0 || /[ \t]/.test(words.charAt(end - 1)) ? words.slice(0, end).trimEnd() : words
}

const containerMarks = /^(?:[ \t]|>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\s]+\]:)*/
/** Whether the start of a line determines its kind, whatever follows. */
export function isDecided(start: string): boolean {
  const rest = start.slice(containerMarks.exec(start)?.[0].length)
  if (/^(?:[-+*_=|:~`#\s]*|\d{1,9}[.)]?)$/.test(rest)) return false
  // A fence may still become inline code, and a tag may still be followed by text.
  if (/^(?:`{3}|~{3}|<|(?:\$\$?|\\\[?)[ \t]*$)/.test(rest)) return false
  // Of bracketed starts only a footnote opens a container: a link definition is a paragraph until it ends.
  return !/^\[(?:$|\^[^\]\s]*\]?$)/.test(rest)
}

export function mayEndFence(start: string, { mark }: Fence): boolean {
  return /^ {0,3}(\S)?\1*[ \t]*$/.exec(start)?.[1] === mark || start.trim() === ''
}

/** The received start of a line that is still ambiguous. */
export class UndecidedLine {
  readonly #pieces: string[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  add(piece: string): void {
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  /** The text from a place on, without copying what is before it. */
  from(place: number): string {
    let first = this.#pieces.length
    let start = this.#length
    while (start > place) start -= this.#pieces[--first]?.length ?? 0
    return this.#pieces
      .slice(first)
      .join('')
      .slice(place - start)
  }
}

/** A cursor over one line in columns. A tab extends to the next multiple of four and may be consumed in part. */
export class Line {
  readonly text: string
  #at = 0
  #column = 0
  #isInTab = false
  /** Index of the next non-space character; negative if not computed. `#indent` is its distance in columns. */
  #next = -1
  #indent = 0
  /** Index from which the line holds only one rule character and white space. Negative if not computed. */
  #ruleFrom = -1

  constructor(text: string) {
    this.text = text
  }

  /** Columns of white space before the next character. */
  get indent(): number {
    this.#look()
    return this.#indent
  }

  get isBlank(): boolean {
    this.#look()
    return this.#next >= this.text.length
  }

  get words(): string {
    this.#look()
    return this.text.slice(this.#next)
  }

  /** Whether the rest of the line is a rule. The scan is cached, since each container that the line opens repeats the test. */
  get isRule(): boolean {
    if (this.#ruleFrom < 0) this.#ruleFrom = ruleFrom(this.text)
    this.#look()
    return this.#next >= this.#ruleFrom && /^(\S)[ \t]*\1[ \t]*\1/.test(this.words)
  }

  /** The rest of the line with its white space; a partly consumed tab becomes spaces. */
  get rest(): string {
    if (!this.#isInTab) return this.text.slice(this.#at)
    return ' '.repeat(4 - (this.#column % 4)) + this.text.slice(this.#at + 1)
  }

  skip(columns: number): void {
    this.#next = -1
    let left = columns
    while (left > 0 && this.#at < this.text.length) {
      const width = this.text[this.#at] === '\t' ? 4 - (this.#column % 4) : 1
      this.#isInTab = width > left
      this.#column += Math.min(width, left)
      left -= width
      if (!this.#isInTab) this.#at++
    }
  }

  skipWords(length: number): void {
    this.skip(this.indent + length)
  }

  #look(): void {
    if (this.#next >= 0) return
    let at = this.#at
    let column = this.#column
    for (; this.text[at] === ' ' || this.text[at] === '\t'; at++)
      column += this.text[at] === '\t' ? 4 - (column % 4) : 1
    this.#next = at
    this.#indent = column - this.#column
  }
}

function ruleFrom(text: string): number {
  let mark = ''
  let from = text.length
  for (; from > 0; from--) {
    const sign = text[from - 1] ?? ''
    if (sign === ' ' || sign === '\t' || sign === mark) continue
    if (mark || !'*-_'.includes(sign)) break
    mark = sign
  }
  return from
}
