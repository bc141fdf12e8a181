import type { Rect } from '#media/mask/rect.ts'
import { blank, type Pixels, resampled } from './pixels.ts'

/** The longest edge at which the fill is computed; more is needless, since it is smooth. */
const workEdge = 640

/** Above this share of the picture a hole has too few surroundings to be filled from. */
const largestHole = 0.55

function around({ x, y, width, height }: Rect, whole: Pixels): Rect {
  const margin = Math.ceil(Math.max(width, height) * 0.12) + 4
  const [left, top] = [Math.max(0, x - margin), Math.max(0, y - margin)]
  const [right, bottom] = [Math.min(whole.width, x + width + margin), Math.min(whole.height, y + height + margin)]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const isKept = ({ data }: Pixels, pixel: number) => data[pixel * 4 + 3] === 255

interface Surroundings {
  readonly area: Rect
  readonly base: Pixels
  readonly mask: Pixels
}

/** Nearest-neighbour sampling of an area, so that no kept pixel is mixed with the hole. */
function sampled({ data, width: across }: Pixels, area: Rect, width: number, height: number): Pixels {
  const made = blank(width, height)
  for (let y = 0; y < height; y += 1) {
    const row = (area.y + Math.floor(((y + 0.5) / height) * area.height)) * across + area.x
    for (let x = 0; x < width; x += 1) {
      const from = (row + Math.floor(((x + 0.5) / width) * area.width)) * 4
      for (let part = 0; part < 4; part += 1) made.data[(y * width + x) * 4 + part] = data[from + part] ?? 0
    }
  }
  return made
}

/** The surroundings of the hole that `box` is drawn around; undefined where the hole is more than this share of the picture. */
export function surroundingsOf(base: Pixels, mask: Pixels, box: Rect, most = largestHole): Surroundings | undefined {
  const area = around(box, base)
  const scale = Math.min(1, workEdge / Math.max(area.width, area.height))
  const [width, height] = [Math.max(1, Math.round(area.width * scale)), Math.max(1, Math.round(area.height * scale))]
  const small = sampled(mask, area, width, height)
  let open = 0
  for (let pixel = 0; pixel < width * height; pixel += 1) if (!isKept(small, pixel)) open += 1
  const share = ((open / (width * height)) * area.width * area.height) / (base.width * base.height)
  return share > most || open === width * height
    ? undefined
    : { area, base: sampled(base, area, width, height), mask: small }
}

export function continued({ area, base, mask }: Surroundings, box: Rect): Pixels {
  const open = Uint8Array.from({ length: base.width * base.height }, (_, pixel) => (isKept(mask, pixel) ? 0 : 1))
  const [across, down] = [base.width / area.width, base.height / area.height]
  const inside = {
    ...{ x: (box.x - area.x) * across, y: (box.y - area.y) * down },
    ...{ width: box.width * across, height: box.height * down },
  }
  return resampled({ ...base, data: Uint8ClampedArray.from(relaxed(base, open)) }, inside, box)
}

/** The weight of horizontal neighbours relative to vertical ones, which continues horizons and shores. */
const sideways = 9

/** Iterations at each size. Few suffice, since distant pixels interact at smaller sizes. */
const turns = 24

/** Half the size: the mean of the kept pixels, open where there are none. */
function halved({ data, width, height }: Pixels, isOpen: Uint8Array): { small: Pixels; open: Uint8Array } {
  const small = blank(Math.ceil(width / 2), Math.ceil(height / 2))
  const open = new Uint8Array(small.width * small.height)
  for (let y = 0; y < small.height; y += 1) {
    for (let x = 0; x < small.width; x += 1) {
      const sum = [0, 0, 0, 0]
      let count = 0
      for (let v = y * 2; v < Math.min(height, y * 2 + 2); v += 1) {
        for (let u = x * 2; u < Math.min(width, x * 2 + 2); u += 1) {
          if (isOpen[v * width + u]) continue
          count += 1
          for (let part = 0; part < 4; part += 1) sum[part] = (sum[part] ?? 0) + (data[(v * width + u) * 4 + part] ?? 0)
        }
      }
      const to = y * small.width + x
      open[to] = count === 0 ? 1 : 0
      for (let part = 0; part < 4 && count > 0; part += 1) small.data[to * 4 + part] = (sum[part] ?? 0) / count
    }
  }
  return { small, open }
}

/** Successive over-relaxation: moves each open pixel to the mean of its four neighbours by a factor of 1.5. */
function relax(values: Float32Array, open: Uint8Array, width: number, height: number): void {
  for (let turn = 0; turn < turns; turn += 1) {
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const at = y * width + x
        if (!open[at]) continue
        const [left, right] = [x > 0 ? at - 1 : at + 1, x + 1 < width ? at + 1 : at - 1]
        const [up, down] = [y > 0 ? at - width : at + width, y + 1 < height ? at + width : at - width]
        for (let part = 0; part < 4; part += 1) {
          const beside = (values[left * 4 + part] ?? 0) + (values[right * 4 + part] ?? 0)
          const above = (values[up * 4 + part] ?? 0) + (values[down * 4 + part] ?? 0)
          const mean = (beside * sideways + above) / (2 * sideways + 2)
          const was = values[at * 4 + part] ?? 0
          values[at * 4 + part] = was + (mean - was) * 1.5
        }
      }
    }
  }
}

/**
 * Fills open pixels by solving Laplace's equation from coarse to fine. A noisy rim fades within a few pixels, where colours extended
 * inwards along lines would leave streaks. One kept pixel is enough.
 */
export function relaxed(base: Pixels, open: Uint8Array): Float32Array {
  const { data, width, height } = base
  const values = Float32Array.from(data)
  if (width <= 1 || height <= 1 || !open.includes(1)) return values
  const { small, open: smallOpen } = halved(base, open)
  const coarse = relaxed(small, smallOpen)
  for (let at = 0; at < width * height; at += 1) {
    if (!open[at]) continue
    const from = (Math.floor(Math.floor(at / width) / 2) * small.width + Math.floor((at % width) / 2)) * 4
    for (let part = 0; part < 4; part += 1) values[at * 4 + part] = coarse[from + part] ?? 0
  }
  relax(values, open, width, height)
  return values
}
