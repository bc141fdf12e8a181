import type { Dimensions } from '#media/dimensions.ts'

/** Pixels between two boxes, and of what stands below each. */
const gap = 12
const below = 60

/** The number of columns in which boxes of one ratio (width by height) are largest in a room, and their width in px. */
export function bestFit(count: number, ratio: number, { width, height }: Dimensions) {
  const fits = Array.from({ length: count }, (_, at) => {
    const columns = at + 1
    const rows = Math.ceil(count / columns)
    const across = (width - gap * (columns - 1)) / columns
    const down = (height - gap * (rows - 1)) / rows - below
    return { columns, width: Math.max(0, Math.floor(Math.min(across, down * ratio))) }
  })
  return fits.reduce((best, one) => (one.width > best.width ? one : best))
}
