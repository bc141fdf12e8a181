import { profileChunks } from '#media/colour-profile.ts'
import { decodePng } from '#media/decode-png.ts'
import { dimensionsOf, type RgbaPixels } from '#media/dimensions.ts'
import { encodePng } from '#media/encode-png.ts'
import type { InpaintPlan } from '#media/inpaint/inpaint-plan.ts'
import { pasteResult } from '#media/inpaint/paste-result.ts'
import { encodeMask } from '#media/mask/encode-mask.ts'
import { featherMask } from '#media/mask/feather-mask.ts'
import { growMask, shrinkMask } from '#media/mask/grow-mask.ts'
import { type MaskPixels, maskPart } from '#media/mask/mask-pixels.ts'
import { diagnoseMask, type MaskReading, maskFrom } from '#media/mask/read-mask.ts'
import { isInside, type Rect } from '#media/mask/rect.ts'
import { type MaskFit, refitMask } from '#media/mask/refit-mask.ts'
import { type ColourChoice, selectColour } from '#media/mask/select-colour.ts'
import { resample } from '#media/resample.ts'
import { upright } from '../../view/media/read-picture.ts'

export interface MaskImport {
  readonly file: Blob
  readonly reading: MaskReading
  readonly fit: MaskFit
  readonly width: number
  readonly height: number
}

interface EdgeJob {
  readonly mask: MaskPixels
  readonly by: number
}

/** Some rows of the picture that colours are selected in, from `y` on; the first piece begins another picture. */
interface PieceJob {
  readonly piece: ImageBitmap
  readonly y: number
  readonly height: number
}

/** The jobs by name. Keeps the picture that colours are selected in until the first piece of another. */
export function createMaskJobs() {
  let picture: RgbaPixels | undefined
  return {
    grow: ({ mask, by }: EdgeJob) => growMask(mask, by),
    shrink: ({ mask, by }: EdgeJob) => shrinkMask(mask, by),
    feather: ({ mask, by }: EdgeJob) => featherMask(mask, by),
    encode: (mask: MaskPixels) => encodeMask(mask),
    piece(job: PieceJob) {
      picture = withPiece(picture, job)
    },
    select(choice: ColourChoice) {
      if (!picture) throw new Error('There is no image to select in.')
      return selectColour(picture, choice)
    },
    read: async (file: Blob) => diagnoseMask(await picturePixels(file)),
    cutOut,
    pasteIn,
    async importMask({ file, reading, fit, ...size }: MaskImport) {
      const given = await picturePixels(file)
      return refitMask({ ...given, bytes: maskFrom(given, reading) }, size, fit)
    },
  }
}

export type MaskJobs = ReturnType<typeof createMaskJobs>

/** Page to worker: `given` is the argument of the job. */
export interface ToMaskWorker {
  readonly kind: keyof MaskJobs
  readonly given: unknown
}

/** Worker to page, once for each job, in their order. `failed` is the message of the job's error. */
export type FromMaskWorker = { readonly answer: unknown } | { readonly failed: string }

