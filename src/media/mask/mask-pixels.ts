import { Bounds, type Rect } from './rect.ts'

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

/** The smallest rectangle with every byte that is not 0. Skips empty rows by words: a few milliseconds for the largest masks. */
export function markedBounds({ width, height, bytes }: MaskPixels): Rect {
  const words = int32Of(bytes)
  const hasTail = bytes.subarray(words.length * 4).some((byte) => byte !== 0)
  let first = 0
  while (words[first] === 0) first += 1
  let last = hasTail ? words.length : words.length - 1
  while (words[last] === 0) last -= 1
  const bounds = new Bounds()
  const bottom = Math.min(height - 1, Math.floor((last * 4 + 3) / width))
  for (let y = Math.floor((first * 4) / width); y <= bottom; y += 1) {
    const [from, to] = [y * width, (y + 1) * width]
    let [left, right] = [from, to]
    while (left < to && bytes[left] === 0) left += 1
    while (right > left && bytes[right - 1] === 0) right -= 1
    if (right > left) bounds.add(left - from, y, right - from, y + 1)
  }
  return bounds.take()
}

/** The part of a mask in a frame, which must lie inside. */
export function maskPart({ bytes, width: across }: MaskPixels, { x, y, width, height }: Rect): MaskPixels {
  const part = new Uint8Array(width * height)
  for (let row = 0; row < height; row += 1) {
    const from = (y + row) * across + x
    part.set(bytes.subarray(from, from + width), row * width)
  }
  return { width, height, bytes: part }
}

/** 255 less each byte. */
export function inverted(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = newMemory(bytes.length)
  out.bytes.set(bytes)
  for (let at = 0; at < out.words.length; at += 1) out.words[at] = ~(out.words[at] ?? 0)
  return out.bytes
}
