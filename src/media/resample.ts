import type { Dimensions, RgbaPixels } from './dimensions.ts'

/** A part of a picture in its pixels, which need not be whole numbers. */
interface Area extends Dimensions {
  readonly x: number
  readonly y: number
}

/**
 * A picture, or a part of it, at another size, by Lanczos filtering with three lobes along either axis: sharp when it is enlarged, free of
 * aliasing when it is reduced. Colours count by their alpha. The very same pixels where the whole picture has the size.
 */
export function resample(picture: RgbaPixels, { width, height }: Dimensions, part?: Area): RgbaPixels {
  if (!part && picture.width === width && picture.height === height) return picture
  const { x, y, ...from } = part ?? { x: 0, y: 0, width: picture.width, height: picture.height }
  const across = alongRows(multiplied(picture), picture, tapsFor(x, from.width, picture.width, width), width)
  const whole = alongColumns(across, width, tapsFor(y, from.height, picture.height, height), height)
  return { width, height, rgba: divided(whole) }
}

const lobes = 3

/** For each new pixel along an axis the first old one that counts, and the weight of each. Their sum is 1. */
interface Taps {
  readonly firsts: Int32Array
  readonly weights: Float32Array
  /** Weights of each pixel. */
  readonly count: number
}

/** `length` pixels from `start` on become `to` pixels; `limit` is the number of old ones. */
function tapsFor(start: number, length: number, limit: number, to: number): Taps {
  const step = length / to
  // When reducing the filter is as wide as several old pixels.
  const spread = Math.max(1, step)
  const count = Math.min(limit, Math.ceil(lobes * spread) * 2 + 1)
  const firsts = new Int32Array(to)
  const weights = new Float32Array(to * count)
  for (let n = 0; n < to; n += 1) {
    const centre = start + (n + 0.5) * step - 0.5
    const first = Math.max(0, Math.min(limit - count, Math.ceil(centre - lobes * spread)))
    firsts[n] = first
    const own = Array.from({ length: count }, (_, tap) => lanczos((first + tap - centre) / spread))
    const sum = own.reduce((total, weight) => total + weight, 0)
    weights.set(
      own.map((weight) => weight / sum),
      n * count,
    )
  }
  return { firsts, weights, count }
}

function lanczos(x: number): number {
  if (x === 0) return 1
  if (Math.abs(x) >= lobes) return 0
  const turn = Math.PI * x
  return (lobes * Math.sin(turn) * Math.sin(turn / lobes)) / (turn * turn)
}

function multiplied({ rgba }: RgbaPixels): Float32Array {
  const out = Float32Array.from(rgba)
  for (let at = 0; at < out.length; at += 4) {
    const alpha = out[at + 3] ?? 0
    if (alpha === 255) continue
    for (let n = at; n < at + 3; n += 1) out[n] = ((out[n] ?? 0) * alpha) / 255
  }
  return out
}

function divided(values: Float32Array): Uint8ClampedArray {
  const out = new Uint8ClampedArray(values.length)
  for (let at = 0; at < values.length; at += 4) {
    const alpha = Math.min(255, Math.max(0, values[at + 3] ?? 0))
    out[at + 3] = alpha
    if (alpha > 0) for (let n = at; n < at + 3; n += 1) out[n] = ((values[n] ?? 0) * 255) / alpha
  }
  return out
}

function alongRows(values: Float32Array, { width, height }: Dimensions, taps: Taps, to: number): Float32Array {
  const { firsts, weights, count } = taps
  const out = new Float32Array(to * height * 4)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < to; x += 1) {
      let [red, green, blue, alpha] = [0, 0, 0, 0]
      let from = (y * width + (firsts[x] ?? 0)) * 4
      for (let tap = x * count; tap < (x + 1) * count; tap += 1, from += 4) {
        const weight = weights[tap] ?? 0
        red += weight * (values[from] ?? 0)
        green += weight * (values[from + 1] ?? 0)
        blue += weight * (values[from + 2] ?? 0)
        alpha += weight * (values[from + 3] ?? 0)
      }
      const at = (y * to + x) * 4
      out[at] = red
      out[at + 1] = green
      out[at + 2] = blue
      out[at + 3] = alpha
    }
  return out
}

/** Adds whole rows, so that memory is read sequentially. */
function alongColumns(values: Float32Array, width: number, { firsts, weights, count }: Taps, to: number): Float32Array {
  const rowLength = width * 4
  const out = new Float32Array(to * rowLength)
  for (let y = 0; y < to; y += 1) {
    const row = out.subarray(y * rowLength, (y + 1) * rowLength)
    for (let tap = 0; tap < count; tap += 1) {
      const weight = weights[y * count + tap] ?? 0
      if (weight === 0) continue
      const from = ((firsts[y] ?? 0) + tap) * rowLength
      for (let n = 0; n < rowLength; n += 1) row[n] = (row[n] ?? 0) + weight * (values[from + n] ?? 0)
    }
  }
  return out
}
