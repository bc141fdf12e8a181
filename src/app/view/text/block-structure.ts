import {
  type Fence,
  fenceEnds,
  fenceStart,
  htmlStart,
  isHeading,
  isRule,
  isTableHead,
  isUnderline,
  itemStart,
  noteStart,
} from './line-starts.ts'

type Container =
  | { readonly kind: 'quote' }
  | { readonly kind: 'note' }
  | { readonly kind: 'item'; readonly marker: string; width: number; empty: boolean }

type Leaf =
  | { readonly kind: 'none' | 'table' | 'indented' }
  | { readonly kind: 'paragraph'; readonly lastLine: string; readonly mayDefine: boolean }
  | { readonly kind: 'fence'; readonly fence: Fence }
  | { readonly kind: 'html'; readonly end: RegExp }

/** What one line does to the top-level block that is open. */
export interface LineFate {
  /** It belongs to a new block: whatever was open before is finished. */
  readonly starts: boolean
  /** Nothing that follows can belong to its block any more. */
  readonly ends: boolean
}

/** Deeper than this no block is drawn as Markdown, so its containers need not be followed. */
const maxDepth = 64

const closed: Leaf = { kind: 'none' }

/**
 * Follows containers and the innermost open leaf line by line, as the block phase of CommonMark does, without looking at inline text.
 * It exists to know where one top-level block ends: a cut at the wrong line would change what both halves mean.
 */
export class BlockStructure {
  #containers: Container[] = []
  #leaf: Leaf = closed

  get depth(): number {
    return this.#containers.length
  }

  get inFence(): boolean {
    return this.#containers.length === 0 && this.#leaf.kind === 'fence'
  }

