import { base64Forms, urlSafe } from '#media/key-mask.ts'
import { withEntities } from '#media/safe-html.ts'
import { chunksOf } from '#media/sha256.ts'
import { rest } from '../../run/slices.ts'
import { oncePer } from '../../ui/once-per.ts'
import { ExportError } from '../export-error.ts'

type Content = Blob | Uint8Array | AsyncIterable<Uint8Array>

/** Shorter keys are placeholders for keyless routers (`none`, `ollama`), which also occur in ordinary texts. */
const shortestKey = 8

/** Texts of the form of a key: a known prefix, then a long run of characters with at least one digit. */
const shapes = /\b(?:(?:sk|gsk|xai|rk|pk)[-_]|Bearer\s+)(?=[\w.~+/=-]{0,200}\d)[\w.~+/=-]{20,200}/g
const longestShape = 256

// A one-byte encoding maps every byte to one character, for the file and for the keys alike.
const decoder = new TextDecoder('windows-1252')
const encoder = new TextEncoder()

/** Search strings with the name of their spelling, cached: every file of an export is searched for the same keys. */
const needlesOf = oncePer((keys: readonly string[]): ReadonlyMap<string, string> => {
  const needles = new Map<string, string>()
  for (const key of keys.filter((one) => one.length >= shortestKey))
    for (const [text, way] of spellingsOf(key)) needles.set(decoder.decode(encoder.encode(text)), `a key, ${way}`)
  return needles
})

function createScanner(keys: readonly string[]) {
  const needles = needlesOf(keys)
  const overlap = Math.max(longestShape, ...[...needles.keys()].map((needle) => needle.length))
  let tail = ''
  return (bytes: Uint8Array): string | undefined => {
    const text = tail + decoder.decode(bytes)
    for (const [needle, way] of needles) if (text.includes(needle)) return way
    // Before the first character of a tail there may be more of a word, so that `\b` is not reliable there.
    for (const { index } of text.matchAll(shapes)) if (index > 0 || tail === '') return 'what looks like a key'
    tail = text.slice(-overlap - 1)
    return undefined
  }
}

const slice = 2 ** 18

async function* piecesOf(content: Content): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array)
    for (let at = 0; at < content.length || at === 0; at += slice) yield content.subarray(at, at + slice)
  else if (content instanceof Blob) yield* chunksOf(content)
  else yield* content
}

/**
 * Searches bytes for the given keys in every spelling an export could give them (plain, base64 at any offset, URL-encoded, escaped in
 * JSON or HTML, hex) and for what has the form of a key. Keys of fewer than eight characters are not searched for. Throws an
 * `ExportError` that says where a key was found and in which spelling, and never the key.
 */
export async function refuseKeys(where: string, content: Content, keys: readonly string[]): Promise<void> {
  const scan = createScanner(keys)
  for await (const piece of piecesOf(content)) {
    await rest()
    refuseFound(where, scan(piece))
  }
}

/** As `refuseKeys`, for a text in pieces, none of which ends within a character. */
export function keyCheck(where: string, keys: readonly string[]): (piece: string) => void {
  const scan = createScanner(keys)
  return (piece) => refuseFound(where, scan(encoder.encode(piece)))
}

/** As `refuseKeys`, synchronously, for a short text. */
export function refuseKeyIn(where: string, text: string, keys: readonly string[]): void {
  keyCheck(where, keys)(text)
}

function refuseFound(where: string, how: string | undefined): void {
  if (how === undefined) return
  throw new ExportError(`Not exported: ${where} contains ${how}. Remove it from the run, or leave the run out.`)
}

export function spellingsOf(key: string): ReadonlyMap<string, string> {
  const hex = Array.from(encoder.encode(key), (byte) => byte.toString(16).padStart(2, '0'))
  const units = key.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
  const base64 = base64Forms(key)
  const both = (lower: string) => [lower, lower.toUpperCase()]
  const ways: readonly (readonly [way: string, texts: readonly string[]])[] = [
    ['plain', [key]],
    ['in base64', base64],
    ['in base64url', base64.map(urlSafe)],
    ['URL-encoded', [encodeURIComponent(key.toWellFormed()), ...both(hex.map((pair) => `%${pair}`).join(''))]],
    [
      'escaped in JSON',
      [
        JSON.stringify(key).slice(1, -1),
        ...['', 'U'].map((big) => units.map((unit) => `\\u${big ? unit.toUpperCase() : unit}`).join('')),
      ],
    ],
    ['escaped in HTML', [withEntities(key)]],
    ['in hex', both(hex.join(''))],
  ]
  const found = new Map<string, string>()
  for (const [way, texts] of ways) for (const text of texts) if (!found.has(text)) found.set(text, way)
  return found
}
