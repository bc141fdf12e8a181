/** TeX between its marks: `source` has them. */
export interface Maths {
  readonly source: string
  readonly end: number
}

const marks = [
  ['$$', '$$'],
  ['\\(', '\\)'],
  ['\\[', '\\]'],
] as const

/** Characters of maths with its marks; a price and a later one are not the two ends of a formula. */
export const longestMaths = 2_000
export const longestDollars = 240

/**
 * The maths that begins at `at`, or nothing. `missing` remembers which marks do not come any more. A single `$` is mostly money: it
 * begins maths only in front of a word and ends it only behind one, and not where a digit follows.
 */
export function mathsAt(text: string, at: number, missing: Set<string>): Maths | undefined {
  const [start, last] = marksAt(text, at)
  if (!start || !last) return dollarsAt(text, at)
  const end = missing.has(last) ? -1 : text.indexOf(last, at + start.length)
  if (end < 0) missing.add(last)
  return spanOf(text, at, start.length, end)
}

/** Whether TeX may go on from `at` beyond the end of the text. */
export function mathsBegins(text: string, at: number): boolean {
  return marksAt(text, at)[0] !== undefined
}

function marksAt(text: string, at: number): readonly [start?: string, end?: string] {
  return marks.find(([start]) => text.startsWith(start, at)) ?? []
}

function dollarsAt(text: string, at: number): Maths | undefined {
  if (text[at] !== '$' || /^\s?$/.test(text.charAt(at + 1))) return undefined
  const end = text.indexOf('$', at + 1)
  const isEnd = /^[^\s\\]$/.test(text.charAt(end - 1)) && !/^[\d$]$/.test(text.charAt(end + 1))
  return isEnd && end - at <= longestDollars ? spanOf(text, at, 1, end) : undefined
}

function spanOf(text: string, at: number, markLength: number, end: number): Maths | undefined {
  if (end < 0 || end - at > longestMaths || !/[\p{L}\p{N}]/u.test(text.slice(at + markLength, end))) return undefined
  return { source: text.slice(at, end + markLength), end: end + markLength }
}
