/** Characters that are decoded at one go: about a millisecond's work. A multiple of four. */
const slice = 2 ** 20

/** The other alphabet, and what stands between lines. */
const foreign = /[-_\s]/

/**
 * The bytes that base64 stands for, in either alphabet, with or without padding and line ends; undefined where it is none. A long
 * text is decoded in slices between which `rest` is awaited, so that a page can go on meanwhile.
 */
export async function decodeBase64(
  text: string,
  rest: () => Promise<void> = nextTask,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const clean = foreign.test(text) ? text.replaceAll('-', '+').replaceAll('_', '/').replace(/\s+/g, '') : text
  const bytes = new Uint8Array(Math.ceil((clean.length * 3) / 4))
  let length = 0
  for (let at = 0; at < clean.length; at += slice) {
    if (at > 0) await rest()
    const piece = decoded(clean.slice(at, at + slice))
    // Padding in the middle is no base64.
    if (piece === undefined || (at + slice < clean.length && piece.length * 4 !== slice * 3)) return undefined
    for (let n = 0; n < piece.length; n += 1) bytes[length + n] = piece.charCodeAt(n)
    length += piece.length
  }
  return bytes.subarray(0, length)
}

function decoded(text: string): string | undefined {
  try {
    return atob(text)
  } catch {
    return undefined
  }
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
