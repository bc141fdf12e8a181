import type { Code, Heading, HeadingDepth, Html, Leaf } from './block.ts'
import type { Line } from './line.ts'
import { type Fence, fenceStart, htmlStart } from './line-starts.ts'

/** A leaf that takes its lines as they are, and how it ends. */
export type Literal =
  | { readonly kind: 'fence'; readonly block: Code; readonly fence: Fence; readonly indent: number; isEmpty: boolean }
  | { readonly kind: 'indented'; readonly block: Code }
  | { readonly kind: 'html'; readonly block: Html; readonly end: RegExp }

export interface LeafStart {
  readonly block: Leaf
  readonly literal?: Literal
}

/** What the line opens, a paragraph apart. What may close a heading is known once the line `isWhole`. */
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
  const end = htmlStart(words, inParagraph)
  return end && { kind: 'html', block: { kind: 'html', text: rest }, end }
}

function headingStart(words: string): Heading | undefined {
  const [marks] = /^#{1,6}(?=[ \t]|$)/.exec(words) ?? []
  if (!marks) return undefined
  return { kind: 'heading', depth: headingDepth(marks.length), text: words.slice(marks.length).trimStart() }
}

/** A heading's words without the marks that may close it. */
export function withoutClosingMarks(text: string): string {
  const words = text.trimEnd()
  let end = words.length
  while (words[end - 1] === '#') end--
  return end === 0 || /[ \t]/.test(words.charAt(end - 1)) ? words.slice(0, end).trimEnd() : words
}

function headingDepth(marks: number): HeadingDepth {
  const depths = [1, 2, 3, 4, 5, 6] as const
  return depths[marks - 1] ?? 6
}
