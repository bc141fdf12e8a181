const encoder = new TextEncoder()

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))

/** Bytes as a text of one character each. */
const oneEach = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/**
 * The base64 of a text wherever it stands in a longer one: it may begin at each of the three places of a group. Characters that
 * also hold bits of the neighbours are cut off.
 */
function base64Of(bytes: Uint8Array): string[] {
  return [0, 1, 2].map((before) => {
    const whole = btoa('\0'.repeat(before) + oneEach(bytes)).replace(/=+$/, '')
    const start = Math.ceil((before * 8) / 6)
    const end = Math.floor(((before + bytes.length) * 8) / 6)
    return whole.slice(start, end)
  })
}

const inHtml: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** How a key may be written, with a name for each way. */
export function spellingsOf(key: string): ReadonlyMap<string, string> {
  const bytes = encoder.encode(key)
  const hex = hexOf(bytes)
  const units = key.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
  const base64 = base64Of(bytes)
  const both = (lower: string) => [lower, lower.toUpperCase()]
  const ways: readonly (readonly [way: string, texts: readonly string[]])[] = [
    ['plain', [key]],
    ['in base64', base64],
    ['in base64url', base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))],
    ['URL-encoded', [encodeURIComponent(key.toWellFormed()), ...both(hex.map((pair) => `%${pair}`).join(''))]],
    [
      'escaped in JSON',
      [
        JSON.stringify(key).slice(1, -1),
        ...['', 'U'].map((big) => units.map((unit) => `\\u${big ? unit.toUpperCase() : unit}`).join('')),
      ],
    ],
    ['escaped in HTML', [key.replace(/[&<>"']/g, (one) => inHtml[one] ?? one)]],
    ['in hex', both(hex.join(''))],
  ]
  const found = new Map<string, string>()
  for (const [way, texts] of ways) for (const text of texts) if (!found.has(text)) found.set(text, way)
  return found
}
