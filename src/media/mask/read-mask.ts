import type { RgbaPixels } from '../dimensions.ts'

/** Which pixels of an imported picture count as marked. */
export type MaskReading = 'transparent' | 'opaque' | 'white' | 'black'

/** The most likely interpretation of a picture as a mask, and its reason. */
export interface MaskReport {
  readonly width: number
  readonly height: number
  /**
   * `alpha`: transparent pixels are repainted, as in the interface. `black-white`: white ones are, as in most tools.
   * `inverted`: one of both, but nearly everything would be repainted, so the opposite is likely meant.
   * `unsure`: has to be chosen.
   */
  readonly kind: 'alpha' | 'black-white' | 'inverted' | 'unsure'
  /** The most likely reading; a suggestion if `unsure`. */
  readonly reading: MaskReading
  /** Sentences on what was found in the picture. */
  readonly reasons: readonly string[]
}

interface PixelCounts {
  readonly pixels: number
  readonly alphas: Uint32Array
  readonly greys: Uint32Array
  readonly coloured: number
  /** All pixels that can be seen have one colour. */
  readonly isPlain: boolean
}

/** A mask that repaints more than this share is rarely intended. */
const suspicious = 0.75

/** Classifies a picture as a mask by its alpha and grey histograms. Never throws. */
export function diagnoseMask(picture: RgbaPixels): MaskReport {
  const counts = countPixels(picture)
  const share = (count: number) => (counts.pixels === 0 ? 0 : count / counts.pixels)
  const clear = share(sum(counts.alphas, 0, 128))
  const found =
    share(counts.pixels - (counts.alphas[255] ?? 0)) > 0.0001 ? byAlpha(counts, clear) : byGrey(counts, share)
  const { width, height } = picture
  return { width, height, ...found }
}

type Found = Pick<MaskReport, 'kind' | 'reading' | 'reasons'>

function byAlpha({ pixels, alphas, isPlain }: PixelCounts, clear: number): Found {
  const seen = `${percent(clear)} is transparent.`
  if (alphas[0] === pixels) return unsure('transparent', ['Fully transparent: everything would be regenerated.'])
  if (clear > suspicious) {
    const plain = isPlain ? ['All visible pixels have one colour, as if painted to mark an area.'] : []
    return { kind: 'inverted', reading: 'opaque', reasons: [seen, ...plain] }
  }
  if (clear > 0.5 && isPlain) return unsure('transparent', [seen, 'All visible pixels have one colour.'])
  return { kind: 'alpha', reading: 'transparent', reasons: [seen] }
}

function byGrey({ pixels, greys, coloured }: PixelCounts, share: (count: number) => number): Found {
  const opaque = 'Nothing in it is transparent.'
  if (share(coloured) > 0.005) return unsure('white', [opaque, 'It contains colours, like a photo.'])
  if (greys.includes(pixels)) return unsure('white', [opaque, 'It has a single colour.'])
  const white = share(sum(greys, 128, 256))
  const between = share(sum(greys, 16, 240))
  const seen = `${percent(white)} is white or nearly white.`
  if (between > 0.4) return unsure('white', [opaque, `${percent(between)} is grey, like a photo.`])
  const reasons = [opaque, seen, ...(between > 0.01 ? [`${percent(between)} is grey.`] : [])]
  if (white > suspicious) return { kind: 'inverted', reading: 'black', reasons }
  // Near one half neither side is more likely.
  return white > 0.5 ? unsure('white', reasons) : { kind: 'black-white', reading: 'white', reasons }
}

const unsure = (reading: MaskReading, reasons: readonly string[]): Found => ({ kind: 'unsure', reading, reasons })

function percent(share: number): string {
  if (share > 0 && share < 0.01) return 'Less than 1 %'
  if (share > 0.99 && share < 1) return 'More than 99 %'
  return `${Math.round(share * 100)} %`
}

function sum(counts: Uint32Array, from: number, to: number): number {
  let total = 0
  for (let at = from; at < to; at += 1) total += counts[at] ?? 0
  return total
}

function countPixels({ rgba }: RgbaPixels): PixelCounts {
  const alphas = new Uint32Array(256)
  const greys = new Uint32Array(256)
  let coloured = 0
  let isPlain = true
  let first = -1
  for (let at = 0; at < rgba.length; at += 4) {
    const [red, green, blue, alpha] = [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0, rgba[at + 3] ?? 0]
    const grey = greyOf(red, green, blue)
    alphas[alpha] = (alphas[alpha] ?? 0) + 1
    greys[grey] = (greys[grey] ?? 0) + 1
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 24) coloured += 1
    if (alpha < 128) continue
    if (first < 0) first = at
    else if (isPlain) isPlain = isNear(rgba, first, at)
  }
  return { pixels: rgba.length / 4, alphas, greys, coloured, isPlain }
}

const isNear = (rgba: RgbaPixels['rgba'], a: number, b: number) =>
  [0, 1, 2].every((n) => Math.abs((rgba[a + n] ?? 0) - (rgba[b + n] ?? 0)) <= 8)

const greyOf = (red: number, green: number, blue: number) => (red * 54 + green * 183 + blue * 19) >> 8

/** The mask of a picture by a reading. With `white` and `black` the alpha counts too: transparent pixels are not marked. */
export function maskFrom({ width, height, rgba }: RgbaPixels, reading: MaskReading): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < out.length; at += 1, from += 4) {
    const alpha = rgba[from + 3] ?? 0
    if (reading === 'transparent') out[at] = 255 - alpha
    else if (reading === 'opaque') out[at] = alpha
    else {
      const grey = greyOf(rgba[from] ?? 0, rgba[from + 1] ?? 0, rgba[from + 2] ?? 0)
      out[at] = Math.round(((reading === 'white' ? grey : 255 - grey) * alpha) / 255)
    }
  }
  return out
}
