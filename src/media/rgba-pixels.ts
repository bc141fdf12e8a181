/** A picture as pixels: red, green, blue and alpha, a byte each, row by row; alpha is not multiplied into the colours. */
export interface RgbaPixels {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array | Uint8ClampedArray
}
