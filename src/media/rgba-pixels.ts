import type { Rect } from './mask/rect.ts'

/** A picture as pixels: red, green, blue and alpha, a byte each, row by row; alpha is not multiplied into the colours. */
export interface RgbaPixels {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array | Uint8ClampedArray
}

/** A copy of a rectangle of a picture, which must lie inside. */
export function partOf({ rgba, width: across }: RgbaPixels, { x, y, width, height }: Rect): RgbaPixels {
  const part = new Uint8Array(width * height * 4)
  for (let row = 0; row < height; row += 1) {
    const from = ((y + row) * across + x) * 4
    part.set(rgba.subarray(from, from + width * 4), row * width * 4)
  }
  return { width, height, rgba: part }
}
