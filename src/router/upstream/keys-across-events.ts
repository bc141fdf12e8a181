import { type KeyForms, leastKey, stars } from './key-forms.ts'

/** So many characters are the beginning of a key and not of a word: what they stand in waits for what follows. Fewer betray nothing. */
const telling = 5

/** After so many lines without the rest it was no key: other choices and kinds of events may stand between its parts. */
const patience = 16

/** Longer lines hold media, and go on at once. */
const longestLine = 64 * 1024

/** The most characters that wait. */
const mostWaiting = 1024 * 1024

interface Line {
  text: string
}

/** A part of a line. */
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
export class KeysAcrossEvents {
  readonly #forms: KeyForms
  #waiting: Line[] = []
  /** The beginning of a line. */
  #rest = ''
  #begun: Begun[] = []

  constructor(forms: KeyForms) {
    this.#forms = forms
  }

  /** What can go on after these characters. */
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
