import { countOf, isRecord, type JsonRecord } from '#contract/core/loose-json.ts'
import { fingerprint } from './fingerprint.ts'
import { type ParsedData, parseData } from './parse-data.ts'

/** What the data of an event comes to; `print` stands for the text, always or never the same for equal texts. */
type ParsedEvent = ParsedData & { readonly print?: number }

/** A member whose value is another in each event, behind the text that stands between it and the one before. */
interface Place {
  readonly before: string
  readonly key: string
  readonly kind: 'number' | 'string'
}

/** How a router writes one event after the other: constant text around a few values. */
interface Form {
  readonly sample: JsonRecord
  readonly places: readonly Place[]
  readonly after: string
  readonly print: number
}

/** A longer delta is no small matter, and comes seldom. */
const longest = 4096

const quote = 34
const backslash = 92
const firstPrintable = 32
const zero = 48

/**
 * Parses the data of events, and those that repeat the one before but for number and delta without a parser: thousands of them
 * make an answer. The outcome is exactly that of `parseData`.
 */
export class DeltaParser {
  #form: Form | undefined

  parse(text: string): ParsedEvent {
    const known = this.#form && readAs(this.#form, text)
    if (known) return known
    const parsed = parseData(text)
    const form = parsed.status === 'read' ? formOf(text, parsed.value) : undefined
    if (!form) return parsed
    this.#form = form
    return readAs(form, text) ?? parsed
  }
}

/** Only of compact JSON: what is written again in the same letters was understood to the last one. */
function formOf(text: string, value: unknown): Form | undefined {
  if (text.length > longest || !isRecord(value) || typeof value.delta !== 'string') return undefined
  if (JSON.stringify(value) !== text) return undefined
  const places: Place[] = []
  let before = '{'
  for (const [key, member] of Object.entries(value)) {
    const kind = kindOf(key, member)
    const edge = kind === 'string' ? '"' : ''
    before += `${JSON.stringify(key)}:${edge}`
    if (kind) places.push({ before, key, kind })
    before = kind ? `${edge},` : `${before}${JSON.stringify(member)},`
  }
  const after = `${before.slice(0, -1)}}`
  return {
    sample: value,
    places,
    after,
    print: fingerprint([...places.map((place) => place.before), after].join('\n')),
  }
}

function kindOf(key: string, member: unknown): Place['kind'] | undefined {
  if (key === 'sequence_number') return countOf(member) === undefined ? undefined : 'number'
  return (key === 'delta' || key === 'obfuscation') && typeof member === 'string' ? 'string' : undefined
}

/** The text as an event of this form; `undefined` where it is none, or holds anything that has to be unescaped. */
function readAs({ sample, places, after, print }: Form, text: string): ParsedEvent | undefined {
  if (text.length > longest) return undefined
  const value: Record<string, unknown> = { ...sample }
  let mark = print
  let at = 0
  for (const { before, key, kind } of places) {
    const start = at + before.length
    // Engines compare two strings at once; `startsWith` goes by characters.
    if (text.slice(at, start) !== before) return undefined
    at = kind === 'number' ? endOfNumber(text, start) : endOfString(text, start)
    if (at < 0) return undefined
    const found = text.slice(start, at)
    value[key] = kind === 'number' ? Number(found) : found
    mark = fingerprint(found, mark)
  }
  return text.slice(at) === after ? { status: 'read', value, print: mark } : undefined
}

/** Behind a whole number that a double holds exactly; -1 where there is none. */
function endOfNumber(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) >= zero && text.charCodeAt(at) < zero + 10) at += 1
  const digits = at - start
  return digits === 1 || (digits > 1 && digits < 16 && text.charCodeAt(start) !== zero) ? at : -1
}

/** At the quote that ends a string of plain characters; -1 where there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash || code < firstPrintable) return -1
  }
  return -1
}
