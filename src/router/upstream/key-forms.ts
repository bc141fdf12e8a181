import { anyOf, secretForms } from '#media/key-mask.ts'

/**
 * One character as JSON, a URL, HTML or a string of a program may write it, also within each other. `quoted` are those that may only have a
 * backslash before them.
 */
const escapesOf = (quoted: string) =>
  new RegExp(
    String.raw`\\{1,8}(?:(?:u00|x)[2-7][\da-f]${quoted && `|[${quoted}]`})|%(?:25)*[2-7][\da-f]|&#(?:0*\d{2,3}|x0*[2-7][\da-f]);`,
    'gi',
  )

/** The beginning of one at the end of a text. */
const begunEscape = /(?:\\{1,8}(?:u0{0,2}|u00[2-7]|x[2-7]?)?|%(?:25)*[2-7]?|&(?:#(?:\d{0,4}|x[\da-f]{0,4}))?)$/i

/** How often one escape is written within another. */
const mostPasses = 3

/** How many characters may stand for one. */
const longestEscape = 12

function meantBy(found: string): string {
  const last = found.slice(-1)
  if (found.startsWith('&')) return String.fromCharCode(Number(found.slice(2, -1).replace(/^x/i, '0x')))
  return /\w/.test(last) ? String.fromCharCode(Number(`0x${found.slice(-2)}`)) : last
}

/** Shorter keys are placeholders such as `ollama` and `lm-studio`, which good replies contain by chance. */
export const leastKey = 12

/** As long as the key, so that `content-length` and ranges still hold. */
export const stars = (length: number): string => '*'.repeat(length)

/** What a text that begins where a key may begin turns out to be: `length` characters of it are a key. */
type Beginning = { readonly is: 'key'; readonly length: number } | { readonly is: 'begun' | 'other' }

/** Finds keys in texts, as they are, in base64 and with any of their characters escaped. */
export class KeyForms {
  readonly #forms: readonly string[]
  readonly #sought: RegExp | undefined
  readonly #longest: number
  readonly #escapes: RegExp

  constructor(keys: readonly string[]) {
    const forms = secretForms(keys)
    this.#escapes = escapesOf(['"', "'", '/'].filter((one) => forms.some((form) => form.includes(one))).join(''))
    const all = new Set([...forms, ...forms.map((form) => this.#unescaped(form))])
    this.#forms = [...all].sort((a, b) => b.length - a.length)
    this.#sought = anyOf(this.#forms)
    this.#longest = this.#forms[0]?.length ?? 0
  }

  get any(): boolean {
    return this.#sought !== undefined
  }

  /** The text with an asterisk for each character of a key. */
  hide(text: string): string {
    if (!this.#sought) return text
    const hidden = text.replace(this.#sought, (found) => stars(found.length))
    const plain = this.#unescaped(hidden)
    if (plain === hidden || plain.search(this.#sought) < 0) return hidden
    const places = this.#placesIn(hidden)
    let out = ''
    let from = 0
    for (const { 0: found, index } of plain.matchAll(this.#sought)) {
      const [start = from, end = start] = [places[index], places[index + found.length]]
      out += hidden.slice(from, start) + stars(end - start)
      from = end
    }
    return out + hidden.slice(from)
  }

  /** How many characters at the end of a text may be the beginning of a key. */
  begunAtEnd(text: string): number {
    const escaping = begunEscape.exec(text.slice(-longestEscape))?.[0].length ?? 0
    const tail = text.slice(-this.#longest * longestEscape, text.length - escaping)
    const plain = this.#unescaped(tail)
    const begun = Math.max(0, ...this.#forms.map((form) => begunOf(form, plain)))
    if (begun === 0 || plain === tail) return begun + escaping
    return tail.length - (this.#placesIn(tail)[plain.length - begun] ?? 0) + escaping
  }

  /** Whether a text begins with a key, or may be the beginning of one. */
  beginningOf(text: string): Beginning {
    const plain = this.#unescaped(text)
    const form = this.#forms.find((one) => plain.startsWith(one))
    if (form !== undefined) return { is: 'key', length: this.#placesIn(text)[form.length] ?? 0 }
    return { is: this.begunAtEnd(text) === text.length ? 'begun' : 'other' }
  }

  #unescaped(text: string): string {
    let plain = text
    for (let pass = 0; pass < mostPasses && plain.search(this.#escapes) >= 0; pass += 1)
      plain = plain.replace(this.#escapes, meantBy)
    return plain
  }

  /** For each character of `#unescaped(text)`, and for its end, where in the text it begins. */
  #placesIn(text: string): number[] {
    let plain = text
    let places = Array.from({ length: text.length + 1 }, (_, at) => at)
    for (let pass = 0; pass < mostPasses; pass += 1) {
      const kept: number[] = []
      let from = 0
      for (const { 0: found, index } of plain.matchAll(this.#escapes)) {
        for (const place of places.slice(from, index + 1)) kept.push(place)
        from = index + found.length
      }
      places = kept.concat(places.slice(from))
      plain = plain.replace(this.#escapes, meantBy)
    }
    return places
  }
}

/** How many characters at the end of a text are the beginning of a form. */
function begunOf(form: string, text: string): number {
  const [first = ''] = form
  for (let at = text.indexOf(first, text.length - form.length + 1); at >= 0; at = text.indexOf(first, at + 1))
    if (form.startsWith(text.slice(at))) return text.length - at
  return 0
}
