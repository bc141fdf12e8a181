import type { Pixels } from '../../picture/paint/pixels.ts'

/** A frame as I420: luma, and chroma at half the resolution, in BT.709 with limited range. Both edges are even. */
export interface Planes {
  readonly width: number
  readonly height: number
  readonly y: Uint8Array
  readonly u: Uint8Array
  readonly v: Uint8Array
  /** The three planes one behind the other, as the encoder takes them. */
  readonly bytes: Uint8Array
}

export function blankPlanes(width: number, height: number): Planes {
  const [luma, chroma] = [width * height, (width * height) / 4]
  const bytes = new Uint8Array(luma + chroma * 2)
  return {
    width,
    height,
    bytes,
    y: bytes.subarray(0, luma),
    u: bytes.subarray(luma, luma + chroma),
    v: bytes.subarray(luma + chroma),
  }
}

/** The weights of BT.709, scaled to the limited range. */
const [fromRed, fromGreen, fromBlue] = [(0.2126 * 219) / 255, (0.7152 * 219) / 255, (0.0722 * 219) / 255]
const toU = 224 / 255 / 1.8556
const toV = 224 / 255 / 1.5748

/** Converts opaque pixels. The chroma of a sample is the average of its four pixels. */
export function planesOf({ data, width, height }: Pixels): Planes {
  const planes = blankPlanes(width, height)
  const { y, u, v } = planes
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      let [red, green, blue] = [0, 0, 0]
      for (const at of [0, 1, width, width + 1]) {
        const pixel = (row * width + column + at) * 4
        const [r = 0, g = 0, b = 0] = [data[pixel], data[pixel + 1], data[pixel + 2]]
        y[row * width + column + at] = 16.5 + fromRed * r + fromGreen * g + fromBlue * b
        red += r
        green += g
        blue += b
      }
      const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
      const sample = (row * width) / 4 + column / 2
      u[sample] = 128.5 + ((blue - luma) * toU) / 4
      v[sample] = 128.5 + ((red - luma) * toV) / 4
    }
  }
  return planes
}

/** Converts a frame back, with the chroma of each sample for its four pixels. */
export function pixelsOf({ y, u, v, width, height }: Planes): Pixels {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const luma = (((y[row * width + column] ?? 16) - 16) * 255) / 219
      const sample = ((row >> 1) * width) / 2 + (column >> 1)
      const blue = luma + ((u[sample] ?? 128) - 128) / toU
      const red = luma + ((v[sample] ?? 128) - 128) / toV
      data.set([red, (luma - 0.2126 * red - 0.0722 * blue) / 0.7152, blue, 255], (row * width + column) * 4)
    }
  }
  return { data, width, height }
}
