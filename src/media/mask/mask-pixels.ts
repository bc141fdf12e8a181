import { applyPatch, type MaskChange } from './patch.ts'

/** One buffer seen as bytes and as 32-bit words. The last word may extend past the last byte. */
export interface Memory {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly words: Int32Array<ArrayBuffer>
}

export function newMemory(length: number): Memory {
  const buffer = new ArrayBuffer((length + 3) & ~3)
  return { bytes: new Uint8Array(buffer, 0, length), words: new Int32Array(buffer) }
}

/** The bytes as 32-bit words, without an incomplete last one; a copy where they are not aligned. */
export function int32Of(bytes: Uint8Array): Int32Array {
  const { buffer, byteOffset } = bytes.byteOffset & 3 ? bytes.slice() : bytes
  return new Int32Array(buffer, byteOffset, bytes.length >> 2)
}

/** A mask: one byte per pixel, row by row. 0 keeps the pixel, 255 repaints it. */
export interface MaskPixels {
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}

/** Whether every byte is 0 or 255. */
export function isHard(bytes: Uint8Array): boolean {
  const words = int32Of(bytes)
  const areHard = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) if (bytes[at] !== 0 && bytes[at] !== 255) return false
    return true
  }
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0
    if (word !== 0 && word !== -1 && !areHard(at * 4, at * 4 + 4)) return false
  }
  return areHard(words.length * 4, bytes.length)
}

/** 255 less each byte. */
export function inverted(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = newMemory(bytes.length)
  out.bytes.set(bytes)
  for (let at = 0; at < out.words.length; at += 1) out.words[at] = ~(out.words[at] ?? 0)
  return out.bytes
}

/** A copy of the mask with these changes applied. Their rectangles must lie inside. */
export function withChanges(
  { width, height, bytes }: MaskPixels,
  changes: readonly MaskChange[],
): Uint8Array<ArrayBuffer> {
  const memory = newMemory(width * height)
  memory.bytes.set(bytes)
  for (const { patches } of changes) for (const patch of patches) applyPatch(patch, memory, width)
  const turns = changes.filter(({ inverts }) => inverts).length
  return turns % 2 === 0 ? memory.bytes : inverted(memory.bytes)
}
