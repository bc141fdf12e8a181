import { profileChunks } from '#media/colour-profile.ts'
import { encodePng } from '#media/encode-png.ts'
import type { InpaintPlan } from '#media/inpaint/inpaint-plan.ts'
import { pasteResult } from '#media/inpaint/paste-result.ts'
import { encodeMask } from '#media/mask/encode-mask.ts'
import { type MaskPixels, maskPart } from '#media/mask/mask-pixels.ts'
import { maskFrom } from '#media/mask/read-mask.ts'
import { isInside, type Rect } from '#media/mask/rect.ts'
import { refitMask } from '#media/mask/refit-mask.ts'
import { resample } from '#media/resample.ts'
import { upright } from '../../view/media/read-picture.ts'
import { picturePixels } from './picture-pixels.ts'

/** A picture, and its mask of the same size. */
export interface CutOut {
  readonly base: Blob
  readonly mask: MaskPixels
  readonly plan: InpaintPlan
}

/** The planned part of a picture and of its mask, scaled to the planned size, as PNGs. */
export async function cutOut({ base, mask, plan: { frame, to } }: CutOut) {
  const picture = await encodePng(resample(await picturePixels(base, frame), to), await profileOf(base))
  const part = await encodeMask({ ...to, bytes: refitMask(maskPart(mask, frame), to, 'scale') })
  return { picture: pngFile(picture), mask: pngFile(part) }
}

export interface PasteIn {
  readonly base: Blob
  /** A PNG of the base's size; transparent where the result belongs. */
  readonly mask: Blob
  /** Of any size. */
  readonly result: Blob
  readonly frame: Rect
  /** In pixels of the base. */
  readonly softEdge: number
}

/** The base with the result scaled into its frame, as a PNG. Rejects where the frame reaches over the base or the mask. */
export async function pasteIn({ base: file, mask, result, frame, softEdge }: PasteIn): Promise<Blob> {
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
