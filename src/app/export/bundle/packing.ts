import { Deflate, deflateSync, Inflate } from 'fflate'
import { crc32, joinedBytes } from '#media/png.ts'
import { chunksOf, Sha256 } from '#media/sha256.ts'
import { rest } from '../../run/slices.ts'
import { refuse, shownName } from '../export-error.ts'
import { type BundleLimits, bundleLimits } from './bundle-format.ts'
import { bytesOf, type ZipEntry } from './zip-directory.ts'
import type { ZipFile } from './zip-writer.ts'

/** Bytes packed in one slice: a few milliseconds. */
const piece = 2 ** 17

export interface PackedText extends ZipFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly sha256: string
}

/** Deflates and hashes in slices. Deterministic: equal bytes give equal results in every browser. */
export async function packText(bytes: Uint8Array<ArrayBuffer>): Promise<PackedText> {
  const hash = new Sha256()
  const out: Uint8Array[] = bytes.length <= piece ? [deflateSync(bytes, { level: 6 })] : []
  const deflate = out.length === 0 ? new Deflate({ level: 6 }, (chunk) => out.push(chunk)) : undefined
  let crc = 0
  let at = 0
  do {
    const part = bytes.subarray(at, at + piece)
    at += piece
    hash.push(part)
    crc = crc32(part, crc)
    deflate?.push(part, at >= bytes.length)
    await rest()
  } while (at < bytes.length)
  const packed = joinedBytes(out)
  const facts = { size: bytes.length, crc, sha256: hash.hex() }
  // The reader would refuse a file with this ratio as a decompression bomb.
  const isSuspect = bytes.length > bundleLimits.ratioFrom && bytes.length > packed.length * (bundleLimits.ratio / 2)
  return isSuspect ? { ...facts, bytes, method: 0 } : { ...facts, bytes: packed, method: 8 }
}

/** Packed bytes per step, so small that the limit is checked before the output fills the memory. */
const feed = 8192

interface Unpacked {
  readonly blob: Blob
  readonly sha256: string
}

/** Inflates a file in pieces; refuses the bundle as soon as there are more than `most` bytes. */
async function* inflated(
  zip: Blob,
  { name, start, packed }: ZipEntry,
  most: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let out: Uint8Array<ArrayBuffer>[] = []
  let total = 0
  let ended = false
  const inflate = new Inflate((chunk, final) => {
    out.push(new Uint8Array(chunk))
    total += chunk.length
    ended = final
  })
  let left = packed
  for (let at = start; at < start + packed; at += feed) {
    const view = await bytesOf(zip, at, Math.min(at + feed, start + packed))
    left -= view.byteLength
    try {
      inflate.push(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), left === 0)
    } catch {
      refuse(`${shownName(name)} is damaged.`)
    }
    if (total > most) refuse(`${shownName(name)} unpacks to more than ${most} bytes.`)
    yield* out
    out = []
    await rest()
  }
  if (!ended) refuse(`${shownName(name)} is damaged.`)
}

/** The bytes of a file, counted and hashed while unpacking. A stored file stays a slice of the zip's Blob. */
export async function unpack(zip: Blob, entry: ZipEntry, most: number, limits: BundleLimits): Promise<Unpacked> {
  const { name, method, start, packed, size } = entry
  if (size > limits.ratioFrom && size > packed * limits.ratio)
    refuse(`${shownName(name)} unpacks to more than ${limits.ratio} times its size.`)
  const stored = method === 0 ? zip.slice(start, start + packed) : undefined
  if (stored && stored.size > most) refuse(`${shownName(name)} is larger than ${most} bytes.`)
  const hash = new Sha256()
  const kept: BlobPart[] = []
  let total = 0
  for await (const chunk of stored ? chunksOf(stored) : inflated(zip, entry, most)) {
    hash.push(chunk)
    total += chunk.length
    if (total > limits.ratioFrom && total > packed * limits.ratio)
      refuse(`${shownName(name)} unpacks to more than ${limits.ratio} times its size.`)
    // A large file leaves the heap as it comes; a Blob for every piece of small ones takes longer than to unpack them.
    if (!stored) kept.push(total > 2 ** 20 ? new Blob([chunk]) : chunk)
  }
  return { blob: stored ?? new Blob(kept), sha256: hash.hex() }
}
