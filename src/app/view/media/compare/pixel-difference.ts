import { Bounds, type Rect } from '#media/mask/rect.ts'

export interface PartDifference {
  readonly pixels: number
  readonly changed: number
  /** The largest change of one channel, 0 to 255. */
  readonly most: number
}

/** `kept`: pixels under an opaque mask. `edited`: all other pixels; all pixels without a mask. */
export interface PixelDifference {
  readonly kept: PartDifference
  readonly edited: PartDifference
  /** The smallest rectangle around all changed pixels; undefined without any. */
  readonly region?: Rect
}

type Rgba = Uint8ClampedArray

/** Whole rows of two images of one width, from the row `top` on. All arrays are RGBA of one length. */
interface Band {
  readonly before: Rgba
  readonly after: Rgba
  /** Only its alpha counts. */
  readonly mask?: Rgba | undefined
  readonly drawn?: Rgba
  readonly width: number
  readonly top: number
}

const none: PartDifference = { pixels: 0, changed: 0, most: 0 }

export const noDifference: PixelDifference = { kept: none, edited: none }

/**
 * Adds the differences of a band of pixels to those found before. Pixels that are transparent in both images are equal, whatever their
 * colour. Drawn, equal pixels are black and changed ones are lighter the more they changed, those that the mask keeps in red.
 */
export function withBand(found: PixelDifference, { before, after, mask, drawn, width, top }: Band): PixelDifference {
  const pixels = [0, 0]
  const changed = [0, 0]
  const most = [0, 0]
  const region = new Bounds()
  const [one, two] = [words(before), words(after)]
  if (drawn) words(drawn).fill(black)
  for (let n = 0; n < one.length; n += 1) {
    const part = mask !== undefined && mask[n * 4 + 3] === 255 ? 0 : 1
    pixels[part] = (pixels[part] ?? 0) + 1
    if (one[n] === two[n]) continue
    const by = changeAt(before, after, n * 4)
    if (by === 0) continue
    changed[part] = (changed[part] ?? 0) + 1
    if (by > (most[part] ?? 0)) most[part] = by
    const [x, y] = [n % width, top + Math.floor(n / width)]
    region.add(x, y, x + 1, y + 1)
    if (drawn) drawChange(drawn, n * 4, by, part === 0)
  }
  const sum = (part: PartDifference, at: 0 | 1): PartDifference => ({
    pixels: part.pixels + (pixels[at] ?? 0),
    changed: part.changed + (changed[at] ?? 0),
    most: Math.max(part.most, most[at] ?? 0),
  })
  if (found.region) region.addRect(found.region)
  const all = region.take()
  return { kept: sum(found.kept, 0), edited: sum(found.edited, 1), ...(all.width > 0 && { region: all }) }
}

const words = ({ buffer, byteOffset, byteLength }: Rgba) => new Uint32Array(buffer, byteOffset, byteLength / 4)

/** Opaque black in little-endian RGBA. */
const black = 0xff000000

function changeAt(before: Rgba, after: Rgba, at: number): number {
  if (before[at + 3] === 0 && after[at + 3] === 0) return 0
  let most = 0
  for (let channel = at; channel < at + 4; channel += 1)
    most = Math.max(most, Math.abs((before[channel] ?? 0) - (after[channel] ?? 0)))
  return most
}

/** The lightness of a change of one level, so that it is seen on black without further amplification. */
const least = 96

function drawChange(drawn: Rgba, at: number, by: number, isKept: boolean): void {
  const light = least + (255 - least) * Math.sqrt((by - 1) / 254)
  drawn[at] = light
  drawn[at + 1] = isKept ? light * 0.25 : light
  drawn[at + 2] = isKept ? light * 0.2 : light
}
