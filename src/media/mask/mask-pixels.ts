import { newMemory, wordsOf } from './memory.ts'
import { applyPatch, type MaskChange } from './patch.ts'

/** A mask: one byte a pixel, row by row. 0 keeps the pixel, 255 lets it be painted anew. */
export interface MaskPixels {
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}

/** Whether every byte is 0 or 255. */
export function isHard(bytes: Uint8Array): boolean {
  const words = wordsOf(bytes)
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
