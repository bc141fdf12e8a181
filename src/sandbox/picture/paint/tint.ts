import type { Tint } from '../order.ts'
import type { Pixels } from './pixels.ts'

/** Every so manieth pixel is looked at. */
const looks = 20_000

/** The colour that stands for a picture: the mean in which vivid pixels count most. */
export function tintOf({ data }: Pixels): Tint {
  const step = Math.max(1, Math.floor(data.length / 4 / looks)) * 4
  let [red, green, blue, sum] = [0, 0, 0, 0]
  for (let at = 0; at < data.length; at += step) {
    const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(at, at + 4)
    const weight = (Math.max(r, g, b) - Math.min(r, g, b) + 4) * alpha
    red += r * weight
    green += g * weight
    blue += b * weight
    sum += weight
  }
  return sum > 0 ? [red / sum, green / sum, blue / sum] : [128, 128, 128]
}
