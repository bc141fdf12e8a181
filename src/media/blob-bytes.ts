import { Sha256, sha256Hex } from './sha256.ts'

const megabyte = 2 ** 20

/** What is larger is not read at one go. */
const largest = 32 * megabyte

/** The bytes of a Blob in pieces of a megabyte: without holding all of it, and in every browser. */
export async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < blob.size; at += megabyte)
    yield new Uint8Array(await blob.slice(at, at + megabyte).arrayBuffer())
}

/** SHA-256 in hex. By the browser's own digest where there is one and the bytes fit into it. */
export async function hashOf(blob: Blob, atOnce = largest): Promise<string> {
  if (blob.size <= atOnce) return await hashOfBytes(new Uint8Array(await blob.arrayBuffer()))
  const hash = new Sha256()
  for await (const chunk of chunksOf(blob)) hash.push(chunk)
  return hash.hex()
}

/** Plain HTTP addresses that are not loopback have no `subtle`. */
async function hashOfBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (globalThis.crypto?.subtle === undefined) return sha256Hex(bytes)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The bytes themselves and their hash: a file on the disk may be another one, or gone, a moment later. */
export async function heldFile(
  file: Blob,
  atOnce = largest,
): Promise<{ readonly blob: Blob; readonly sha256: string }> {
  if (file.size <= atOnce) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    return { blob: new Blob([bytes], { type: file.type }), sha256: await hashOfBytes(bytes) }
  }
  const hash = new Sha256()
  const pieces: Blob[] = []
  for await (const chunk of chunksOf(file)) {
    hash.push(chunk)
    pieces.push(new Blob([chunk]))
  }
  return { blob: new Blob(pieces, { type: file.type }), sha256: hash.hex() }
}
