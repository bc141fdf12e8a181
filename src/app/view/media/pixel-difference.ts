/** Pixel counts of one part of a picture. */
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
}

type Rgba = Uint8ClampedArray

const none: PartDifference = { pixels: 0, changed: 0, most: 0 }

export const noDifference: PixelDifference = { kept: none, edited: none }

/**
 * Adds the differences of a band of pixels to those found before. All three are RGBA of one size; of the mask only alpha counts. Pixels that
 * are transparent in both pictures are equal, whatever their colour.
 */
export function withBand(found: PixelDifference, before: Rgba, after: Rgba, mask?: Rgba): PixelDifference {
  const pixels = [0, 0]
  const changed = [0, 0]
  const most = [0, 0]
  const [one, two] = [words(before), words(after)]
  for (let n = 0; n < one.length; n += 1) {
    const part = mask !== undefined && mask[n * 4 + 3] === 255 ? 0 : 1
    pixels[part] = (pixels[part] ?? 0) + 1
    if (one[n] === two[n]) continue
    const by = changeAt(before, after, n * 4)
    if (by === 0) continue
    changed[part] = (changed[part] ?? 0) + 1
    if (by > (most[part] ?? 0)) most[part] = by
  }
  const sum = (part: PartDifference, at: 0 | 1): PartDifference => ({
    pixels: part.pixels + (pixels[at] ?? 0),
    changed: part.changed + (changed[at] ?? 0),
    most: Math.max(part.most, most[at] ?? 0),
  })
  return { kept: sum(found.kept, 0), edited: sum(found.edited, 1) }
}

const words = ({ buffer, byteOffset, byteLength }: Rgba) => new Uint32Array(buffer, byteOffset, byteLength / 4)

function changeAt(before: Rgba, after: Rgba, at: number): number {
  if (before[at + 3] === 0 && after[at + 3] === 0) return 0
  let most = 0
  for (let channel = at; channel < at + 4; channel += 1)
    most = Math.max(most, Math.abs((before[channel] ?? 0) - (after[channel] ?? 0)))
  return most
}
