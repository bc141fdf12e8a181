import type { MaskGround } from './mask-ground.ts'

/** From here on a byte holds the paint back: a soft tip hardly ever leaves 255 all along its way. */
const shore = 224

/**
 * Sets all pixels that hang together with one by their sides: painting fills up to what is marked already, erasing takes all that is
 * marked at all, so that soft edges leave no rim.
 */
export function floodFill(ground: MaskGround, x: number, y: number, value: 255 | 0): void {
  const { width, height, bytes } = ground
  if (!(x >= 0 && x < width && y >= 0 && y < height)) return
  const [least, most] = value === 255 ? [0, shore - 1] : [1, 255]
  const isOpen = (at: number) => {
    const byte = bytes[at] as number
    return byte >= least && byte <= most
  }
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
    ground.span(row, left, right, value)
    for (const next of [row - 1, row + 1]) {
      if (next < 0 || next >= height) continue
      for (let at = left; at < right; at += 1) {
        const place = next * width + at
        if (isOpen(place) && (at === left || !isOpen(place - 1))) waiting.push(at, next)
      }
    }
  }
}
