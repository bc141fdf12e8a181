import { type Dimensions, isTooLarge } from '#media/dimensions.ts'
import type { Point } from '../../view/zoom.ts'
import {
  type Cut,
  type CutWay,
  centred,
  type Fill,
  type Frame,
  isEqual,
  longestEdge,
  reachesOver,
  settledFrame,
  within,
} from './cut.ts'

/** What the frame keeps: a ratio, or that of a size, to which the cut is then scaled. */
export type CutShape = Dimensions & { readonly kind: 'ratio' | 'size' }

export interface CutPlan {
  readonly way: CutWay
  readonly picture: Dimensions
  readonly frame: Frame
  readonly shape: CutShape | undefined
  /** Axes along which no position was chosen: there the picture stays in the middle. */
  readonly middle: { readonly x: boolean; readonly y: boolean }
  readonly fill: Fill
  readonly grid: number
}

const everywhere = { x: true, y: true } as const

export const beginCut = (way: CutWay, { width, height }: Dimensions, grid: number): CutPlan => ({
  ...{ way, grid, shape: undefined, middle: everywhere, fill: 'model' },
  picture: { width, height },
  frame: { x: 0, y: 0, width, height },
})

/** Chooses a shape: the largest frame of it inside the picture, or the smallest around it that is not below the size; in the middle. */
export function withShape(plan: CutPlan, shape: CutShape | undefined): CutPlan {
  if (!shape) return { ...plan, shape }
  const { way, picture, grid } = plan
  const isSize = shape.kind === 'size'
  const scale = way === 'crop' ? Number.POSITIVE_INFINITY : isSize ? 1 : 0
  const size = shapedSize(shape, scale, picture, way, isSize ? 1 : grid)
  return inMiddle({ ...plan, shape, middle: everywhere }, size)
}

export function withEdge(plan: CutPlan, edge: 'width' | 'height', pixels: number): CutPlan {
  const { shape, picture, way, frame } = plan
  const size = shape ? shapedSize(shape, pixels / shape[edge], picture, way, 1) : { ...frame, [edge]: pixels }
  return inMiddle(plan, size)
}

/** The frame in another size, with the picture in the middle where no position was chosen. */
function inMiddle(plan: CutPlan, { width, height }: Dimensions): CutPlan {
  const { picture, way, middle } = plan
  const frame = settledFrame({ ...plan.frame, width, height }, picture, way)
  return { ...plan, frame: centred(frame, picture, middle) }
}

interface Dragging {
  readonly by: Point
  readonly handle: Handle
  readonly even?: boolean
  readonly both?: boolean
}

/** The plan after one of the frame's handles was dragged so far from where it is in `plan`. */
export function withDrag(plan: CutPlan, { by, handle, even, both }: Dragging): CutPlan {
  const { frame: from, picture, way, grid, shape } = plan
  const ratio = shape ?? (even ? from : undefined)
  const drag = { by, handle, way, picture, ratio, both: both ?? false, grid: shape?.kind === 'size' ? 1 : grid }
  const frame = draggedFrame(from, drag)
  const inTheMiddle = centred(frame, picture, everywhere)
  const stays = (at: 'x' | 'y', length: 'width' | 'height') =>
    plan.middle[at] && (frame[at] === inTheMiddle[at] || (frame[at] === from[at] && frame[length] === from[length]))
  return { ...plan, frame, middle: { x: stays('x', 'width'), y: stays('y', 'height') } }
}

export const isInFrame = ({ frame }: CutPlan, { x, y }: Point): boolean =>
  x >= frame.x && y >= frame.y && x < frame.x + frame.width && y < frame.y + frame.height

export function chosenCut({ frame, shape }: CutPlan): Cut {
  const { width, height } = shape?.kind === 'size' ? shape : frame
  return { frame, to: { width, height } }
}

export const outsideOf = ({ frame, picture, fill }: CutPlan): 0 | 255 =>
  fill === 'model' && reachesOver(frame, picture) ? 255 : 0

export function problemOf(plan: CutPlan): 'unchanged' | 'too large' | undefined {
  const { to } = chosenCut(plan)
  if (isTooLarge(to)) return 'too large'
  return isEqual(plan.frame, plan.picture) && isEqual(to, plan.picture) ? 'unchanged' : undefined
}

/** Room around the frame, as a share of the longer edge: its handles are dragged into it. */
const margins = { crop: 0.02, extend: 0.1 } as const

