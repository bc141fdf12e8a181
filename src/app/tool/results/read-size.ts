/** Edges in pixels. */
interface Size {
  readonly width: number
  readonly height: number
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** The ratio in small numbers: `3:2`; as a decimal where they would not be small. */
export function ratioName({ width, height }: Size): string {
  const by = divisor(width, height)
  const [across, down] = [width / by, height / by]
  if (Math.max(across, down) <= 32) return `${across}:${down}`
  return width > height ? `${(width / height).toFixed(2)}:1` : `1:${(height / width).toFixed(2)}`
}
