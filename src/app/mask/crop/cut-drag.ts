import type { Dimensions } from '#media/dimensions.ts'
import type { Point } from '../../view/zoom.ts'
import { type CutWay, type Frame, longestEdge, settledFrame, within } from './cut.ts'

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

/** The size of a shape at a scale, as the way allows, on the grid. */
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
