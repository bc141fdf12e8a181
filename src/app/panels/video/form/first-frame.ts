import { readSize } from '#contract/images/images-rules.ts'
import type { Dimensions } from '#media/dimensions.ts'
import type { TrayPicture } from '../../../files/read-file.ts'
import { isEqual } from '../../../mask/crop/cut.ts'

/**
 * How a first frame fits the size of the video.
 * - `turned`: it has the size once the rotation of its EXIF is applied. - `other`: it has another size than the video, `to`.
 * - `unset`: the size is not set; `to` is the suggested one that is shaped most like it.
 * `isOffered`: its own size is one of those suggested.
 */
export type FrameFit =
  | { readonly kind: 'matches' | 'turned'; readonly to: Dimensions }
  | { readonly kind: 'other' | 'unset'; readonly to: Dimensions; readonly isOffered: boolean }

/** Undefined where the size cannot be compared: it is not WIDTHxHEIGHT, or none is suggested. */
export function frameFit(
  picture: Pick<TrayPicture, 'width' | 'height' | 'stands'>,
  size: unknown,
  suggested: readonly unknown[],
): FrameFit | undefined {
  const sizes = suggested.flatMap((value) => readSize(value) ?? [])
  const isOffered = sizes.some((one) => isEqual(one, picture))
  if (size === undefined) {
    const to = nearestShape(picture, sizes)
    return to && { kind: 'unset', to, isOffered }
  }
  const to = readSize(size)
  if (!to) return undefined
  if (!isEqual(picture, to)) return { kind: 'other', to, isOffered }
  return { kind: picture.stands === 'turned' ? 'turned' : 'matches', to }
}

/** The size whose ratio is nearest; of several the one that is nearest in pixels. */
function nearestShape(picture: Dimensions, sizes: readonly Dimensions[]): Dimensions | undefined {
  const apart = (one: number, other: number) => Math.abs(Math.log(one / other))
  const ratio = ({ width, height }: Dimensions) => width / height
  const area = ({ width, height }: Dimensions) => width * height
  return sizes.toSorted(
    (a, b) =>
      apart(ratio(a), ratio(picture)) - apart(ratio(b), ratio(picture)) ||
      apart(area(a), area(picture)) - apart(area(b), area(picture)),
  )[0]
}

export const sizeValue = ({ width, height }: Dimensions): string => `${width}x${height}`
