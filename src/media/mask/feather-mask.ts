import type { MaskPixels } from './mask-pixels.ts'

/**
 * Feathers edges over about `by` pixels to either side: three box blurs, horizontal and vertical, which approximate a Gaussian of
 * standard deviation `by` / 2. Outside, the border pixels are repeated. The time does not depend on `by`.
 */
export function featherMask({ width, height, bytes }: MaskPixels, by: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes)
  if (!(by > 0) || bytes.length === 0) return out
  const box = boxFor(by / 2)
  const across = new Uint8Array(bytes.length)
  for (let pass = 0; pass < passes; pass += 1) {
    blurRows(out, across, width, box)
    blurColumns(across, out, { width, height }, box)
  }
  return out
}

const passes = 3

/** A box of 2 * half + 1 pixels; the next pixel on either side counts by a share, for fractional widths. */
interface Box {
  readonly half: number
  readonly share: number
}

/** The box whose repeated blur has exactly the variance of a Gaussian of this standard deviation. */
function boxFor(deviation: number): Box {
  const variance = (deviation * deviation) / passes
  const half = Math.floor((Math.sqrt(12 * variance + 1) - 1) / 2)
  const share = ((2 * half + 1) * (half * (half + 1) - 3 * variance)) / (6 * (variance - (half + 1) * (half + 1)))
  return { half, share }
}

function blurRows(from: Uint8Array, to: Uint8Array, width: number, { half, share }: Box): void {
  const scale = 1 / (2 * half + 1 + 2 * share)
  for (let start = 0; start < from.length; start += width) {
    const last = start + width - 1
    let sum = (from[start] ?? 0) * (half + 1)
    for (let n = 1; n <= half; n += 1) sum += from[Math.min(start + n, last)] ?? 0
    for (let at = start; at <= last; at += 1) {
      const before = from[Math.max(at - half - 1, start)] ?? 0
      const next = from[Math.min(at + half + 1, last)] ?? 0
      to[at] = (sum + share * (before + next)) * scale + 0.5
      sum += next - (from[Math.max(at - half, start)] ?? 0)
    }
  }
}

/** Processes row by row with running sums of all columns, so that memory is read sequentially. */
function blurColumns(
  from: Uint8Array,
  to: Uint8Array,
  { width, height }: { width: number; height: number },
  { half, share }: Box,
): void {
  const scale = 1 / (2 * half + 1 + 2 * share)
  const sums = new Int32Array(width)
  const rowAt = (y: number) => Math.max(0, Math.min(height - 1, y)) * width
  for (let y = -half; y <= half; y += 1) {
    const row = rowAt(y)
    for (let x = 0; x < width; x += 1) sums[x] = (sums[x] ?? 0) + (from[row + x] ?? 0)
  }
  for (let y = 0; y < height; y += 1) {
    const [before, next, leaves] = [rowAt(y - half - 1), rowAt(y + half + 1), rowAt(y - half)]
    for (let x = 0; x < width; x += 1) {
      const sum = sums[x] ?? 0
      const entering = from[next + x] ?? 0
      to[y * width + x] = (sum + share * ((from[before + x] ?? 0) + entering)) * scale + 0.5
      sums[x] = sum + entering - (from[leaves + x] ?? 0)
    }
  }
}
