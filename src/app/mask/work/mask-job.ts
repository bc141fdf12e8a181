import { encodeMask } from '#media/mask/encode-mask.ts'
import { featherMask } from '#media/mask/feather-mask.ts'
import { growMask, shrinkMask } from '#media/mask/grow-mask.ts'
import type { MaskPixels } from '#media/mask/mask-pixels.ts'
import { diagnoseMask, type MaskReading, maskFrom } from '#media/mask/read-mask.ts'
import { type MaskFit, refitMask } from '#media/mask/refit-mask.ts'
import { type ColourChoice, selectColour } from '#media/mask/select-colour.ts'
import type { RgbaPixels } from '#media/rgba-pixels.ts'
import { cutOut, pasteIn } from './inpaint-job.ts'
import { bitmapPixels, picturePixels } from './picture-pixels.ts'

/** How a picture becomes the mask of another one. */
export interface MaskTaking {
  readonly reading: MaskReading
  readonly fit: MaskFit
  /** The size of the picture that it is for. */
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
export function createMaskWork() {
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
    async take({ file, taking: { reading, fit, ...size } }: { readonly file: Blob; readonly taking: MaskTaking }) {
      const given = await picturePixels(file)
      return refitMask({ ...given, bytes: maskFrom(given, reading) }, size, fit)
    },
  }
}

export type MaskJobs = ReturnType<typeof createMaskWork>

/** Page to worker: `given` is the argument of the job. */
export interface ToMaskWorker {
  readonly id: number
  readonly kind: keyof MaskJobs
  readonly given: unknown
}

/** Worker to page, once for each job, in their order. `failed` is the message of the job's error. */
export type FromMaskWorker =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failed: string }

/** Runs one job. Never rejects. */
export async function maskAnswerTo(jobs: MaskJobs, { id, kind, given }: ToMaskWorker): Promise<FromMaskWorker> {
  try {
    // The cast holds since `MaskLine.ask` sends each job with its own argument.
    const job = jobs[kind] as (given: unknown) => unknown
    return { id, answer: await job(given) }
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : String(error) }
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
