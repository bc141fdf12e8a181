/** A picture as pixels: red, green, blue and alpha, a byte each, row by row. */
export interface RgbaPixels {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array | Uint8ClampedArray
}

/** Which pixels are like the one at (x, y). */
export interface ColourChoice {
  readonly x: number
  readonly y: number
  /** 0 to 255: by so much each of red, green, blue and alpha may differ. */
  readonly tolerance: number
  /** `touching`: only those connected to it by their sides. */
  readonly reach: 'touching' | 'everywhere'
}

/** A mask with 255 for pixels similar to the chosen one; empty where that is outside the picture. */
export function selectColour({ width, height, rgba }: RgbaPixels, choice: ColourChoice): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(width * height)
  const [x, y] = [Math.floor(choice.x), Math.floor(choice.y)]
  if (!(x >= 0 && x < width && y >= 0 && y < height)) return out
  const isLike = likeness(rgba, y * width + x, choice.tolerance)
  if (choice.reach === 'touching') return touching(out, width, [x, y], isLike)
  for (let at = 0; at < out.length; at += 1) if (isLike(at)) out[at] = 255
  return out
}

function likeness(rgba: RgbaPixels['rgba'], at: number, tolerance: number): (at: number) => boolean {
  const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(at * 4, at * 4 + 4)
  const near = (a: number, b: number) => a - b <= tolerance && b - a <= tolerance
  return (other) => {
    const from = other * 4
    const clear = alpha === 0 && rgba[from + 3] === 0
    // The colour of what is clear cannot be seen, and is anything.
    if (clear) return true
    return (
      near(rgba[from] ?? 0, red) &&
      near(rgba[from + 1] ?? 0, green) &&
      near(rgba[from + 2] ?? 0, blue) &&
      near(rgba[from + 3] ?? 0, alpha)
    )
  }
}

function touching(
  out: Uint8Array<ArrayBuffer>,
  width: number,
  start: readonly [number, number],
  isLike: (at: number) => boolean,
): Uint8Array<ArrayBuffer> {
  const isNew = (at: number) => out[at] === 0 && isLike(at)
  const height = out.length / width
  const waiting = [...start]
  for (;;) {
    const row = waiting.pop()
    const column = waiting.pop()
    if (row === undefined || column === undefined) return out
    const begin = row * width
    if (!isNew(begin + column)) continue
    let left = column
    while (left > 0 && isNew(begin + left - 1)) left -= 1
    let right = column + 1
    while (right < width && isNew(begin + right)) right += 1
    out.fill(255, begin + left, begin + right)
    for (const next of [row - 1, row + 1]) {
      if (next < 0 || next >= height) continue
      for (let x = left, was = false; x < right; x += 1) {
        const is = isNew(next * width + x)
        if (is && !was) waiting.push(x, next)
        was = is
      }
    }
  }
}
