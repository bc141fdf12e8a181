import { encodePngRows } from '../encode-png.ts'
import type { MaskPixels } from './mask-pixels.ts'

/**
 * A PNG of the mask's size in RGBA: black, with alpha = 255 − byte, so that what is to be repainted is transparent. RGBA is the layout
 * that every program reads.
 */
export const encodeMask = (mask: MaskPixels): Promise<Uint8Array<ArrayBuffer>> =>
  encodePngRows({
    ...{ width: mask.width, height: mask.height, channels: 4 },
    writeRow: (y, out) => writeRow(mask, y, out),
  })

const filters = { left: 1, above: 2 } as const

/**
 * Writes a PNG filter and one row into a zeroed array: the difference to the row above where rows are alike, otherwise to the pixel on the
 * left. With masks either leaves almost only zeros.
 */
function writeRow({ width, bytes }: MaskPixels, y: number, out: Uint8Array): void {
  const row = y * width
  const unlike = y > 0 ? unlikeTo(bytes, row, row + width, width) : width
  const isAbove = unlike === 0 || unlike <= unlikeTo(bytes, row + 1, row + width, 1)
  out[0] = isAbove ? filters.above : filters.left
  if (unlike === 0) return
  let before = 0
  for (let x = 0; x < width; x += 1) {
    const alpha = 255 - (bytes[row + x] ?? 0)
    out[x * 4 + 4] = alpha - (isAbove ? 255 - (bytes[row + x - width] ?? 0) : before)
    before = alpha
  }
}

/** The number of bytes in a range that differ from the one `distance` before them. */
function unlikeTo(bytes: Uint8Array, from: number, to: number, distance: number): number {
  let unlike = 0
  for (let at = from; at < to; at += 1) if (bytes[at] !== bytes[at - distance]) unlike += 1
  return unlike
}
