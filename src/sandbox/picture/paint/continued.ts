import { randomOf } from '../../seed.ts'
import { depthsOf } from './light.ts'
import { type Box, blank, type Pixels, resampled } from './pixels.ts'
import { relaxed } from './relaxed.ts'
import { textured } from './texture.ts'

/** The fill is smooth, so that it is worked out at no more than this along the longer edge. */
const workEdge = 640

/** Above this share of a picture there is too little around a hole to go on with. */
const largestHole = 0.55

/** The box with a margin, clipped to the picture. */
function around({ x, y, width, height }: Box, whole: Pixels): Box {
  const margin = Math.ceil(Math.max(width, height) * 0.12) + 4
  const [left, top] = [Math.max(0, x - margin), Math.max(0, y - margin)]
  const [right, bottom] = [Math.min(whole.width, x + width + margin), Math.min(whole.height, y + height + margin)]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const isKept = ({ data }: Pixels, pixel: number) => data[pixel * 4 + 3] === 255

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

/** The surroundings of the hole that `box` is drawn around; undefined where the hole is more than this share of the picture. */
export function surroundingsOf(base: Pixels, mask: Pixels, box: Box, most = largestHole): Surroundings | undefined {
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

/** One channel of what was worked out small, in the size of the hole's box. */
function grown({ area, base }: Surroundings, box: Box, values: ArrayLike<number>): Pixels {
  const [across, down] = [base.width / area.width, base.height / area.height]
  const inside = {
    x: (box.x - area.x) * across,
    y: (box.y - area.y) * down,
    width: box.width * across,
    height: box.height * down,
  }
  return resampled({ ...base, data: Uint8ClampedArray.from(values) }, inside, box.width, box.height)
}

/** The pixels that fill a hole, and each pixel's distance from the rim: 0 there, 1 in the middle. */
export interface Fill {
  readonly pixels: Pixels
  readonly depths: Float32Array
}

/** A hole: its box, and the base and mask in full. */
export interface Hole {
  readonly box: Box
  readonly whole: Pixels
  readonly kept: Pixels
}

/** The hole's box, filled with the colours and the texture of what is around it. */
export function continued(around: Surroundings, { box, whole, kept }: Hole, seed: string): Fill {
  const { area, base, mask } = around
  const open = Uint8Array.from({ length: base.width * base.height }, (_, pixel) => (isKept(mask, pixel) ? 0 : 1))
  const pixels = grown(around, box, relaxed(base, open))
  textured(pixels, whole, kept, box, randomOf(`${seed}/texture`))
  const reach = Math.max(3, (Math.min(box.width, box.height) / area.width) * base.width * 0.3)
  const small = depthsOf(open, base.width, base.height, reach)
  const deep = grown(
    around,
    box,
    Float32Array.from({ length: small.length * 4 }, (_, at) => (at % 4 === 3 ? 255 : (small[at >> 2] ?? 0) * 255)),
  )
  return {
    pixels,
    depths: Float32Array.from({ length: box.width * box.height }, (_, at) => (deep.data[at * 4] ?? 0) / 255),
  }
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
