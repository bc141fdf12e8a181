import { imageSizes, imagesRules, readSize } from '#contract/images/images-rules.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import type { Dimensions } from '#media/dimensions.ts'
import type { MaskPixels } from '#media/mask/mask-pixels.ts'
import { refitMask } from '#media/mask/refit-mask.ts'
import type { TrayPicture } from '../../files/read-file.ts'
import { bitmapOf, pngOf } from '../../view/media/read-picture.ts'

/** A rectangle over a picture, in its pixels; it may reach over the edges. */
export interface Frame extends Dimensions {
  readonly x: number
  readonly y: number
}

/** A crop's frame lies inside the picture; one that extends it contains it. */
export type CutWay = 'crop' | 'extend'

export interface Cut {
  readonly frame: Frame
  readonly to: Dimensions
}

/** What the area past the picture is filled with: by the model, for which it is marked in the mask, or with a colour. */
export const fills = ['model', 'clear', 'white', 'black'] as const
export type Fill = (typeof fills)[number]

/** The longest edge that browsers draw. */
export const longestEdge = 16_384

export const within = (value: number, least: number, most: number) => Math.round(Math.min(most, Math.max(least, value)))

export function settledFrame({ x, y, width, height }: Frame, picture: Dimensions, way: CutWay): Frame {
  const along = (start: number, length: number, all: number) => {
    const size = way === 'crop' ? within(length, 1, all) : within(length, all, longestEdge)
    const room = all - size
    return { start: within(start, Math.min(0, room), Math.max(0, room)), size }
  }
  const [across, down] = [along(x, width, picture.width), along(y, height, picture.height)]
  return { x: across.start, y: down.start, width: across.size, height: down.size }
}

export function centred(frame: Frame, picture: Dimensions, axes: { readonly x: boolean; readonly y: boolean }): Frame {
  const x = axes.x ? Math.floor((picture.width - frame.width) / 2) : frame.x
  const y = axes.y ? Math.floor((picture.height - frame.height) / 2) : frame.y
  return { ...frame, x, y }
}

export const reachesOver = ({ x, y, width, height }: Frame, picture: Dimensions): boolean =>
  x < 0 || y < 0 || x + width > picture.width || y + height > picture.height

/** The mask of a cut; pixels outside the picture have the value `outside`. */
export function cutMask(mask: MaskPixels, { frame, to }: Cut, outside: 0 | 255): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(frame.width * frame.height).fill(outside)
  const [left, right] = [Math.max(0, frame.x), Math.min(mask.width, frame.x + frame.width)]
  const [top, bottom] = [Math.max(0, frame.y), Math.min(mask.height, frame.y + frame.height)]
  for (let y = top; y < bottom; y += 1) {
    const row = mask.bytes.subarray(y * mask.width + left, y * mask.width + right)
    bytes.set(row, (y - frame.y) * frame.width + left - frame.x)
  }
  return refitMask({ width: frame.width, height: frame.height, bytes }, to, 'scale')
}

/** Whether two sizes have the same aspect ratio, up to rounding to whole pixels. */
export const isShapedLike = ({ width, height }: Dimensions, other: Dimensions): boolean =>
  Math.abs((other.height * width) / other.width - height) <= 0.5

export interface CutModel {
  readonly model: string
  readonly card: ModelCard | undefined
  readonly suggested: readonly unknown[]
}

export const sizeName = ({ width, height }: Dimensions): string => `${width} × ${height}`

export function badSize(
  { width, height }: Dimensions,
  { model, card }: Pick<CutModel, 'model' | 'card'>,
): string | undefined {
  const refusal = imagesRules(model, card).check({ model, size: `${width}x${height}` })
  return refusal?.param === 'size' ? refusal.message : undefined
}

/** The edges of what the model makes are multiples of this. */
export function gridOf(model: string): number {
  const sizes = imageSizes(model)
  return sizes.kind === 'free' ? sizes.step : 1
}

/** Sizes that the model makes, the nearest to the picture's own first where its sizes are free. */
export function cutSizes({ width, height }: Dimensions, way: CutWay, wanted: CutModel): readonly Dimensions[] {
  const { model, card, suggested } = wanted
  const rule = imagesRules(model, card).fields.size
  const grid = gridOf(model)
  const named = (rule?.kind === 'only' ? rule.values : suggested).flatMap((value) => readSize(value) ?? [])
  const round = way === 'crop' ? Math.floor : Math.ceil
  const near = { width: round(width / grid) * grid, height: round(height / grid) * grid }
  const fits = grid > 1 && near.width > 0 && near.height > 0 && Math.max(near.width, near.height) <= longestEdge
  const free = rule?.kind !== 'only' && fits && !named.some((size) => isEqual(size, near)) ? [near] : []
  return [...free, ...named].filter((size) => badSize(size, wanted) === undefined && !isEqual(size, { width, height }))
}

export const isEqual = (a: Dimensions, b: Dimensions): boolean => a.width === b.width && a.height === b.height

/** A frame of a picture as a PNG. Without scaling every pixel stays as it is. Rejects where the canvas cannot be made. */
export async function cutPicture({ blob, width, height }: TrayPicture, { frame, to }: Cut, fill: Fill): Promise<Blob> {
  const bitmap = await bitmapOf(blob)
  try {
    return await pngOf(to.width, to.height, (pen) => {
      if (fill === 'white' || fill === 'black') {
        pen.fillStyle = fill
        pen.fillRect(0, 0, to.width, to.height)
      }
      const [across, down] = [to.width / frame.width, to.height / frame.height]
      pen.drawImage(bitmap, -frame.x * across, -frame.y * down, width * across, height * down)
    })
  } finally {
    bitmap.close()
  }
}

export function cutName({ name }: TrayPicture, { width, height }: Cut['to']): string {
  const stem = name.replace(/\.[a-z\d]{2,5}$/i, '').replace(/-\d+x\d+$/, '')
  return `${stem.slice(0, 80)}-${width}x${height}.png`
}