/** What the fitted view shows: the picture, or picture and frame with room around them. `foot`: CSS pixels covered below. */
export function areaAround(
  plan: CutPlan | undefined,
  picture: Dimensions,
  foot: number,
): Frame & { readonly foot: number } {
  const { width, height } = picture
  if (!plan) return { x: 0, y: 0, width, height, foot: 0 }
  const { frame, way } = plan
  const [left, top] = [Math.min(0, frame.x), Math.min(0, frame.y)]
  const across = Math.max(width, frame.x + frame.width) - left
  const down = Math.max(height, frame.y + frame.height) - top
  const room = Math.max(across, down) * margins[way]
  return { x: left - room, y: top - room, width: across + 2 * room, height: down + 2 * room, foot }
}

export type Edge = 'n' | 'e' | 's' | 'w'
/** What of a frame is dragged: an edge, a corner, or the whole of it. */
export type Handle = Edge | 'nw' | 'ne' | 'sw' | 'se' | 'all'

interface Drag {
  readonly by: Point
  readonly handle: Handle
  readonly way: CutWay
  readonly picture: Dimensions
  readonly ratio?: Dimensions | undefined
  /** The opposite edge moves as far the other way. */
  readonly both?: boolean
  /** Dragged lengths are multiples of this, where the picture leaves room for it. */
  readonly grid: number
}

interface Span {
  readonly start: number
  readonly end: number
}

export function draggedFrame(frame: Frame, drag: Drag): Frame {
  const { by, handle, way, picture, ratio } = drag
  if (handle === 'all') return settledFrame({ ...frame, x: frame.x + by.x, y: frame.y + by.y }, picture, way)
  if (ratio) return shapedFrame(frame, drag, ratio)
  const across = moved({ start: frame.x, end: frame.x + frame.width }, by.x, ['w', 'e'], picture.width, drag)
  const down = moved({ start: frame.y, end: frame.y + frame.height }, by.y, ['n', 's'], picture.height, drag)
  return { x: across.start, y: down.start, width: across.end - across.start, height: down.end - down.start }
}

/** One axis of a frame after a drag: only the edges that were dragged move. */
function moved(span: Span, by: number, [low, high]: readonly [Edge, Edge], all: number, drag: Drag): Span {
  const { handle, way, both, grid } = drag
  const isLow = handle.includes(low)
  if (!isLow && !handle.includes(high)) return span
  const length = span.end - span.start
  const more = isLow ? -by : by
  const wanted = within(Math.round((length + (both ? 2 : 1) * more) / grid) * grid, 1, longestEdge)
  const start = both ? Math.round((span.start + span.end - wanted) / 2) : isLow ? span.end - wanted : span.start
  return {
    start: isLow || both ? (way === 'crop' ? within(start, 0, span.end - 1) : Math.min(0, start)) : span.start,
    end:
      !isLow || both
        ? way === 'crop'
          ? within(start + wanted, span.start + 1, all)
          : Math.max(all, start + wanted)
        : span.end,
  }
}

/** A drag that keeps a ratio: against the opposite corner or, along an edge, from its middle. */
function shapedFrame(frame: Frame, { by, handle, way, picture, both, grid }: Drag, ratio: Dimensions): Frame {
  const [isLeft, isUpper] = [handle.includes('w'), handle.includes('n')]
  const [isAcross, isDown] = [isLeft || handle.includes('e'), isUpper || handle.includes('s')]
  const times = both ? 2 : 1
  const scales = [
    ...(isAcross ? [(frame.width + times * (isLeft ? -by.x : by.x)) / ratio.width] : []),
    ...(isDown ? [(frame.height + times * (isUpper ? -by.y : by.y)) / ratio.height] : []),
  ]
  const { width, height } = shapedSize(ratio, Math.max(...scales), picture, way, grid)
  const along = (start: number, length: number, now: number, isLow: boolean, isMoved: boolean) =>
    both || !isMoved ? start + (length - now) / 2 : isLow ? start + length - now : start
  return settledFrame(
    {
      x: along(frame.x, frame.width, width, isLeft, isAcross),
      y: along(frame.y, frame.height, height, isUpper, isDown),
      ...{ width, height },
    },
    picture,
    way,
  )
}

export function shapedSize(
  shape: Dimensions,
  scale: number,
  picture: Dimensions,
  way: CutWay,
  grid: number,
): Dimensions {
  const limits = [picture.width / shape.width, picture.height / shape.height]
  const by = way === 'crop' ? Math.min(Math.max(0, scale), ...limits) : Math.max(scale, ...limits)
  const onGrid = (length: number) =>
    grid === 1
      ? length
      : Math.max(1, way === 'crop' ? Math.floor(length / grid + 1e-6) : Math.ceil(length / grid - 1e-6)) * grid
  return { width: onGrid(shape.width * by), height: onGrid(shape.height * by) }
}
