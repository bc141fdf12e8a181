import { type Random, randomOf } from '../../seed.ts'
import { type Box, blank, type Pixels } from './pixels.ts'
import { resampled } from './resample.ts'

/** The fill is smooth, so that it is worked out at no more than this along the longer edge. */
const workEdge = 640

/** Above this share of a picture there is too little around a hole to go on with. */
const largestHole = 0.55

/** What comes from the sides counts more: horizons and shores go on. */
const sideways = 1.8

/** The box with what lies around it. */
function around({ x, y, width, height }: Box, whole: Pixels): Box {
  const margin = Math.ceil(Math.max(width, height) * 0.12) + 4
  const [left, top] = [Math.max(0, x - margin), Math.max(0, y - margin)]
  const [right, bottom] = [Math.min(whole.width, x + width + margin), Math.min(whole.height, y + height + margin)]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const isKept = ({ data }: Pixels, pixel: number) => data[pixel * 4 + 3] === 255

/** Carries the colour of what is kept along a line into the hole behind it, weaker with every step. Sums: red, green, blue, alpha, weight. */
function carry(
  base: Pixels,
  mask: Pixels,
  sums: Float32Array,
  line: { from: number; step: number; count: number; by: number },
): void {
  const colour = [0, 0, 0, 0]
  let [known, far] = [0, 0]
  for (let at = 0, pixel = line.from; at < line.count; at += 1, pixel += line.step) {
    if (isKept(mask, pixel)) {
      // The mean of the last few, so that noise leaves no streaks.
      const share = known === 0 || far > 0 ? 1 : 0.25
      for (let part = 0; part < 4; part += 1)
        colour[part] = (colour[part] ?? 0) * (1 - share) + (base.data[pixel * 4 + part] ?? 0) * share
      known = 1
      far = 0
    } else if (known > 0) {
      far += 1
      const weight = line.by / far ** 1.5
      for (let part = 0; part < 4; part += 1)
        sums[pixel * 5 + part] = (sums[pixel * 5 + part] ?? 0) + (colour[part] ?? 0) * weight
      sums[pixel * 5 + 4] = (sums[pixel * 5 + 4] ?? 0) + weight
    }
  }
}

/** The hole filled from its four sides. What no side reaches gets the mean of what is kept. */
function filledFromSides(base: Pixels, mask: Pixels): Pixels {
  const { width, height } = base
  const sums = new Float32Array(width * height * 5)
  for (let y = 0; y < height; y += 1) {
    carry(base, mask, sums, { from: y * width, step: 1, count: width, by: sideways })
    carry(base, mask, sums, { from: y * width + width - 1, step: -1, count: width, by: sideways })
  }
  for (let x = 0; x < width; x += 1) {
    carry(base, mask, sums, { from: x, step: width, count: height, by: 1 })
    carry(base, mask, sums, { from: x + (height - 1) * width, step: -width, count: height, by: 1 })
  }
  const mean = meanWhere(base, (pixel) => isKept(mask, pixel)) ?? [128, 128, 128, 255]
  const made = new Uint8ClampedArray(base.data)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (isKept(mask, pixel)) continue
    const weight = sums[pixel * 5 + 4] ?? 0
    for (let part = 0; part < 4; part += 1)
      made[pixel * 4 + part] = weight > 0 ? (sums[pixel * 5 + part] ?? 0) / weight : (mean[part] ?? 0)
  }
  return { data: made, width, height }
}

/** Every open pixel becomes the mean of those around it. */
function smoothed({ data, width, height }: Pixels, mask: Pixels, reach: number): Pixels {
  const made = new Uint8ClampedArray(data)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isKept(mask, y * width + x)) continue
      const sum = [0, 0, 0, 0]
      let count = 0
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v += 1) {
        for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u += 1) {
          for (let part = 0; part < 4; part += 1) sum[part] = (sum[part] ?? 0) + (data[(v * width + u) * 4 + part] ?? 0)
          count += 1
        }
      }
      for (let part = 0; part < 4; part += 1) made[(y * width + x) * 4 + part] = (sum[part] ?? 0) / count
    }
  }
  return { data: made, width, height }
}

function meanWhere({ data, width, height }: Pixels, counts: (pixel: number) => boolean): readonly number[] | undefined {
  const sum = [0, 0, 0, 0]
  let count = 0
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (!counts(pixel)) continue
    count += 1
    for (let part = 0; part < 4; part += 1) sum[part] = (sum[part] ?? 0) + (data[pixel * 4 + part] ?? 0)
  }
  return count === 0 ? undefined : sum.map((value) => value / count)
}

/** A little more or less light, which grows across the hole: nothing in it stays as it was, and no two fills are the same. */
function relit({ data, width, height }: Pixels, random: Random): void {
  const [side, from, to] = [random.next() < 0.5 ? 1 : -1, 1.5 + random.next(), 2.5 + random.next() * 2]
  for (let y = 0; y < height; y += 1) {
    // Towards black and white there is only one way to go.
    const by = side * (from + ((to - from) * y) / height)
    for (let at = y * width * 4; at < (y + 1) * width * 4; at += 4) {
      for (let part = at; part < at + 3; part += 1) {
        const value = data[part] ?? 0
        data[part] = value + by > 255 || value + by < 0 ? value - by : value + by
      }
    }
  }
}

/** What is around a hole, seen small. */
export interface Surroundings {
  readonly area: Box
  readonly base: Pixels
  readonly mask: Pixels
}

/** Single pixels of an area: what is seen of one that is kept has nothing of the hole in it. */
function sampled({ data, width: across }: Pixels, area: Box, width: number, height: number): Pixels {
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

/** The surroundings of the hole that `box` is drawn around; undefined where the hole is most of the picture. */
export function surroundingsOf(base: Pixels, mask: Pixels, box: Box): Surroundings | undefined {
  const area = around(box, base)
  const scale = Math.min(1, workEdge / Math.max(area.width, area.height))
  const [width, height] = [Math.max(1, Math.round(area.width * scale)), Math.max(1, Math.round(area.height * scale))]
  const small = sampled(mask, area, width, height)
  let open = 0
  for (let pixel = 0; pixel < width * height; pixel += 1) if (!isKept(small, pixel)) open += 1
  const share = ((open / (width * height)) * area.width * area.height) / (base.width * base.height)
  return share > largestHole ? undefined : { area, base: sampled(base, area, width, height), mask: small }
}

/** The hole's box, filled with what is around it as if nothing stood there. */
export function continued({ area, base, mask }: Surroundings, box: Box, seed: string): Pixels {
  const filled = smoothed(filledFromSides(base, mask), mask, 3)
  const [across, down] = [base.width / area.width, base.height / area.height]
  const inside = {
    x: (box.x - area.x) * across,
    y: (box.y - area.y) * down,
    width: box.width * across,
    height: box.height * down,
  }
  const made = resampled(filled, inside, box.width, box.height)
  relit(made, randomOf(`${seed}/fill`))
  return made
}

const drawn = 0.3

/** Draws the colours of what is new towards those of what is around it, in place. */
export function harmonised(fresh: Pixels, { base, mask }: Surroundings): void {
  const target = meanWhere(base, (pixel) => isKept(mask, pixel))
  const own = meanWhere(fresh, () => true)
  if (!target || !own) return
  for (let at = 0; at < fresh.data.length; at += 4) {
    for (let part = 0; part < 3; part += 1)
      fresh.data[at + part] = (fresh.data[at + part] ?? 0) + drawn * ((target[part] ?? 0) - (own[part] ?? 0))
  }
}
