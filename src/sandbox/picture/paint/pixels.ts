/** A picture in memory: red, green, blue, alpha, not premultiplied, row by row. The array has a buffer of its own. */
export interface Pixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

export const blank = (width: number, height: number): Pixels => ({
  data: new Uint8ClampedArray(width * height * 4),
  width,
  height,
})

/** Converts premultiplied alpha to straight alpha, in place. */
export function unmultiplied({ data, width, height }: Pixels): Pixels {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0
    if (alpha === 0 || alpha === 255) continue
    const by = 255 / alpha
    data[at] = (data[at] ?? 0) * by
    data[at + 1] = (data[at + 1] ?? 0) * by
    data[at + 2] = (data[at + 2] ?? 0) * by
  }
  return { data, width, height }
}

/** Composited onto white, for formats without alpha. The same object where all pixels are opaque. */
export function flattened(pixels: Pixels): Pixels {
  const { data, width, height } = pixels
  let flat: Uint8ClampedArray<ArrayBuffer> | undefined
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 255
    if (alpha === 255) continue
    flat ??= new Uint8ClampedArray(data)
    for (let part = at; part < at + 3; part += 1) flat[part] = ((data[part] ?? 0) * alpha + 255 * (255 - alpha)) / 255
    flat[at + 3] = 255
  }
  return flat ? { data: flat, width, height } : pixels
}

/**
 * Where a mask is clear the new picture, where it is opaque the old one to the bit, between the two a blend. `at` is the place of the
 * new picture's upper left corner in the old one; outside the new picture the old one is kept.
 */
export function blended(base: Pixels, fresh: Pixels, mask: Pixels, at = { x: 0, y: 0 }): Pixels {
  const data = new Uint8ClampedArray(base.data)
  for (let y = 0; y < fresh.height; y += 1) {
    for (let x = 0; x < fresh.width; x += 1) {
      const to = ((y + at.y) * base.width + x + at.x) * 4
      const kept = mask.data[to + 3] ?? 255
      if (kept === 255) continue
      const from = (y * fresh.width + x) * 4
      for (let part = 0; part < 4; part += 1) {
        data[to + part] =
          kept === 0
            ? (fresh.data[from + part] ?? 0)
            : ((base.data[to + part] ?? 0) * kept + (fresh.data[from + part] ?? 0) * (255 - kept)) / 255
      }
    }
  }
  return { data, width: base.width, height: base.height }
}

/** Composites `over` onto `base` by its alpha, in place. */
export function laidOver(base: Pixels, over: Pixels): void {
  for (let at = 0; at < base.data.length; at += 4) {
    const alpha = over.data[at + 3] ?? 0
    if (alpha === 0) continue
    for (let part = at; part < at + 3; part += 1)
      base.data[part] = ((over.data[part] ?? 0) * alpha + (base.data[part] ?? 0) * (255 - alpha)) / 255
    base.data[at + 3] = Math.max(alpha, base.data[at + 3] ?? 0)
  }
}

export interface PixelBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The smallest box around everything that a mask does not keep; undefined where it keeps all. */
export function openBox({ data, width, height }: Pixels): PixelBox | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (data[(y * width + x) * 4 + 3] === 255) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** Adds noise, in place, which also hides banding. Pixels that are not opaque stay as they are. */
export function withGrain({ data }: Pixels, strength: number, seed: number): void {
  if (strength === 0) return
  let state = seed | 1
  for (let at = 0; at < data.length; at += 4) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    if (data[at + 3] !== 255) continue
    const by = ((state & 255) + ((state >>> 8) & 255) - 255) * (strength / 255)
    data[at] = (data[at] ?? 0) + by
    data[at + 1] = (data[at + 1] ?? 0) + by
    data[at + 2] = (data[at + 2] ?? 0) + by
  }
}

/** For each target pixel along an edge: the first source pixel, and the weight of each. */
interface Taps {
  readonly from: Int32Array
  readonly weights: readonly Float32Array[]
}

