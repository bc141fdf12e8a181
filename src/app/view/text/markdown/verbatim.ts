import type { Inline } from './inline.ts'

/** Index of the next run of exactly `length` backticks, or -1. */
export function ticksEnd(text: string, from: number, length: number): number {
  const runs = /`+/g
  runs.lastIndex = from
  for (let run = runs.exec(text); run; run = runs.exec(text)) if (run[0].length === length) return run.index
  return -1
}

/** Line endings become spaces; one space on either side is stripped (CommonMark 6.1). */
export function code(source: string): Inline {
  const text = source.replaceAll('\n', ' ')
  const isPadded = text.startsWith(' ') && text.endsWith(' ') && text.trim() !== ''
  return { kind: 'code', text: isPadded ? text.slice(1, -1) : text }
}

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

/** Maximum length of maths with its marks; the limit for `$` keeps two prices from forming a formula. */
export const longestMaths = 2_000
export const longestDollars = 240

/**
 * The maths that begins at `at`, or nothing. `missing` caches end marks that the rest of the text lacks. A single `$` is mostly money: it
 * opens maths only before a non-space, and closes it only after one and not before a digit.
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

export interface Formula {
  /** TeX without its marks. */
  readonly tex: string
  /** On a line of its own. */
  readonly display: boolean
}

/** The formula in a source with its marks; undefined where its closing mark has not come. */
export function formulaIn(source: string): Formula | undefined {
  const [start = '$', end = '$'] = marksAt(source, 0)
  const isClosed = source.length > start.length + end.length && source.startsWith(start) && source.endsWith(end)
  if (!isClosed) return undefined
  return { tex: source.slice(start.length, -end.length), display: start === '$$' || start === '\\[' }
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

const name = '[A-Za-z][\\w-]*'
const attribute = '\\s+[A-Za-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"\'=<>`]+|\'[^\']*\'|"[^"]*"))?'
const tag = new RegExp(`<${name}(?:${attribute})*\\s*/?>|</${name}\\s*>`, 'y')
const address = /<([A-Za-z][A-Za-z\d+.-]{1,31}:[^\s<>\p{Cc}]*)>/uy
const mail =
  /<([\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?(?:\.[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?)*)>/y

export function bracketedAddress(text: string, at: number): { url: string; text: string; end: number } | undefined {
  const url = match(address, text, at)
  if (url) return { url: url.slice(1, -1), text: url.slice(1, -1), end: at + url.length }
  const box = match(mail, text, at)
  return box ? { url: `mailto:${box.slice(1, -1)}`, text: box.slice(1, -1), end: at + box.length } : undefined
}

export const longestTag = 2_000

/** Whether a tag may begin at `at`, by its first two characters. */
export function mayBeTag(text: string, at: number): boolean {
  return /^<[A-Za-z/!?]/.test(text.slice(at, at + 2))
}

const spans = [
  ['<!-->', '<!-->'],
  ['<!--->', '<!--->'],
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
] as const

/** The end of the HTML at `at`. `missing` caches end marks that the text lacks, which keeps the search linear. */
export function tagEnd(text: string, at: number, missing: Set<string>): number | undefined {
  const end = endOf(text, at, missing)
  return end !== undefined && end - at <= longestTag ? end : undefined
}

function endOf(text: string, at: number, missing: Set<string>): number | undefined {
  for (const [start, end] of spans) {
    if (!text.startsWith(start, at) || (start === '<!' && !/[A-Za-z]/.test(text.charAt(at + 2)))) continue
    if (start === end) return at + start.length
    if (missing.has(end)) return undefined
    const found = text.indexOf(end, at + start.length)
    if (found < 0) missing.add(end)
    return found < 0 ? undefined : found + end.length
  }
  const found = match(tag, text, at)
  return found ? at + found.length : undefined
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