/** Runs one job. Never rejects. */
export async function runMaskJob(jobs: MaskJobs, { kind, given }: ToMaskWorker): Promise<FromMaskWorker> {
  try {
    // The cast holds since `MaskWorkerClient.ask` sends each job with its own argument.
    const job = jobs[kind] as (given: unknown) => unknown
    return { answer: await job(given) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

function withPiece(picture: RgbaPixels | undefined, { piece, y, height }: PieceJob): RgbaPixels {
  const rows = bitmapPixels(piece)
  const { width } = rows
  const whole = y > 0 ? picture : { width, height, rgba: new Uint8Array(width * height * 4) }
  if (!whole) throw new Error('The image is empty.')
  whole.rgba.set(rows.rgba, y * width * 4)
  return whole
}

export interface CutOut {
  readonly base: Blob
  readonly mask: MaskPixels
  readonly plan: InpaintPlan
}

async function cutOut({ base, mask, plan: { frame, to } }: CutOut) {
  const picture = await encodePng(resample(await picturePixels(base, frame), to), await profileOf(base))
  const part = await encodeMask({ ...to, bytes: refitMask(maskPart(mask, frame), to, 'scale') })
  return { picture: pngFile(picture), mask: pngFile(part) }
}

export interface PasteIn {
  readonly base: Blob
  /** A PNG of the base's size; transparent where the result belongs. */
  readonly mask: Blob
  readonly result: Blob
  readonly frame: Rect
  /** In pixels of the base. */
  readonly softEdge: number
}

/** The base with the result scaled into its frame, as a PNG. Rejects where the frame reaches over the base or the mask. */
async function pasteIn({ base: file, mask, result, frame, softEdge }: PasteIn): Promise<Blob> {
  const base = await picturePixels(file)
  if (!isInside(frame, base)) throw new RangeError('The area that was sent lies outside the image.')
  const part = await picturePixels(mask, frame)
  const { width, height } = frame
  pasteResult(base, {
    ...{ frame, softEdge },
    result: resample(await picturePixels(result), { width, height }),
    mask: { width, height, bytes: maskFrom(part, 'transparent') },
  })
  return pngFile(await encodePng(base, await profileOf(file)))
}

/** Results are taken for colours of the base's profile: models take and give numbers, and ignore profiles. */
const profileOf = async (file: Blob) => profileChunks(new Uint8Array(await (await upright(file)).arrayBuffer()))

const pngFile = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes], { type: 'image/png' })

/** The largest picture that is decoded: its pixels alone take half a gigabyte. */
const mostPixels = 128 * 2 ** 20

const tooLarge = (width: number, height: number) =>
  new RangeError(`The image is too large (${width} × ${height} pixels).`)

/** As they are stored, but upright. */
const plainly = { imageOrientation: 'from-image', premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const

/**
 * The upright pixels of a picture, or of a rectangle inside it, without conversion of colours. A PNG is read by us, exactly; other files by
 * the browser, which is exact where pixels are opaque. Rejects with an Error whose message is shown.
 */
async function picturePixels(file: Blob, within?: Rect): Promise<RgbaPixels> {
  const picture = await upright(file)
  const bytes = new Uint8Array(await picture.arrayBuffer())
  const { width, height } = dimensionsOf(bytes) ?? { width: 0, height: 0 }
  if (width * height > mostPixels) throw tooLarge(width, height)
  return (await decodePng(bytes, within)) ?? (await drawnPixels(picture, within))
}

async function drawnPixels(picture: Blob, within?: Rect): Promise<RgbaPixels> {
  const image = await createImageBitmap(picture, plainly).catch(() => {
    throw new Error('The browser cannot read this image.')
  })
  return bitmapPixels(image, within)
}

/** Pixels that are read in one piece: canvases of the picture's size would take its memory twice. */
const bandPixels = 2 ** 20

function bitmapPixels(image: ImageBitmap, within?: Rect): RgbaPixels {
  const { x, y, width, height } = within ?? { x: 0, y: 0, width: image.width, height: image.height }
  try {
    if (within && !isInside(within, image)) throw new RangeError('The size of the image has changed.')
    if (width * height > mostPixels) throw tooLarge(width, height)
    const rows = Math.max(1, Math.min(height, Math.floor(bandPixels / width)))
    const pen = new OffscreenCanvas(width, rows).getContext('2d', { willReadFrequently: true })
    if (!pen) throw new Error('The browser has no canvas support.')
    pen.globalCompositeOperation = 'copy'
    const rgba = new Uint8Array(width * height * 4)
    for (let row = 0; row < height; row += rows) {
      const count = Math.min(rows, height - row)
      pen.drawImage(image, -x, -y - row)
      rgba.set(pen.getImageData(0, 0, width, count).data, row * width * 4)
    }
    return { width, height, rgba }
  } finally {
    image.close()
  }
}
