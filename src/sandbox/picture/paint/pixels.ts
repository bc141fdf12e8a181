import type { Rect } from '#media/mask/rect.ts'
import { resample } from '#media/resample.ts'
import type { Size } from '../picture-task.ts'

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

/** The smallest box around everything that a mask does not keep; undefined where it keeps all. */
export function openBox({ data, width, height }: Pixels): Rect | undefined {
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

export function resampled({ data, width, height }: Pixels, box: Rect, to: Size): Pixels {
  const { rgba } = resample({ rgba: data, width, height }, to, box)
  return { data: new Uint8ClampedArray(rgba), ...to }
}

/** Scales a picture to cover a frame and crops it evenly. The same object where the size is equal. */
export function scaledToCover(source: Pixels, width: number, height: number): Pixels {
  if (source.width === width && source.height === height) return source
  const scale = Math.max(width / source.width, height / source.height)
  const [across, down] = [width / scale, height / scale]
  const box = { x: (source.width - across) / 2, y: (source.height - down) / 2, width: across, height: down }
  return resampled(source, box, { width, height })
}
