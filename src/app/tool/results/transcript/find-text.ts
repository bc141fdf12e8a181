import type { Segment } from './text/transcript.ts'

/** A match within the text of a segment, by characters. */
export interface Match {
  /** The place of the segment. */
  readonly place: number
  readonly from: number
  readonly to: number
}

/** More are neither counted nor marked. */
export const mostMatches = 2000

/** Where a text occurs in the segments, upper and lower case alike. */
export function matchesIn(segments: readonly Pick<Segment, 'text'>[], sought: string): readonly Match[] {
  const wanted = sought.trim()
  if (wanted === '') return []
  const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'giu')
  const found: Match[] = []
  for (const [place, { text }] of segments.entries())
    for (const match of text.matchAll(pattern)) {
      found.push({ place, from: match.index, to: match.index + match[0].length })
      if (found.length === mostMatches) return found
    }
  return found
}

/** A part of an element's text, whatever elements it is made of; undefined where the text is shorter. */
export function rangeIn(element: Element, from: number, to: number): Range | undefined {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  let passed = 0
  let hasStart = false
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0
    if (!hasStart && from < passed + length) {
      range.setStart(node, from - passed)
      hasStart = true
    }
    if (hasStart && to <= passed + length) {
      range.setEnd(node, to - passed)
      return range
    }
    passed += length
  }
  return undefined
}

/** Adds ranges to the page's one highlight of this name, which all transcripts share; the returned function removes them. */
export function addMarks(name: string, ranges: readonly (Range | undefined)[]): () => void {
  const highlight = CSS.highlights.get(name) ?? new Highlight()
  CSS.highlights.set(name, highlight)
  const own = ranges.filter((range) => range !== undefined)
  for (const range of own) highlight.add(range)
  return () => {
    for (const range of own) highlight.delete(range)
  }
}
