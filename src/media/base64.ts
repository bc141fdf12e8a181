import { nextTask } from './next-task.ts'

/** Characters decoded in one slice: about a millisecond. A multiple of four. */
const slice = 2 ** 20

/** What a strict decoder rejects: the URL-safe alphabet and white space. `includes` for each is much faster than a pattern. */
const foreign = ['-', '_', '\n', '\r', ' ', '\t', '\f', '\v']

/**
 * Decodes base64 in either alphabet, with or without padding and line breaks; undefined for anything else. A long text is decoded in
 * slices between which `rest` is awaited, so that the page stays responsive.
 */
export async function decodeBase64(
  text: string,
  rest: () => Promise<void> = nextTask,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const isForeign = foreign.some((letter) => text.includes(letter))
  const clean = isForeign ? text.replaceAll('-', '+').replaceAll('_', '/').replace(/\s+/g, '') : text
  const bytes = new Uint8Array(Math.ceil((clean.length * 3) / 4))
  let length = 0
  for (let at = 0; at < clean.length; at += slice) {
    if (at > 0) await rest()
    const piece = decoded(clean.length > slice ? clean.slice(at, at + slice) : clean)
    // A slice that decodes to fewer bytes has padding in the middle.
    if (piece === undefined || (at + slice < clean.length && piece.length * 4 !== slice * 3)) return undefined
    bytes.set(piece, length)
    length += piece.length
  }
  return bytes.subarray(0, length)
}

const native: unknown = Reflect.get(Uint8Array, 'fromBase64')

/** Uses `Uint8Array.fromBase64` where the browser has it. */
function decoded(text: string): Uint8Array | undefined {
  try {
    const made: unknown = typeof native === 'function' ? native.call(Uint8Array, text) : undefined
    if (made instanceof Uint8Array) return made
    return bytesOfBase64(text)
  } catch {
    return undefined
  }
}

/** Decodes a short base64 text in either alphabet at once. Throws a DOMException where it is none. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(letters.length)
  for (let n = 0; n < letters.length; n += 1) bytes[n] = letters.charCodeAt(n)
  return bytes
}

/** Encodes bytes as base64 with padding; `rest` is awaited between slices. */
export async function encodeBase64(bytes: Uint8Array, rest: () => Promise<void> = nextTask): Promise<string> {
  const pieces: string[] = []
  const step = (slice / 4) * 3
  for (let at = 0; at < bytes.length; at += step) {
    if (at > 0) await rest()
    pieces.push(base64Of(bytes.subarray(at, at + step)))
  }
  return pieces.join('')
}

/** Arguments of one call that every engine accepts. */
const spread = 8192

export function base64Of(bytes: Uint8Array): string {
  const letters: string[] = []
  for (let at = 0; at < bytes.length; at += spread)
    letters.push(String.fromCharCode(...bytes.subarray(at, at + spread)))
  return btoa(letters.join(''))
}
