/** Hides one key wherever a router says it back. */
export interface KeyMask {
  /** The text with `[key]` in every place where the key stood; the very same text where it did not. */
  hide(text: string): string
  /** How many characters of a hidden form can stand before its last one: further back a text need not be looked at again. */
  readonly reach: number
}

/** Hides nothing. */
export const noMask: KeyMask = { hide: (text) => text, reach: 0 }

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
  return {
    hide: (text) => forms.reduce((rest, form) => (rest.includes(form) ? rest.replaceAll(form, '[key]') : rest), text),
    reach: Math.max(...forms.map((form) => form.length)) - 1,
  }
}

/** The characters that stand for the key alone where it begins at this offset from a multiple of three bytes. */
function base64At(key: string, offset: number): string {
  const text = btoa(' '.repeat(offset) + key)
  const shared = text.endsWith('=') ? text.indexOf('=') - 1 : text.length
  return text.slice(offset === 0 ? 0 : offset + 1, shared)
}
