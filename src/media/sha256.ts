import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** SHA-256 of bytes that come in pieces, which the browser's own digest cannot take. */
export class Sha256 {
  readonly #hash = sha256.create()

  push(bytes: Uint8Array): this {
    this.#hash.update(bytes)
    return this
  }

  /** The hash in hex. Throws when called twice; nothing may be pushed after it. */
  hex(): string {
    return bytesToHex(this.#hash.digest())
  }
}

/** The hash of a few bytes, in hex, without waiting. */
export const sha256Hex = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))

const megabyte = 2 ** 20

/** Files up to here are read in one go, in bytes. */
const largest = 32 * megabyte

/** The bytes of a Blob in pieces of a megabyte: never all of it in memory. */
export async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < blob.size; at += megabyte)
    yield new Uint8Array(await blob.slice(at, at + megabyte).arrayBuffer())
}

/** SHA-256 of a Blob in hex. Rejects where the file behind it cannot be read any more. */
export async function hashOf(blob: Blob, atOnce = largest): Promise<string> {
  if (blob.size <= atOnce) return await hashOfBytes(new Uint8Array(await blob.arrayBuffer()))
  const hash = new Sha256()
  for await (const chunk of chunksOf(blob)) hash.push(chunk)
  return hash.hex()
}

/** By the browser's own digest, which pages from a plain http address do not have. */
export async function hashOfBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (globalThis.crypto?.subtle === undefined) return sha256Hex(bytes)
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/**
 * A copy of a file in memory, and its SHA-256 in hex: the file on disk may have changed, or be gone, a moment later. Rejects where
 * it cannot be read.
 */
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
