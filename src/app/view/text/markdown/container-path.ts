import type { Block, Container, Item, List, Note, Quote, Root } from './block.ts'
import type { ContainerStart, Line, Marker } from './line-starts.ts'

interface Open {
  readonly block: Quote | Note | Item
  /** Columns by which a line of an item or a note is indented. */
  readonly width: number
  /** Of an item. */
  readonly list?: List
}

const nowhere = Number.POSITIVE_INFINITY

/** The stack of open containers. A list is loose if a blank line is between its items or between blocks of one item. */
export class ContainerPath {
  readonly #root: Root
  readonly #path: Open[] = []
  /** Blocks that were followed by another one, even by a definition only. */
  readonly #over = new WeakSet<Block>()
  /** The line before was blank in every container from this depth on. */
  #blankFrom = nowhere

  constructor(root: Root) {
    this.#root = root
  }

  get depth(): number {
    return this.#path.length
  }

  get innermost(): Container {
    return this.#path.at(-1)?.block ?? this.#root
  }

  match(line: Line): number {
    let matched = 0
    for (const open of this.#path) {
      if (!goesOn(open, line)) break
      matched++
    }
    return matched
  }

  close(depth: number): void {
    this.#path.length = depth
  }

  open(start: ContainerStart, line: Line): void {
    if (start.kind === 'item') {
      this.#openItem(start.marker, line)
      return
    }
    if (start.kind === 'quote') {
      skipQuoteMark(line)
    } else {
      line.skipWords(`[${start.label}]:`.length)
      line.skip(line.indent)
    }
    const block = { ...start, children: [] }
    this.add(block)
    this.#path.push({ block, width: 4 })
  }

  add(block: Exclude<Block, Item>): void {
    const open = this.#path.at(-1)
    const children: Block[] = this.innermost.children
    const before = children.at(-1)
    if (before) this.#over.add(before)
    if (before && open?.list && this.#isApart) open.list.isLoose = true
    children.push(block)
  }

  /** The line was blank. A blank line inside a quote does not count for the containers around it. */
  markBlank(): void {
    this.#blankFrom = this.#path.findLastIndex(({ block }) => block.kind === 'quote') + 1
  }

  markWords(): void {
    this.#blankFrom = nowhere
  }

  get #isApart(): boolean {
    return this.#blankFrom <= this.depth
  }

  #openItem({ sign, number, length }: Marker, line: Line): void {
    const before = line.indent + length
    line.skipWords(length)
    // Five columns and more are one column and indented code.
    const space = line.isBlank || line.indent > 4 ? 1 : line.indent
    line.skip(space)
    const list = this.#listFor(sign, number)
    const block: Item = { kind: 'item', children: [] }
    if (list.children.length > 0 && this.#isApart) list.isLoose = true
    list.children.push(block)
    this.#path.push({ block, list, width: before + space })
  }

  #listFor(sign: string, number: number | undefined): List {
    const last = this.innermost.children.at(-1)
    if (last?.kind === 'list' && last.sign === sign && !this.#over.has(last)) return last
    const start = number === undefined ? {} : { start: number }
    const list: List = { kind: 'list', sign, ...start, isLoose: false, children: [] }
    this.add(list)
    return list
  }
}

function goesOn({ block, width }: Open, line: Line): boolean {
  if (block.kind === 'quote') {
    const isQuote = line.indent < 4 && line.words.startsWith('>')
    if (isQuote) skipQuoteMark(line)
    return isQuote
  }
  // An item may begin with at most one blank line.
  if (line.isBlank) return block.kind === 'note' || block.children.length > 0
  if (line.indent < width) return false
  line.skip(width)
  return true
}

function skipQuoteMark(line: Line): void {
  line.skipWords(1)
  if (line.indent > 0) line.skip(1)
}
