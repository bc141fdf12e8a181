import type { Random } from '../../seed.ts'
import type { PixelBox, Pixels } from './pixels.ts'

/** The residual of a patch after subtracting its plane of colour: red, green and blue of each pixel. */
interface Patch {
  readonly rest: Float32Array
  readonly strength: number
}

const tries = 240
const mostPatches = 40

/** Patches with a larger deviation, in levels, contain objects; of the others this share with the least deviation is used. */
const strongest = 24
const calmest = 0.35

const isWhole = ({ data, width }: Pixels, x: number, y: number, size: number): boolean => {
  for (let v = 0; v < size; v += 2)
    for (let u = 0; u < size; u += 2) if (data[((y + v) * width + x + u) * 4 + 3] !== 255) return false
  return true
}

/** Subtracts the mean and the slope of a patch. */
function patchAt({ data, width }: Pixels, left: number, top: number, size: number): Patch {
  const rest = new Float32Array(size * size * 3)
  const middle = (size - 1) / 2
  const spread = (size * size * (size * size - 1)) / 12
  let strength = 0
  for (let part = 0; part < 3; part += 1) {
    let [sum, across, down] = [0, 0, 0]
    for (let y = 0; y < size; y += 1) {
      for (let x = 0; x < size; x += 1) {
        const value = data[((top + y) * width + left + x) * 4 + part] ?? 0
        sum += value
        across += value * (x - middle)
        down += value * (y - middle)
      }
    }
    const [mean, byX, byY] = [sum / (size * size), across / spread, down / spread]
    for (let y = 0; y < size; y += 1) {
      for (let x = 0; x < size; x += 1) {
        const value = data[((top + y) * width + left + x) * 4 + part] ?? 0
        const own = value - mean - byX * (x - middle) - byY * (y - middle)
        rest[(y * size + x) * 3 + part] = own
        strength += own * own
      }
    }
  }
  return { rest, strength }
}

/** How far around a hole patches are taken from, in patch sizes. */
const reach = 3

/** The patches with the least deviation among the kept pixels around a hole. */
function patchesOf(base: Pixels, mask: Pixels, box: PixelBox, size: number, random: Random): readonly Patch[] {
  const found: Patch[] = []
  const [left, top] = [Math.max(0, box.x - reach * size), Math.max(0, box.y - reach * size)]
  const right = Math.min(base.width, box.x + box.width + reach * size)
  const bottom = Math.min(base.height, box.y + box.height + reach * size)
  const area = { x: left, y: top, width: right - left, height: bottom - top }
  if (area.width < size || area.height < size) return found
  for (let turn = 0; turn < tries && found.length < mostPatches; turn += 1) {
    const x = area.x + random.below(area.width - size + 1)
    const y = area.y + random.below(area.height - size + 1)
    if (isWhole(mask, x, y, size)) found.push(patchAt(base, x, y, size))
  }
  const calm = found.filter(({ strength }) => strength < strongest ** 2 * size * size * 3)
  return calm.toSorted((a, b) => a.strength - b.strength).slice(0, Math.ceil(found.length * calmest))
}

/**
 * Adds the texture of the kept pixels around a hole to its fill: random patches that overlap by half, weighted so that their variance is
 * preserved. `box` is the fill's place in the base.
 */
export function textured(fill: Pixels, base: Pixels, mask: Pixels, box: PixelBox, random: Random): void {
  const size = Math.max(8, Math.min(48, Math.round(Math.min(box.width, box.height) / 5))) & ~1
  const patches = patchesOf(base, mask, box, size, random)
  if (patches.length === 0) return
  const half = size / 2
  const sums = new Float32Array(fill.width * fill.height * 4)
  const window = Float32Array.from({ length: size }, (_, at) => Math.sin(((at + 0.5) / size) * Math.PI) ** 2)
  for (let top = -half; top < fill.height; top += half) {
    for (let left = -half; left < fill.width; left += half) {
      const { rest } = random.pick(patches)
      const isFlipped = random.next() < 0.5
      for (let v = Math.max(0, -top); v < Math.min(size, fill.height - top); v += 1) {
        for (let u = Math.max(0, -left); u < Math.min(size, fill.width - left); u += 1) {
          const weight = (window[u] ?? 0) * (window[v] ?? 0)
          const from = (v * size + (isFlipped ? size - 1 - u : u)) * 3
          const to = ((top + v) * fill.width + left + u) * 4
          for (let part = 0; part < 3; part += 1)
            sums[to + part] = (sums[to + part] ?? 0) + (rest[from + part] ?? 0) * weight
          sums[to + 3] = (sums[to + 3] ?? 0) + weight * weight
        }
      }
    }
  }
  for (let at = 0; at < sums.length; at += 4) {
    const by = Math.sqrt(sums[at + 3] ?? 0)
    for (let part = at; part < at + 3 && by > 0; part += 1)
      fill.data[part] = (fill.data[part] ?? 0) + (sums[part] ?? 0) / by
  }
}
