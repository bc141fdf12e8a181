import type { RgbaPixels } from '../dimensions.ts'
import { newMemory } from './mask-pixels.ts'
import { scanFill } from './shapes.ts'

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
  if (choice.reach === 'everywhere') for (let at = 0; at < out.length; at += 1) out[at] = isLike(at) ? 255 : 0
  else {
    const isOpen = (at: number) => out[at] === 0 && isLike(at)
    scanFill({ width, height }, { x, y }, isOpen, (row, left, right) => {
      out.fill(255, row * width + left, row * width + right)
    })
  }
  return out
}

function likeness(rgba: RgbaPixels['rgba'], at: number, tolerance: number): (at: number) => boolean {
  const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(at * 4, at * 4 + 4)
  const near = (a: number, b: number) => a - b <= tolerance && b - a <= tolerance
  return (other) => {
    const from = other * 4
    // Transparent pixels match whatever their colour, which cannot be seen.
    if (alpha === 0 && rgba[from + 3] === 0) return true
    return (
      near(rgba[from] ?? 0, red) &&
      near(rgba[from + 1] ?? 0, green) &&
      near(rgba[from + 2] ?? 0, blue) &&
      near(rgba[from + 3] ?? 0, alpha)
    )
  }
}

/** A mask with the selected pixels (255 each) set or taken out, four at a time. */
export function withSelection(mask: Uint8Array, selected: Uint8Array, value: 255 | 0): Uint8Array {
  const [out, other] = [newMemory(mask.length), newMemory(mask.length)]
  out.bytes.set(mask)
  other.bytes.set(selected)
  const [to, from] = [out.words, other.words]
  if (value === 255) for (let at = 0; at < to.length; at += 1) to[at] = (to[at] ?? 0) | (from[at] ?? 0)
  else for (let at = 0; at < to.length; at += 1) to[at] = (to[at] ?? 0) & ~(from[at] ?? 0)
  return out.bytes
}
