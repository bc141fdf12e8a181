import type { MaskGround } from './mask-ground.ts'

/** Sets all pixels that hang together with one by their sides and have the same byte. */
export function floodFill(ground: MaskGround, x: number, y: number, value: number): void {
  const { width, height, bytes } = ground
  if (!(x >= 0 && x < width && y >= 0 && y < height)) return
  const old = bytes[Math.floor(y) * width + Math.floor(x)]
  if (old === value) return
  const waiting = [Math.floor(x), Math.floor(y)]
  for (;;) {
    const row = waiting.pop()
    const column = waiting.pop()
    if (row === undefined || column === undefined) return
    const start = row * width
    if (bytes[start + column] !== old) continue
    let left = column
    while (left > 0 && bytes[start + left - 1] === old) left -= 1
    let right = column + 1
    while (right < width && bytes[start + right] === old) right += 1
    ground.span(row, left, right, value)
    for (const next of [row - 1, row + 1]) {
      if (next < 0 || next >= height) continue
      for (let at = left; at < right; at += 1) {
        const place = next * width + at
        if (bytes[place] === old && (at === left || bytes[place - 1] !== old)) waiting.push(at, next)
      }
    }
  }
}
