import type { Random } from '../../seed.ts'
import type { Pixels } from './pixels.ts'

/** A distance transform (two-pass chamfer), eased: 0 at kept pixels, 1 at `reach` pixels from them or more. */
export function depthsOf(open: Uint8Array, width: number, height: number, reach: number): Float32Array {
  const depths = Float32Array.from(open, (one) => (one ? width + height : 0))
  const step = (at: number, from: number, by: number) => {
    depths[at] = Math.min(depths[at] ?? 0, (depths[from] ?? 0) + by)
  }
  const sweep = (at: number, x: number, back: number) => {
    const row = back * width
    if (x > 0) step(at, at - 1, 1)
    if (x + 1 < width) step(at, at + 1, 1)
    if (at + row < 0 || at + row >= width * height) return
    step(at, at + row, 1)
    if (x > 0) step(at, at + row - 1, Math.SQRT2)
    if (x + 1 < width) step(at, at + row + 1, Math.SQRT2)
  }
  for (let at = 0; at < width * height; at += 1) sweep(at, at % width, -1)
  for (let at = width * height - 1; at >= 0; at -= 1) sweep(at, at % width, 1)
  return depths.map((depth) => {
    const share = Math.min(1, depth / reach)
    return share * share * (3 - 2 * share)
  })
}

interface Pool {
  readonly x: number
  readonly y: number
  readonly spread: number
  readonly by: number
}

/** A Gaussian of light or shade at a random place; position and spread as shares of the picture. */
const poolOf = (random: Random, by: number): Pool => ({
  x: 0.2 + random.next() * 0.6,
  y: 0.2 + random.next() * 0.6,
  spread: 0.16 + random.next() * 0.16,
  by,
})

const strengthAt = ({ x, y, spread, by }: Pool, u: number, v: number) =>
  by * Math.exp(-((u - x) ** 2 + (v - y) ** 2) / (2 * spread * spread))

/** The mean of all colour values. */
const meanOf = ({ data }: Pixels) =>
  data.reduce((sum, value, at) => (at % 4 === 3 ? sum : sum + value), 0) / (data.length * 0.75)

/**
 * Adds light and shade to a fill, in proportion to the depth, so that no edge shows at the rim. Bright fills get shade only and dark ones
 * light. Every pixel changes by at least one level, differently for each seed.
 */
export function lit(fill: Pixels, depths: Float32Array, random: Random, strength: number): void {
  const { data, width, height } = fill
  const mean = meanOf(fill)
  const [bright, dim] = [
    poolOf(random, mean > 190 ? -strength : strength),
    poolOf(random, mean < 65 ? strength : -strength),
  ]
  const side = mean > 127 ? -1 : 1
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4
      const depth = depths[y * width + x] ?? 0
      const [u, v] = [(x + 0.5) / width, (y + 0.5) / height]
      const light = depth * (strengthAt(bright, u, v) + strengthAt(dim, u, v))
      // Dithered by half a level against banding.
      const by = light + side + random.next() - 0.5
      for (let part = at; part < at + 3; part += 1) {
        const was = data[part] ?? 0
        data[part] = was + by
        if (data[part] === was) data[part] = was > 127 ? was - 1 : was + 1
      }
    }
  }
}

/** Fades an overlay's alpha to 0 towards the rim of the hole, in place. */
export function fadedAtRim({ data }: Pixels, depths: Float32Array): void {
  for (const [at, depth] of depths.entries()) data[at * 4 + 3] = (data[at * 4 + 3] ?? 0) * depth
}