/** A triangle filter, at least as wide as a step, against aliasing. */
function tapsFor(start: number, length: number, limit: number, count: number): Taps {
  const step = length / count
  const reach = Math.max(1, step)
  const from = new Int32Array(count)
  const weights = Array.from({ length: count }, (_, index) => {
    const centre = start + (index + 0.5) * step - 0.5
    const first = Math.max(0, Math.ceil(centre - reach))
    const last = Math.min(limit - 1, Math.floor(centre + reach))
    from[index] = first
    const own = Float32Array.from({ length: Math.max(1, last - first + 1) }, (__, at) =>
      Math.max(0, 1 - Math.abs(first + at - centre) / reach),
    )
    const sum = own.reduce((total, weight) => total + weight, 0)
    return sum > 0 ? own.map((weight) => weight / sum) : own.fill(1 / own.length)
  })
  return { from, weights }
}

interface Lines {
  readonly data: Float32Array
  readonly width: number
  readonly height: number
}

/** Resamples rows, premultiplied, so that transparent pixels do not bleed into their neighbours. */
function acrossRows(source: Pixels, box: PixelBox, taps: Taps, width: number): Lines {
  const top = Math.max(0, Math.floor(box.y) - 1)
  const bottom = Math.min(source.height, Math.ceil(box.y + box.height) + 1)
  const data = new Float32Array(width * (bottom - top) * 4)
  for (let y = top; y < bottom; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let [red, green, blue, alpha] = [0, 0, 0, 0]
      const weights = taps.weights[x] ?? []
      let at = (y * source.width + (taps.from[x] ?? 0)) * 4
      for (const weight of weights) {
        const own = weight * (source.data[at + 3] ?? 0)
        red += own * (source.data[at] ?? 0)
        green += own * (source.data[at + 1] ?? 0)
        blue += own * (source.data[at + 2] ?? 0)
        alpha += own
        at += 4
      }
      const to = ((y - top) * width + x) * 4
      data[to] = red
      data[to + 1] = green
      data[to + 2] = blue
      data[to + 3] = alpha
    }
  }
  return { data, width, height: bottom - top }
}

export function resampled(source: Pixels, box: PixelBox, width: number, height: number): Pixels {
  const rows = acrossRows(source, box, tapsFor(box.x, box.width, source.width, width), width)
  const top = Math.max(0, Math.floor(box.y) - 1)
  const taps = tapsFor(box.y - top, box.height, rows.height, height)
  const made = blank(width, height)
  const line = new Float32Array(width * 4)
  for (let y = 0; y < height; y += 1) {
    line.fill(0)
    let row = taps.from[y] ?? 0
    for (const weight of taps.weights[y] ?? []) {
      const start = row * width * 4
      for (let at = 0; at < line.length; at += 1) line[at] = (line[at] ?? 0) + weight * (rows.data[start + at] ?? 0)
      row += 1
    }
    for (let at = 0; at < line.length; at += 4) {
      const alpha = line[at + 3] ?? 0
      const to = y * width * 4 + at
      made.data[to] = alpha > 0 ? (line[at] ?? 0) / alpha : 0
      made.data[to + 1] = alpha > 0 ? (line[at + 1] ?? 0) / alpha : 0
      made.data[to + 2] = alpha > 0 ? (line[at + 2] ?? 0) / alpha : 0
      made.data[to + 3] = alpha
    }
  }
  return made
}

/** Scales a picture to cover a frame and crops it evenly. The same object where the size is equal. */
export function scaledToCover(source: Pixels, width: number, height: number): Pixels {
  if (source.width === width && source.height === height) return source
  const scale = Math.max(width / source.width, height / source.height)
  const [across, down] = [width / scale, height / scale]
  return resampled(
    source,
    { x: (source.width - across) / 2, y: (source.height - down) / 2, width: across, height: down },
    width,
    height,
  )
}
