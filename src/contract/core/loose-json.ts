/** Readers for JSON of any shape: stored rows, foreign replies, model cards. None throws; a value of another kind counts as absent. */

export type JsonRecord = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object: neither an array nor null. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a JSON text; undefined for any other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value of a JSON text; any other text as it is. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A text without its percent-encoding; as it is where that is none. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `['tools', 0, 'name']` → `tools[0].name`. */
export const pathText = (path: readonly unknown[]): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')

export function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {}
}

/** What a record itself holds under a foreign key. Indexing would also find `constructor` and whatever else objects inherit. */
export function ownOf<T>(record: Readonly<Record<string, T>> | undefined, key: string | undefined): T | undefined {
  return record !== undefined && key !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}

/** A long list of names, written with spaces between them. */
export const nameList = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '))

/** The first of a record's own values under these keys that `read` accepts. */
export function firstOf<T>(
  record: JsonRecord,
  keys: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const key of keys) {
    const found = read(ownOf(record, key))
    if (found !== undefined) return found
  }
  return undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The value as text: JSON of what is no string, an empty text for null. */
export function textOrJson(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The value where it is a string that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The value where it is a string with more than white space in it. */
export function nonBlankOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** The strings of a list that hold more than white space; undefined where it is no list or has none. */
export function nonBlankListOf(value: unknown): readonly string[] | undefined {
  const found = listOf(value).flatMap((item) => nonBlankOf(item) ?? [])
  return found.length > 0 ? found : undefined
}

/** The value where it is a whole number from 0 on that a double holds exactly. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** The first 200 characters of a code, name or id: a longer one would fill the screen. */
export function labelOf(text: string | undefined): string | undefined {
  return text?.slice(0, 200)
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

/** A copy without the fields that are undefined, so that an absent fact is an absent key. */
export function defined<T extends object>(fields: T): Defined<T>
export function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** JSON with sorted keys, so that equal values have equal texts; `null` for `undefined`. Throws a RangeError for a value nested too deeply. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (isRecord(inner) ? sorted(inner) : inner)) ?? 'null'
}

function sorted(record: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const quote = 34
const opening = new Set([91, 123])
const closing = new Set([93, 125])

/** Whether a JSON text nests deeper than `limit`: found without recursion, so that a hostile text cannot exhaust the stack. */
export function tooDeep(text: string, limit = 64): boolean {
  let depth = 0
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = closingQuote(text, at + 1)
      if (end < 0) return false
      at = end
    }
    if (opening.has(code)) depth += 1
    else if (closing.has(code)) depth -= 1
    if (depth > limit) return true
    at += 1
  }
  return false
}

/** Levels of nesting. Above what replies need (a router may echo a request of 64 levels), far below a stack overflow. */
const depthLimit = 256

/** The JSON of an event's `data:` or of a whole body. */
type ParsedData =
  | { readonly status: 'read'; readonly value: unknown }
  | { readonly status: 'not-json' }
  | { readonly status: 'too-deep' }

/** Parses JSON. Never throws; deeper nesting than `depthLimit` is `too-deep`, found before parsing. */
export function parseData(text: string): ParsedData {
  if (text.length > depthLimit && opensOften(text) && tooDeep(text, depthLimit)) return { status: 'too-deep' }
  try {
    return { status: 'read', value: JSON.parse(text) }
  } catch {
    return { status: 'not-json' }
  }
}

/** A fast first test: counts opening brackets with `indexOf`, since almost no event holds enough of them. */
function opensOften(text: string): boolean {
  let count = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      count += 1
      if (count > depthLimit) return true
    }
  }
  return false
}

/** The first quote from `from` on that no backslash escapes; -1 where there is none. */
export function closingQuote(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1
    while (before >= from && text[before] === '\\') before -= 1
    if ((quote - before) % 2 === 1) return quote
  }
  return -1
}
