import { blank, type Pixels } from '../picture/paint/pixels.ts'

/** A picture by a rule for each pixel. */
export function painted(width: number, height: number, pixel: (x: number, y: number) => readonly number[]): Pixels {
  const made = blank(width, height)
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) made.data.set(pixel(x, y), (y * width + x) * 4)
  return made
}

/** The share of pixels in which two pictures of one size differ. */
export function difference(one: Pixels, other: Pixels): number {
  let count = 0
  for (let at = 0; at < one.data.length; at += 4) {
    if ([0, 1, 2, 3].some((part) => one.data[at + part] !== other.data[at + part])) count += 1
  }
  return count / (one.data.length / 4)
}
