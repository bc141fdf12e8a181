import type { MaskBuffer } from './mask-buffer.ts'
import { scanFill } from './scan-fill.ts'

/** A point in a picture: pixel (i, j) has its centre at (i + 0.5, j + 0.5). */
export interface Place {
  readonly x: number
  readonly y: number
}

/** A rectangle with fractional sides; width and height may be negative. */
export interface Box extends Place {
  readonly width: number
  readonly height: number
}

/** The first pixel whose centre is at or after a coordinate. */
const firstFrom = (place: number) => Math.ceil(place - 0.5)

const within = (place: number, end: number) => Math.max(0, Math.min(end, place))

/** Sets the pixels whose centres lie inside. */
export function fillRectangle(buffer: MaskBuffer, box: Box, value: number): void {
  const { left, right, top, bottom } = sidesOf(box)
  const end = within(firstFrom(bottom), buffer.height)
  for (let y = within(firstFrom(top), buffer.height); y < end; y += 1) {
    buffer.span(y, firstFrom(left), firstFrom(right), value)
  }
}

/** Sets the pixels whose centres lie inside the ellipse that touches the box's four sides. */
export function fillEllipse(buffer: MaskBuffer, box: Box, value: number): void {
  const { left, right, top, bottom } = sidesOf(box)
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2]
  const end = within(firstFrom(bottom), buffer.height)
  for (let y = within(firstFrom(top), buffer.height); y < end; y += 1) {
    const share = (y + 0.5 - middleY) / ((bottom - top) / 2)
    const half = ((right - left) / 2) * Math.sqrt(Math.max(0, 1 - share * share))
    buffer.span(y, firstFrom(middleX - half), firstFrom(middleX + half), value)
  }
}

function sidesOf({ x, y, width, height }: Box) {
  return {
    left: Math.min(x, x + width),
    right: Math.max(x, x + width),
    top: Math.min(y, y + height),
    bottom: Math.max(y, y + height),
  }
}

/** Sets the pixels whose centres lie inside by the even-odd rule; the last corner is joined to the first. */
export function fillPolygon(buffer: MaskBuffer, corners: readonly Place[], value: number): void {
  const { starts, crossings } = crossingsOf(corners, buffer.height)
  for (let y = 0; y < buffer.height; y += 1) {
    const row = crossings.subarray(starts[y], starts[y + 1]).sort()
    for (let n = 0; n + 1 < row.length; n += 2)
      buffer.span(y, firstFrom(row[n] ?? 0), firstFrom(row[n + 1] ?? 0), value)
  }
}

/** Where the sides cross the rows' centre lines: those of row y are at starts[y] to before starts[y + 1]. */
function crossingsOf(corners: readonly Place[], height: number) {
  const starts = new Uint32Array(height + 1)
  eachCrossing(corners, height, (y) => {
    starts[y + 1] = (starts[y + 1] ?? 0) + 1
  })
  for (let y = 0; y < height; y += 1) starts[y + 1] = (starts[y + 1] ?? 0) + (starts[y] ?? 0)
  const crossings = new Float64Array(starts[height] ?? 0)
  const next = starts.slice()
  eachCrossing(corners, height, (y, x) => {
    crossings[next[y] ?? 0] = x
    next[y] = (next[y] ?? 0) + 1
  })
  return { starts, crossings }
}

function eachCrossing(corners: readonly Place[], height: number, found: (y: number, x: number) => void): void {
  let from = corners[corners.length - 1]
  for (const to of corners) {
    if (from) {
      const [upper, lower] = from.y < to.y ? [from, to] : [to, from]
      const slope = (lower.x - upper.x) / (lower.y - upper.y)
      const end = within(firstFrom(lower.y), height)
      for (let y = within(firstFrom(upper.y), height); y < end; y += 1) found(y, upper.x + (y + 0.5 - upper.y) * slope)
    }
    from = to
  }
}

/** From this value on a byte stops painting: a soft brush rarely leaves 255 along its whole stroke. */
const fillThreshold = 224

/**
 * Flood fill over sides: painting stops at what is marked, erasing takes everything above 0, so that soft edges leave no rim.
 */
export function floodFill(buffer: MaskBuffer, x: number, y: number, value: 255 | 0): void {
  const [least, most] = value === 255 ? [0, fillThreshold - 1] : [1, 255]
  const isOpen = (at: number) => {
    const byte = buffer.bytes[at] as number
    return byte >= least && byte <= most
  }
  scanFill(buffer, { x, y }, isOpen, (row, left, right) => buffer.span(row, left, right, value))
}
