import { encodeMask, type MaskFormat } from '#media/mask/encode-mask.ts'
import { featherMask } from '#media/mask/feather-mask.ts'
import { growMask, shrinkMask } from '#media/mask/grow-mask.ts'
import type { MaskPixels } from '#media/mask/mask-pixels.ts'
import { diagnoseMask, type MaskReading, type MaskReport, maskFrom } from '#media/mask/read-mask.ts'
import { type MaskFit, refitMask } from '#media/mask/refit-mask.ts'
import { type ColourChoice, type RgbaPixels, selectColour } from '#media/mask/select-colour.ts'

/** How a picture becomes the mask of another one. */
export interface MaskTaking {
  readonly reading: MaskReading
  readonly fit: MaskFit
  /** The size of the picture that it is for. */
  readonly width: number
  readonly height: number
}

/** What each kind of work answers. */
interface Answers {
  grow: Uint8Array<ArrayBuffer>
  shrink: Uint8Array<ArrayBuffer>
  feather: Uint8Array<ArrayBuffer>
  piece: undefined
  select: Uint8Array<ArrayBuffer>
  encode: Uint8Array<ArrayBuffer>
  read: MaskReport
  take: Uint8Array<ArrayBuffer>
}

/** What each kind of work is given. */
interface Jobs {
  grow: { readonly mask: MaskPixels; readonly by: number }
  shrink: { readonly mask: MaskPixels; readonly by: number }
  feather: { readonly mask: MaskPixels; readonly by: number }
  /** Some rows of the picture that colours are selected in, from `y` on; the first begins another picture. */
  piece: { readonly piece: ImageBitmap; readonly y: number; readonly height: number }
  select: { readonly choice: ColourChoice }
  encode: { readonly mask: MaskPixels; readonly format: MaskFormat }
  read: { readonly file: Blob }
  take: { readonly file: Blob; readonly taking: MaskTaking }
}

export type JobKind = keyof Jobs
export type JobOf<Kind extends JobKind> = { readonly kind: Kind } & Jobs[Kind]
export type AnswerOf<Kind extends JobKind> = Answers[Kind]

/** Page to worker. */
export type ToMaskWorker = { readonly id: number; readonly job: { [Kind in JobKind]: JobOf<Kind> }[JobKind] }

/** Worker to page, once for each job, in their order. */
export type FromMaskWorker =
  | { readonly id: number; readonly kind: 'done'; readonly answer: AnswerOf<JobKind> }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string }

/** The largest imported picture: its pixels alone take half a gigabyte. */
const mostPixels = 128 * 2 ** 20

/** Runs the jobs. Keeps the picture that colours are selected in until the first piece of another. */
export function createMaskWork(): (job: ToMaskWorker['job']) => Promise<AnswerOf<JobKind>> {
  let picture: RgbaPixels | undefined
  return async (job) => {
    switch (job.kind) {
      case 'grow':
        return growMask(job.mask, job.by)
      case 'shrink':
        return shrinkMask(job.mask, job.by)
      case 'feather':
        return featherMask(job.mask, job.by)
      case 'encode':
        return await encodeMask(job.mask, job.format)
      case 'piece':
        picture = withPiece(picture, job)
        return undefined
      case 'select':
        if (!picture) throw new Error('There is no picture to select in.')
        return selectColour(picture, job.choice)
      case 'read':
        return diagnoseMask(await decoded(job.file))
      case 'take':
        return taken(await decoded(job.file), job.taking)
    }
  }
}

function withPiece(picture: RgbaPixels | undefined, { piece, y, height }: JobOf<'piece'>): RgbaPixels {
  const rows = pixelsOf(piece)
  const { width } = rows
  const whole = y > 0 ? picture : { width, height, rgba: new Uint8Array(width * height * 4) }
  if (!whole) throw new Error('The picture has no beginning.')
  whole.rgba.set(rows.rgba, y * width * 4)
  return whole
}

function taken(picture: RgbaPixels, { reading, fit, ...size }: MaskTaking): Uint8Array<ArrayBuffer> {
  return refitMask({ ...picture, bytes: maskFrom(picture, reading) }, size, fit)
}

async function decoded(file: Blob): Promise<RgbaPixels> {
  const image = await createImageBitmap(file, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' }).catch(() => {
    throw new Error('This file is no picture that the browser can read.')
  })
  return pixelsOf(image)
}

/** Closes the image. */
function pixelsOf(image: ImageBitmap): RgbaPixels {
  const { width, height } = image
  try {
    if (width * height > mostPixels) throw new RangeError(`A picture of ${width} × ${height} pixels is too large.`)
    const pen = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (!pen) throw new Error('The browser cannot draw here.')
    pen.drawImage(image, 0, 0)
    return { width, height, rgba: pen.getImageData(0, 0, width, height).data }
  } finally {
    image.close()
  }
}
