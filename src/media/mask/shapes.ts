import type { Dimensions } from '../dimensions.ts'
import type { MaskBuffer } from './mask-buffer.ts'

/**
 * Flood fill by scan lines over the pixels that touch (x, y) by their sides. `fill` is called with each run of them, from `left` to before
 * `right`; it must make `isOpen` false for the whole run. Does nothing where (x, y) lies outside.
 */
export function scanFill(
  { width, height }: Dimensions,
  { x, y }: { readonly x: number; readonly y: number },
  isOpen: (at: number) => boolean,
  fill: (row: number, left: number, right: number) => void,
): void {
  if (!(x >= 0 && x < width && y >= 0 && y < height)) return
  const waiting = [Math.floor(x), Math.floor(y)]
  for (;;) {
    const row = waiting.pop()
    const column = waiting.pop()
    if (row === undefined || column === undefined) return
    const start = row * width
    if (!isOpen(start + column)) continue
    let left = column
    while (left > 0 && isOpen(start + left - 1)) left -= 1
    let right = column + 1
    while (right < width && isOpen(start + right)) right += 1
    fill(row, left, right)
    for (const next of [row - 1, row + 1]) {
      if (next < 0 || next >= height) continue
      for (let at = left, was = false; at < right; at += 1) {
        const is = isOpen(next * width + at)
        if (is && !was) waiting.push(at, next)
        was = is
      }
    }
  }
}

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
