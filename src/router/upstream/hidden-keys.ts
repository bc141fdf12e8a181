import { pulled, takenOver } from '../http/http-replies.ts'
import { KeyForms, leastKey, stars } from './key-forms.ts'
import type { Upstream } from './upstream.ts'
import { type BodyKind, bodyKind } from './upstream-reply.ts'

/** So many characters are the beginning of a key and not of a word: what they stand in waits for what follows. Fewer betray nothing. */
const telling = 5

/** After so many lines without the rest it was no key: other choices and kinds of events may stand between its parts. */
const patience = 16

/** Longer lines hold media, and go on at once. */
const longestLine = 64 * 1024

const mostWaiting = 1024 * 1024

interface Line {
  text: string
}

interface Part {
  readonly line: Line
  readonly from: number
  readonly to: number
}

/** What may be the beginning of a key, at the end of a string of this name. */
interface Begun {
  readonly name: string
  readonly parts: Part[]
  text: string
  /** Lines since its last part. */
  age: number
}

const property = /"((?:[^"\\]|\\.)*)"\s*:\s*"((?:[^"\\]|\\.)*)"/g
const plainData = /^data: ?([^\s{["][^\r\n]*)/

interface Value extends Part {
  readonly name: string
}

/** The strings of a line by the names of their properties, without empty ones; all of a line that is no JSON. */
function valuesOf(line: Line): Value[] {
  const [all = '', data = ''] = plainData.exec(line.text) ?? []
  if (data !== '') return [{ name: '', line, from: all.length - data.length, to: all.length }]
  return Array.from(line.text.matchAll(property), ({ 0: found, 1: name = '', 2: { length } = '', index }) => {
    const to = index + found.length - 1
    return { name, line, from: to - length, to }
  }).filter(({ from, to }) => to > from)
}

function hide(parts: readonly Part[]): void {
  for (const { line, from, to } of parts) line.text = line.text.slice(0, from) + stars(to - from) + line.text.slice(to)
}

/**
 * Hides keys that are spread over the events of a stream, or over lines of JSON: over strings of the same name, one after the other. A line
 * waits while it may hold a part of a key; with the end of the stream all go on.
 */
class KeysAcrossEvents {
  readonly #forms: KeyForms
  #waiting: Line[] = []
  #rest = ''
  #begun: Begun[] = []

  constructor(forms: KeyForms) {
    this.#forms = forms
  }

  feed(text: string): string {
    const all = this.#rest + text
    const end = all.lastIndexOf('\n') + 1
    this.#rest = all.slice(end)
    for (const one of all.slice(0, end).split(/(?<=\n)/)) if (one !== '') this.#read({ text: one })
    if (this.#rest.length > longestLine) return this.end()
    const first = this.#begun.find((one) => one.text.length >= telling)?.parts[0]
    const out = this.#waiting.splice(0, first ? this.#waiting.indexOf(first.line) : this.#waiting.length)
    const isTooMuch = this.#waiting.reduce((sum, line) => sum + line.text.length, 0) > mostWaiting
    return out.map((line) => line.text).join('') + (isTooMuch ? this.end() : '')
  }

  end(): string {
    for (const { text, parts } of this.#begun) if (text.length >= leastKey) hide(parts)
    const rest = this.#waiting.map((line) => line.text).join('') + this.#rest
    this.#waiting = []
    this.#rest = ''
    this.#begun = []
    return rest
  }

  #read(line: Line): void {
    this.#waiting.push(line)
    const values = valuesOf(line)
    if (values.length === 0) return
    for (const one of this.#begun) one.age += 1
    for (const value of values) this.#follow(value)
    this.#begun = this.#begun.filter(({ age }) => age <= patience)
  }

  #follow({ name, line, from, to }: Value): void {
    const text = line.text.slice(from, to)
    for (const one of this.#begun) {
      if (one.name !== name) continue
      const found = this.#forms.beginningOf(one.text + text)
      if (found.is === 'other') continue
      const isKey = found.is === 'key'
      one.parts.push({ line, from, to: isKey ? from + found.length - one.text.length : to })
      one.text += text
      one.age = isKey ? patience + 1 : 0
      if (isKey) hide(one.parts)
    }
    const count = this.#forms.begunAtEnd(text)
    if (count === 0) return
    this.#begun.push({ name, parts: [{ line, from: to - count, to }], text: text.slice(-count), age: 0 })
  }
}

const formsOf = ({ keys }: Upstream) => new KeyForms(keys.filter((key) => key.length >= leastKey))

/** A text without the upstream's keys, in whichever form: an asterisk stands for each character. */
export const hideKeys = (text: string, upstream: Upstream): string => formsOf(upstream).hide(text)

/** Hides keys in the texts of a body, however it is cut; both functions give what can go on. */
function anywhere(forms: KeyForms) {
  let held = ''
  return {
    feed(text: string): string {
      const hidden = forms.hide(held + text)
      // Events of a stream end with a line feed, which no form contains.
      const count = hidden.endsWith('\n') ? 0 : forms.begunAtEnd(hidden)
      held = hidden.slice(hidden.length - count)
      return hidden.slice(0, hidden.length - count)
    },
    end: (): string => (held.length < leastKey ? held : stars(held.length)),
  }
}

/**
 * A body without the upstream's keys: an asterisk stands for each byte. All other bytes stay as they are, and go on at once unless the end
 * of a chunk, or an event, may be the beginning of a key. Most of a key at the very end counts as one. `type` is the media type.
 */
export function withoutKeys(
  body: ReadableStream<Uint8Array>,
  upstream: Upstream,
  type: string,
): ReadableStream<Uint8Array> {
  const forms = formsOf(upstream)
  if (!forms.any) return body
  const source = takenOver(body)
  const inChunks = anywhere(forms)
  let kind: BodyKind | undefined
  const inEvents = new KeysAcrossEvents(forms)
  let over: { readonly thrown?: unknown } | undefined

  /** One character for each byte. */
  function clear(bytes: Uint8Array): Uint8Array {
    kind ??= bodyKind(type, bytes)
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
    const hidden = inChunks.feed(text)
    const out = kind === 'events' ? inEvents.feed(hidden) : hidden
    return out === text ? bytes : Buffer.from(out, 'latin1')
  }

  function rest(): Uint8Array {
    const held = inChunks.end()
    return Buffer.from(kind === 'events' ? inEvents.feed(held) + inEvents.end() : held, 'latin1')
  }

  async function next(): Promise<Uint8Array | undefined> {
    while (!over) {
      const bytes = await source.next().catch((thrown: unknown) => {
        over = { thrown }
      })
      if (!bytes) over ??= {}
      const out = bytes ? (bytes.length === 0 ? bytes : clear(bytes)) : rest()
      if (out.length > 0 || bytes?.length === 0) return out
    }
    if ('thrown' in over) throw over.thrown
    return undefined
  }
  return pulled(next, source.cancel)
}