  /** Takes one whole line, without its line ending. */
  read(line: string): LineFate {
    const row = expandTabs(line)
    const { at, matched } = matchContainers(this.#containers, row)
    const held = matched === this.#containers.length
    if (held && (this.#leaf.kind === 'fence' || this.#leaf.kind === 'html')) {
      if (literalEnds(this.#leaf, row, at)) this.#leaf = closed
      return this.#fate(false)
    }
    const begun = begin(row, at, { leaf: this.#leaf, held, room: maxDepth - matched })
    if (this.#leaf.kind === 'paragraph' && begun.containers.length === 0 && 'text' in begun) {
      const { lastLine, mayDefine } = this.#leaf
      const isTable = held && begun.kind === 'text' && isTableHead(lastLine, begun.text)
      this.#leaf = isTable ? { kind: 'table' } : { kind: 'paragraph', lastLine: begun.text, mayDefine }
      return this.#fate(false)
    }
    const starts = !this.#continues(begun, matched)
    this.#leaf = leafOf(begun, held ? this.#leaf : closed)
    this.#containers = [...this.#containers.slice(0, matched), ...begun.containers]
    return this.#fate(starts)
  }

  #continues(begun: Begun, matched: number): boolean {
    const top = this.#containers[0]
    const next = begun.containers[0]
    if (matched > 0 || (begun.kind === 'blank' && !next)) return true
    if (top) return top.kind === 'item' && next?.kind === 'item' && top.marker === next.marker
    if (begun.kind === 'underline') return true
    if (next) return false
    return begun.kind === 'text'
      ? this.#leaf.kind === 'table'
      : begun.kind === 'indented' && this.#leaf.kind === 'indented'
  }

  #fate(starts: boolean): LineFate {
    return { starts, ends: this.#containers.length === 0 && this.#leaf === closed }
  }
}

interface Before {
  readonly leaf: Leaf
  /** The line continues every open container, so the leaf is open to it without being lazy. */
  readonly held: boolean
  /** How many more containers are followed. */
  readonly room: number
}

/** What a line opens behind the containers it continues. */
type Begun = { readonly containers: readonly Container[] } & (
  | { readonly kind: 'blank' | 'underline' | 'single' }
  | { readonly kind: 'text' | 'indented'; readonly text: string }
  | { readonly kind: 'fence'; readonly fence: Fence }
  | { readonly kind: 'html'; readonly end: RegExp; readonly isOpen: boolean }
)

function begin(row: string, start: number, { leaf, held, room }: Before): Begun {
  const containers: Container[] = []
  let at = start
  for (;;) {
    const indent = indentAt(row, at)
    const mayContinue = leaf.kind === 'paragraph' && containers.length === 0
    const inParagraph = mayContinue && held
    if (at + indent >= row.length) return { kind: 'blank', containers }
    const rest = row.slice(at + indent)
    if (indent > 3) return { kind: 'indented', text: rest, containers }
    // A paragraph of link definitions alone cannot become a heading: the line under it starts a paragraph of its own.
    if (inParagraph && isUnderline(rest) && !(leaf.mayDefine && rest.startsWith('=')))
      return { kind: 'underline', containers }
    if (isHeading(rest) || isRule(rest)) return { kind: 'single', containers }
    const fence = fenceStart(rest)
    if (fence) return { kind: 'fence', fence, containers }
    const end = htmlStart(rest, mayContinue)
    if (end) return { kind: 'html', end, isOpen: !end.test(rest), containers }
    const opened = containers.length < room ? containerAt(rest, indent, inParagraph) : undefined
    if (!opened) return { kind: 'text', text: rest, containers }
    containers.push(opened.container)
    at += indent + opened.length
  }
}

function containerAt(rest: string, indent: number, inParagraph: boolean) {
  if (rest.startsWith('>')) return { container: { kind: 'quote' } as const, length: rest.startsWith('> ') ? 2 : 1 }
  const item = itemStart(rest, inParagraph)
  if (item) {
    const { marker, width, empty } = item
    return { container: { kind: 'item', marker, width: indent + width, empty } satisfies Container, length: width }
  }
  const length = noteStart(rest)
  return length > 0 ? { container: { kind: 'note' } as const, length } : undefined
}

function matchContainers(containers: readonly Container[], row: string): { at: number; matched: number } {
  let at = 0
  let matched = 0
  for (const container of containers) {
    const indent = indentAt(row, at)
    const isBlank = at + indent >= row.length
    if (container.kind === 'quote') {
      if (indent > 3 || row[at + indent] !== '>') break
      at += indent + (row[at + indent + 1] === ' ' ? 2 : 1)
    } else if (isBlank) {
      // An item may begin with one blank line, not with two: after the second nothing can join it.
      if (container.kind === 'item' && container.empty) container.width = Number.POSITIVE_INFINITY
    } else {
      const width = container.kind === 'item' ? container.width : 4
      if (indent < width) break
      if (container.kind === 'item') container.empty = false
      at += width
    }
    matched++
  }
  return { at, matched }
}

function literalEnds(leaf: Leaf, row: string, at: number): boolean {
  const indent = indentAt(row, at)
  if (leaf.kind === 'fence') return indent < 4 && fenceEnds(row.slice(at + indent), leaf.fence)
  return leaf.kind === 'html' && leaf.end.test(row.slice(at))
}

function leafOf(begun: Begun, before: Leaf): Leaf {
  if (begun.kind === 'fence') return { kind: 'fence', fence: begun.fence }
  if (begun.kind === 'html') return begun.isOpen ? { kind: 'html', end: begun.end } : closed
  if (begun.kind === 'indented') return { kind: 'indented' }
  if (begun.kind === 'blank') return before.kind === 'indented' ? before : closed
  if (begun.kind !== 'text') return closed
  if (before.kind === 'table' && begun.containers.length === 0) return before
  return { kind: 'paragraph', lastLine: begun.text, mayDefine: begun.text.startsWith('[') }
}

function indentAt(row: string, at: number): number {
  let end = at
  while (row[end] === ' ') end++
  return end - at
}

/** Tab stops are every four columns. What stands behind the first words does not matter to structure. */
function expandTabs(line: string): string {
  const head = line.slice(0, 512)
  if (!head.includes('\t')) return line
  let row = ''
  for (const piece of head.split(/(\t)/)) row += piece === '\t' ? ' '.repeat(4 - (row.length % 4)) : piece
  return row + line.slice(512)
}
