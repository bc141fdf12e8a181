import type { Dimensions } from '../dimensions.ts'
import type { Rect } from '../mask/rect.ts'

/** The sizes of pictures that a model makes: a list, or any within bounds, in pixels. */
export type ModelSizes =
  | { readonly kind: 'listed'; readonly sizes: readonly Dimensions[] }
  | {
      readonly kind: 'free'
      readonly step: number
      readonly maxEdge: number
      /** The longer edge by the shorter one. */
      readonly maxRatio: number
      readonly maxPixels: number
    }

/** How much of a picture goes along with its mask, in its pixels. */
export interface Reach {
  /** On each side of the mask. */
  readonly surroundings: number
  /** How far outside the mask the result fades into the picture. */
  readonly softEdge: number
}

export interface InpaintPlan {
  /** A part of the picture, with all that is marked. */
  readonly frame: Rect
  /** The size that it is scaled to, which the model makes. */
  readonly to: Dimensions
}

/** A frame is not smaller, unless the picture is: a model has to see something. */
const leastEdge = 64

/** Smaller frames are enlarged to about so many pixels, which image models are made for. */
const workingPixels = 1024 * 1024

/**
 * The part of a picture that is sent for a mask with these bounds, and how large: the mask with its surroundings, grown to a shape that the
 * model makes, inside the picture. Of listed sizes the one whose shape adds least is taken. A part that is smaller than a model's working
 * size is enlarged; none is reduced unless it is larger than the model's largest size.
 */
export function planInpaint(marked: Rect, picture: Dimensions, reach: Reach, sizes: ModelSizes): InpaintPlan {
  const needed = withSurroundings(marked, picture, reach)
  if (sizes.kind === 'free') {
    const { to, scale } = freeSize(needed, sizes)
    return { frame: framed(needed, to, picture, scale === 1 ? 1 : 0), to }
  }
  const plans = sizes.sizes.map((to) => ({ frame: framed(needed, to, picture, 0), to }))
  const [best] = plans.toSorted(
    (a, b) => strained(a) - strained(b) || area(a.frame) - area(b.frame) || area(b.to) - area(a.to),
  )
  return best ?? { frame: needed, to: { width: needed.width, height: needed.height } }
}

/** How many times the frame is enlarged; less than 1 where it is reduced. */
export const enlargement = ({ frame, to }: InpaintPlan): number => Math.sqrt(area(to) / area(frame))

/** Whether the picture has no room for a frame of the sent shape, so that what is sent is stretched noticeably. */
export const isStretched = (plan: InpaintPlan): boolean => strained(plan) > 0

const area = ({ width, height }: Dimensions) => width * height

/** How far the shapes of frame and size differ; 0 within two percent. */
function strained({ frame, to }: InpaintPlan): number {
  const by = Math.abs(Math.log((frame.width * to.height) / (frame.height * to.width)))
  return by < 0.02 ? 0 : by
}

function withSurroundings({ x, y, width, height }: Rect, picture: Dimensions, { surroundings, softEdge }: Reach): Rect {
  const by = Math.max(surroundings, softEdge)
  const [left, top] = [Math.max(0, x - by), Math.max(0, y - by)]
  const [right, bottom] = [Math.min(picture.width, x + width + by), Math.min(picture.height, y + height + by)]
  return grown(
    { x: left, y: top, width: right - left, height: bottom - top },
    { width: leastEdge, height: leastEdge },
    picture,
  )
}

/** The smallest frame of a shape around what is needed, not smaller than `least` times the shape; as much of it as the picture has. */
function framed(needed: Rect, shape: Dimensions, picture: Dimensions, least: number): Rect {
  const by = Math.max(least, needed.width / shape.width, needed.height / shape.height)
  return grown(needed, { width: Math.round(shape.width * by), height: Math.round(shape.height * by) }, picture)
}

/** A rectangle grown to at least this size, to both sides alike where the picture has room. */
function grown({ x, y, width, height }: Rect, least: Dimensions, picture: Dimensions): Rect {
  const along = (start: number, length: number, wanted: number, all: number) => {
    const size = Math.min(all, Math.max(length, wanted))
    return { start: Math.max(0, Math.min(all - size, start - Math.floor((size - length) / 2))), size }
  }
  const [across, down] = [along(x, width, least.width, picture.width), along(y, height, least.height, picture.height)]
  return { x: across.start, y: down.start, width: across.size, height: down.size }
}

type FreeSizes = Extract<ModelSizes, { kind: 'free' }>

/** The size for a frame of about this shape. `scale` is 1 where it is sent pixel by pixel. */
function freeSize({ width, height }: Dimensions, { step, maxEdge, maxRatio, maxPixels }: FreeSizes) {
  const shape = { width: Math.max(width, height / maxRatio), height: Math.max(height, width / maxRatio) }
  const pixels = area(shape)
  const wanted = Math.sqrt(Math.min(maxPixels, Math.max(workingPixels, pixels)) / pixels)
  const scale = Math.min(wanted, maxEdge / Math.max(shape.width, shape.height))
  // A frame that is not scaled may grow to the next step; a size at its bounds must not.
  const round = scale === 1 ? Math.ceil : Math.floor
  const edge = (length: number) => Math.min(maxEdge, Math.max(step, round((length * scale) / step) * step))
  const to = { width: edge(shape.width), height: edge(shape.height) }
  return { to: withinBounds(to, { step, maxRatio, maxPixels }), scale }
}

/** Rounding may leave the bounds by a step: the longer edge gives way. */
function withinBounds(to: Dimensions, bounds: Pick<FreeSizes, 'step' | 'maxRatio' | 'maxPixels'>): Dimensions {
  const { step, maxRatio, maxPixels } = bounds
  const isWide = to.width >= to.height
  const [long, short] = isWide ? [to.width, to.height] : [to.height, to.width]
  if (long <= short * maxRatio && area(to) <= maxPixels) return to
  return withinBounds(isWide ? { ...to, width: long - step } : { ...to, height: long - step }, bounds)
}
