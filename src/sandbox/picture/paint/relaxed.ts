import { blank, type Pixels } from './pixels.ts'

/** What comes from the sides counts so much more than what comes from above and below: horizons and shores go on. */
const sideways = 9

/** Turns of relaxation at each size; what is far apart has met at a smaller one. */
const turns = 24

/** Half the size: the mean of what is kept, open where nothing is. */
function halved({ data, width, height }: Pixels, isOpen: Uint8Array): { small: Pixels; open: Uint8Array } {
  const small = blank(Math.ceil(width / 2), Math.ceil(height / 2))
  const open = new Uint8Array(small.width * small.height)
  for (let y = 0; y < small.height; y += 1) {
    for (let x = 0; x < small.width; x += 1) {
      const sum = [0, 0, 0, 0]
      let count = 0
      for (let v = y * 2; v < Math.min(height, y * 2 + 2); v += 1) {
        for (let u = x * 2; u < Math.min(width, x * 2 + 2); u += 1) {
          if (isOpen[v * width + u]) continue
          count += 1
          for (let part = 0; part < 4; part += 1) sum[part] = (sum[part] ?? 0) + (data[(v * width + u) * 4 + part] ?? 0)
        }
      }
      const to = y * small.width + x
      open[to] = count === 0 ? 1 : 0
      for (let part = 0; part < 4 && count > 0; part += 1) small.data[to * 4 + part] = (sum[part] ?? 0) / count
    }
  }
  return { small, open }
}

/** Every open pixel drawn to the mean of its four neighbours, over and over (Gauss–Seidel, a little too far each time). */
function relax(values: Float32Array, open: Uint8Array, width: number, height: number): void {
  for (let turn = 0; turn < turns; turn += 1) {
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const at = y * width + x
        if (!open[at]) continue
        const [left, right] = [x > 0 ? at - 1 : at + 1, x + 1 < width ? at + 1 : at - 1]
        const [up, down] = [y > 0 ? at - width : at + width, y + 1 < height ? at + width : at - width]
        for (let part = 0; part < 4; part += 1) {
          const beside = (values[left * 4 + part] ?? 0) + (values[right * 4 + part] ?? 0)
          const above = (values[up * 4 + part] ?? 0) + (values[down * 4 + part] ?? 0)
          const mean = (beside * sideways + above) / (2 * sideways + 2)
          const was = values[at * 4 + part] ?? 0
          values[at * 4 + part] = was + (mean - was) * 1.5
        }
      }
    }
  }
}

/**
 * Open pixels filled as smoothly as the kept ones around them allow (the equation of heat at rest, solved from small to large). So
 * a noisy rim fades within a few pixels, where colours that are carried inwards along lines leave streaks. One kept pixel is enough.
 */
export function relaxed(base: Pixels, open: Uint8Array): Float32Array {
  const { data, width, height } = base
  const values = Float32Array.from(data)
  if (width <= 1 || height <= 1 || !open.includes(1)) return values
  const { small, open: smallOpen } = halved(base, open)
  const coarse = relaxed(small, smallOpen)
  for (let at = 0; at < width * height; at += 1) {
    if (!open[at]) continue
    const from = (Math.floor(Math.floor(at / width) / 2) * small.width + Math.floor((at % width) / 2)) * 4
    for (let part = 0; part < 4; part += 1) values[at * 4 + part] = coarse[from + part] ?? 0
  }
  relax(values, open, width, height)
  return values
}
