/** Hides one key wherever a router says it back. */
export interface KeyMask {
  /** The text with `[key]` in every place where the key stood; the very same text where it did not. */
  hide(text: string): string
  /** A watch over one text that comes in pieces. */
  watch(): KeyWatch
}

/** Watches for a key that comes in pieces. */
export interface KeyWatch {
  /** Whether this piece completes one. What came up to here is then forgotten. */
  completes(piece: string): boolean
}

/** Hides nothing. */
export const noMask: KeyMask = { hide: (text) => text, watch: () => ({ completes: () => false }) }

// A shorter key stands by chance in too many texts, and what no header can carry never left the page.
const maskable = /^[\x20-\x7e\xa0-\xff]{8,}$/

/**
 * The mask of a connection's key: as it is, as JSON escapes it, percent-encoded, and in base64, also inside a longer secret such
 * as `Bearer …` or `user:…`.
 */
export function createKeyMask(key = ''): KeyMask {
  if (!maskable.test(key)) return noMask
  const escaped = JSON.stringify(key).slice(1, -1)
  const plain = [key, escaped, escaped.replaceAll('/', '\\/'), encodeURIComponent(key)]
  const forms = [...new Set([...plain, ...[0, 1, 2].map((offset) => base64At(key, offset))])]
  const sought = forms.map((form) => ({ form, rare: fromFirstCapital(form) }))
  const hide = (text: string) =>
    sought.reduce((rest, { form, rare }) => (rest.includes(rare) ? rest.replaceAll(form, '[key]') : rest), text)
  const pairs = new Set(
    forms.flatMap((form) => Array.from(form.slice(1), (_, at) => pairOf(form.charCodeAt(at), form.charCodeAt(at + 1)))),
  )
  return { hide, watch: () => new PieceWatch(hide, forms, pairs) }
}

/** A key across two pieces has a pair of its characters where they meet: few pieces do, and only those are searched. */
class PieceWatch implements KeyWatch {
  readonly #hide: KeyMask['hide']
  readonly #pairs: ReadonlySet<number>
  readonly #shortest: number
  readonly #longest: number
  /** What has come, at least as far back as a key can begin that is not whole yet. */
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

// Cut now and then, not with every piece: joining costs nothing until somebody looks inside.
const farBehind = 2048

function pairOf(first: number, second: number): number {
  return first * 65536 + second
}

/** Capitals are rare in what routers say, so a search for one skips almost everything. */
function fromFirstCapital(form: string): string {
  return form.slice(Math.max(0, form.search(/[A-Z]/)))
}

/** The characters that stand for the key alone where it begins at this offset from a multiple of three bytes. */
function base64At(key: string, offset: number): string {
  const text = btoa(' '.repeat(offset) + key)
  const shared = text.endsWith('=') ? text.indexOf('=') - 1 : text.length
  return text.slice(offset === 0 ? 0 : offset + 1, shared)
}
