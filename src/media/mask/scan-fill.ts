import type { Dimensions } from '../dimensions.ts'

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
