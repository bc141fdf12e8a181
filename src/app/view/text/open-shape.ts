import { languageWord } from './fence-parts.ts'

/** What the open block is shown as, and how many of its characters are markers that need not be seen. */
export type OpenShape =
  | { readonly kind: 'text'; readonly skip: number }
  | { readonly kind: 'heading'; readonly depth: HeadingDepth; readonly skip: number }
  | { readonly kind: 'fence'; readonly language: string; readonly skip: number }

type HeadingDepth = 1 | 2 | 3 | 4 | 5 | 6

/** Longer than this, a run of markers is shown as the text it is. */
const patience = 120

/**
 * The shape of a block from its first characters, or nothing while these are only markers that could still become several things.
 * Showing nothing for a character or two is calmer than showing a marker and taking it back.
 */
export function openShape(text: string): OpenShape | undefined {
  const skip = text.length - text.trimStart().length
  const start = text.slice(skip)
  const isLong = start.length > patience
  if (/^(?:`{3}|~{3})/.test(start)) {
    const end = start.indexOf('\n')
    if (end >= 0) return { kind: 'fence', language: languageWord(start), skip: skip + end + 1 }
    return isLong ? { kind: 'text', skip } : undefined
  }
  const marks = /^(#{1,6})[ \t]+(?=\S)/.exec(start)
  if (marks?.[1]) return { kind: 'heading', depth: headingDepth(marks[1].length), skip: skip + marks[0].length }
  const onlyMarkers = /^(?:[\s#>*_+=|~`-]*|\d{1,9}[.)]?)$/.test(start)
  return onlyMarkers && !isLong ? undefined : { kind: 'text', skip }
}

/**
 * Where a growing text ends in something that may not be meant to be seen: the line endings after a paragraph,
 * or a line in a fence that could be its closing mark.
 */
export function heldFrom(kind: OpenShape['kind'], text: string): number {
  if (kind !== 'fence') return text.trimEnd().length
  const lineEnd = text.lastIndexOf('\n')
  return lineEnd >= 0 && /^\s{0,4}(?:`*|~*)\s*$/.test(text.slice(lineEnd, lineEnd + patience)) ? lineEnd : text.length
}

function headingDepth(marks: number): HeadingDepth {
  const depths = [1, 2, 3, 4, 5, 6] as const
  return depths[marks - 1] ?? 6
}
