import { endOfString, nodeKinds } from '../json-reader.ts'
import { type JsonIndex, none } from './json-index.ts'

/** The search stops after so many hits. */
const mostHits = 10_000

/** The nodes whose key or own value contains the words, in order; case-insensitive. */
export function searchJson(index: JsonIndex, words: string): readonly number[] {
  if (words === '') return []
  // The text is searched as it is written, with its escapes.
  const written = JSON.stringify(words).slice(1, -1)
  const pattern = new RegExp(written.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi')
  const hits: number[] = []
  for (let hit = pattern.exec(index.text); hit !== null && hits.length < mostHits; hit = pattern.exec(index.text)) {
    const node = nodeAt(index, hit.index)
    if (node !== undefined && node !== hits.at(-1)) hits.push(node)
  }
  return hits
}

/** The node whose key or scalar is at an offset of the text. */
function nodeAt(index: JsonIndex, place: number): number | undefined {
  const begin = (node: number) => {
    const keyAt = index.keyAt[node] ?? none
    return keyAt === none ? (index.at[node] ?? 0) : keyAt
  }
  let low = 0
  let high = index.count - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (begin(middle) <= place) low = middle
    else high = middle - 1
  }
  const start = begin(low)
  const keyEnd = start === index.at[low] ? start : endOfString(index.text, start)
  const isInKey = place >= start && place < keyEnd
  const isScalar = (index.kind[low] ?? 0) >= nodeKinds.string
  const isInValue = isScalar && place >= (index.at[low] ?? 0) && place < (index.end[low] ?? 0)
  return isInKey || isInValue ? low : undefined
}
