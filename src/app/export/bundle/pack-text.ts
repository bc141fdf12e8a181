import { Deflate, deflateSync } from 'fflate'
import { crc32 } from '#media/png-chunks.ts'
import { Sha256 } from '#media/sha256.ts'
import { rest } from '../../run/slices.ts'
import { bundleLimits } from './limits.ts'

/** Bytes that are packed at one go: a few milliseconds' work. */
const piece = 2 ** 17

/** A text as a zip keeps it. */
export interface PackedText {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** 8: packed. 0: as it is. */
  readonly method: 0 | 8
  /** Before it was packed. */
  readonly size: number
  readonly crc: number
  readonly sha256: string
}

/** Packs, counts and hashes in slices. Equal bytes give equal ones, in every browser. */
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
  const packed = joined(out)
  const facts = { size: bytes.length, crc, sha256: hash.hex() }
  // What packs so well would be taken for a bomb where it is opened.
  const isSuspect = bytes.length > bundleLimits.ratioFrom && bytes.length > packed.length * (bundleLimits.ratio / 2)
  return isSuspect ? { ...facts, bytes, method: 0 } : { ...facts, bytes: packed, method: 8 }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}
