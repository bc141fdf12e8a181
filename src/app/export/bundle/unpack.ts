import { Inflate } from 'fflate'
import { chunksOf, Sha256 } from '#media/sha256.ts'
import type { BundleLimits } from './limits.ts'
import { refuse, shown } from './refuse.ts'
import type { ZipEntry } from './zip-directory.ts'

/** So little is fed at once that what it becomes is counted before it fills the memory. */
const feed = 8192

/** A file as it came out. */
interface Unpacked {
  readonly blob: Blob
  readonly sha256: string
}

/** The bytes of a packed file in pieces, as they come out. Stops as soon as there are too many. */
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
  for await (const chunk of chunksOf(zip.slice(start, start + packed))) {
    for (let at = 0; at < chunk.length; at += feed) {
      const piece = chunk.subarray(at, at + feed)
      left -= piece.length
      try {
        inflate.push(piece, left === 0)
      } catch {
        refuse(`${shown(name)} is damaged.`)
      }
      if (total > most) refuse(`${shown(name)} unpacks to more than ${most} bytes.`)
      yield* out
      out = []
    }
  }
  if (!ended) refuse(`${shown(name)} is damaged.`)
}

/**
 * The bytes of a file, at most so many: counted and hashed as they come out, whatever the zip's own headers say. A file that is
 * stored as it is stays a part of the zip's Blob and is not copied.
 */
export async function unpack(zip: Blob, entry: ZipEntry, most: number, limits: BundleLimits): Promise<Unpacked> {
  const { name, method, start, packed, size } = entry
  if (size > limits.ratioFrom && size > packed * limits.ratio)
    refuse(`${shown(name)} unpacks to more than ${limits.ratio} times its length.`)
  const stored = method === 0 ? zip.slice(start, start + packed) : undefined
  if (stored && stored.size > most) refuse(`${shown(name)} holds more than ${most} bytes.`)
  const hash = new Sha256()
  const kept: Blob[] = []
  let total = 0
  for await (const chunk of stored ? chunksOf(stored) : inflated(zip, entry, most)) {
    hash.push(chunk)
    total += chunk.length
    if (total > limits.ratioFrom && total > packed * limits.ratio)
      refuse(`${shown(name)} unpacks to more than ${limits.ratio} times its length.`)
    if (!stored) kept.push(new Blob([chunk]))
  }
  return { blob: stored ?? new Blob(kept), sha256: hash.hex() }
}
