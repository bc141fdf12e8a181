import type { Code, Heading, HeadingDepth, Html } from './block.ts'
import { type Fence, fenceStart, htmlStart } from './line-starts.ts'

/** A leaf that takes its lines as they are, and how it ends. */
export type Literal =
  | { readonly kind: 'fence'; readonly block: Code; readonly fence: Fence; readonly indent: number; isEmpty: boolean }
  | { readonly kind: 'indented'; readonly block: Code }
  | { readonly kind: 'html'; readonly block: Html; readonly end: RegExp }

/** The fence that `words` open, `indent` columns into its container. */
export function openFence(words: string, indent: number): Literal | undefined {
  const fence = fenceStart(words)
  if (!fence) return undefined
  const info = words.slice(fence.size).trim()
  return { kind: 'fence', block: { kind: 'code', info, text: '' }, fence, indent, isEmpty: true }
}

/** The lines of HTML that begin with `line`, of which `words` is what follows its white space. */
export function openHtml(line: string, words: string, inParagraph: boolean): Literal | undefined {
  const end = htmlStart(words, inParagraph)
  return end && { kind: 'html', block: { kind: 'html', text: line }, end }
}

/** The heading that `words` open; the marks that may close it are known once the line `isWhole`. */
export function openHeading(words: string, isWhole: boolean): Heading | undefined {
  const [marks] = /^#{1,6}(?=[ \t]|$)/.exec(words) ?? []
  if (!marks) return undefined
  const text = words.slice(marks.length).trimStart()
  return { kind: 'heading', depth: headingDepth(marks.length), text: isWhole ? withoutClosingMarks(text) : text }
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
