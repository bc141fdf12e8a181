/** Characters that are decoded at one go: about a millisecond's work. A multiple of four. */
const slice = 2 ** 20

/** The letters of the other alphabet, and what stands between lines. Looked for one by one, which is much faster than a pattern. */
const foreign = ['-', '_', '\n', '\r', ' ', '\t', '\f', '\v']

/**
 * The bytes that base64 stands for, in either alphabet, with or without padding and line ends; undefined where it is none. A long
 * text is decoded in slices between which `rest` is awaited, so that a page can go on meanwhile.
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
    // Padding in the middle is no base64.
    if (piece === undefined || (at + slice < clean.length && piece.length * 4 !== slice * 3)) return undefined
    bytes.set(piece, length)
    length += piece.length
  }
  return bytes.subarray(0, length)
}

const native: unknown = Reflect.get(Uint8Array, 'fromBase64')

/** By the browser's own decoder where it has one. */
function decoded(text: string): Uint8Array | undefined {
  try {
    const made: unknown = typeof native === 'function' ? native.call(Uint8Array, text) : undefined
    if (made instanceof Uint8Array) return made
    const letters = atob(text)
    const bytes = new Uint8Array(letters.length)
    for (let n = 0; n < letters.length; n += 1) bytes[n] = letters.charCodeAt(n)
    return bytes
  } catch {
    return undefined
  }
}

/** The base64 of bytes, with padding; `rest` is awaited between slices. */
export async function encodeBase64(bytes: Uint8Array, rest: () => Promise<void> = nextTask): Promise<string> {
  const pieces: string[] = []
  const step = (slice / 4) * 3
  for (let at = 0; at < bytes.length; at += step) {
    if (at > 0) await rest()
    pieces.push(encoded(bytes.subarray(at, at + step)))
  }
  return pieces.join('')
}

/** As many letters as a call takes arguments everywhere. */
const spread = 8192

function encoded(bytes: Uint8Array): string {
  const letters: string[] = []
  for (let at = 0; at < bytes.length; at += spread)
    letters.push(String.fromCharCode(...bytes.subarray(at, at + spread)))
  return btoa(letters.join(''))
}

/** Timers that follow one another are slowed down by browsers; messages are not. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
