/** The same base64 in the alphabet that is safe in URLs. */
export const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_')

/** The part of a text's base64 that does not depend on what stands before and after it, for each of the three positions it can start at. */
export function base64Forms(text: string): string[] {
  return ['', '.', '..'].map((before) => {
    const bytes = new TextEncoder().encode(before + text)
    return btoa(String.fromCharCode(...bytes)).slice(
      Math.ceil((before.length * 4) / 3),
      Math.floor((bytes.length * 4) / 3),
    )
  })
}

/** The shortest text whose base64 is looked for: that of a shorter one would be found by chance. */
const leastBase64 = 6

/** How a secret may be written: as it is, or encoded for a URL, for JSON, also within JSON, or in base64. */
function formsOf(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1)
  const inJson = [escaped, escaped.replaceAll('/', '\\/'), JSON.stringify(escaped).slice(1, -1)]
  const forms = [secret, encodeURIComponent(secret), ...inJson]
  return secret.length < leastBase64
    ? forms
    : [...forms, ...base64Forms(secret).flatMap((base64) => [base64, urlSafe(base64)])]
}

/** Every form of these secrets, the longest first; empty ones have none. */
export function secretForms(secrets: readonly string[]): readonly string[] {
  const forms = secrets.filter((secret) => secret !== '').flatMap(formsOf)
  return [...new Set(forms)].sort((a, b) => b.length - a.length)
}

/** Finds each occurrence of these texts; undefined where there are none. */
export function anyOf(texts: readonly string[]): RegExp | undefined {
  if (texts.length === 0) return undefined
  return new RegExp(texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g')
}

/** Replaces one key wherever a reply contains it. */
export interface KeyMask {
  /** The text with `[key]` for each occurrence; the same string where there is none. */
  hide(text: string): string
  /** Looks for the key in one text that arrives in pieces. */
  watch(): KeyWatch
}

export interface KeyWatch {
  /** Whether this piece completes a key, which resets the state. */
  completes(piece: string): boolean
}

export const noMask: KeyMask = { hide: (text) => text, watch: () => ({ completes: () => false }) }

// Shorter keys occur in texts by chance; a key that no header can carry was never sent.
const maskable = /^[\x20-\x7e\xa0-\xff]{8,}$/

let last: { readonly keys: string; readonly mask: KeyMask } | undefined

/** The mask of a connection's key and of what else is secret about it, in each of their forms. The last one is kept: every run asks for it. */
export function createKeyMask(keys: string | readonly string[] = []): KeyMask {
  const known = [keys].flat().filter((key) => maskable.test(key))
  if (known.length === 0) return noMask
  const text = JSON.stringify(known)
  if (last?.keys !== text) last = { keys: text, mask: maskOf(known) }
  return last.mask
}

function maskOf(known: readonly string[]): KeyMask {
  const forms = secretForms(known)
  const sought = forms.map((form) => ({ form, rare: fromFirstCapital(form) }))
  const hide = (text: string) =>
    sought.reduce((rest, { form, rare }) => (rest.includes(rare) ? rest.replaceAll(form, '[key]') : rest), text)
  const pairs = new Set(
    forms.flatMap((form) => Array.from(form.slice(1), (_, at) => pairOf(form.charCodeAt(at), form.charCodeAt(at + 1)))),
  )
  return { hide, watch: () => new PieceWatch(hide, forms, pairs) }
}

/** Searches only where two characters of a key meet at the boundary of two pieces, which few boundaries do. */
class PieceWatch implements KeyWatch {
  readonly #hide: KeyMask['hide']
  readonly #pairs: ReadonlySet<number>
  readonly #shortest: number
  readonly #longest: number
  /** The latest text, at least as far back as an incomplete key can begin. */
  #before = ''
  #last = ''

  constructor(hide: KeyMask['hide'], forms: readonly string[], pairs: ReadonlySet<number>) {
    const lengths = forms.map((form) => form.length)
    this.#hide = hide
    this.#pairs = pairs
    this.#shortest = Math.min(...lengths)
    this.#longest = Math.max(...lengths)
  }

  completes(piece: string): boolean {
    const seen = this.#before + piece
    const meets = this.#pairs.has(pairOf(this.#last.charCodeAt(this.#last.length - 1), piece.charCodeAt(0)))
    const found = (meets || piece.length >= this.#shortest) && this.#hide(seen) !== seen
    this.#last = piece
    this.#before = found ? '' : seen.length > farBehind ? seen.slice(-this.#longest) : seen
    return found
  }
}

// Not cut with every piece: concatenation is lazy until the string is searched.
const farBehind = 2048

function pairOf(first: number, second: number): number {
  return first * 65536 + second
}

/** Searching from a capital is faster, since capitals are rare in replies. */
function fromFirstCapital(form: string): string {
  return form.slice(Math.max(0, form.search(/[A-Z]/)))
}
