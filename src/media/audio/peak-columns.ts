import type { Peaks } from './peaks.ts'

/**
 * Writes lowest and highest sample for each of `columns` columns, from `first` (a frame, may be a fraction) on with `framesPerColumn`
 * each, into `out` as pairs of 16-bit integers. Columns outside the sound are 0. Reads the coarsest level that still has a block for every
 * column, so that the cost depends on the columns alone.
 */
export function readColumns(
  peaks: Peaks,
  channel: number,
  first: number,
  framesPerColumn: number,
  columns: number,
  out: Int16Array,
): void {
  const level = peaks.levels.findLast(({ block }) => block <= framesPerColumn) ?? peaks.levels[0]
  const pairs = level?.pairs[channel]
  if (!level || !pairs) return void out.fill(0)
  const blocks = pairs.length / 2
  const step = framesPerColumn / level.block
  let to = first / level.block
  for (let column = 0; column < columns; column += 1) {
    const from = Math.floor(to)
    to += step
    const end = Math.min(blocks, Math.max(from + 1, Math.floor(to)))
    let lowest = 0
    let highest = 0
    if (from >= 0 && from < end) {
      lowest = pairs[2 * from] ?? 0
      highest = pairs[2 * from + 1] ?? 0
    }
    for (let at = Math.max(0, from + 1); at < end; at += 1) {
      const low = pairs[2 * at] ?? 0
      const high = pairs[2 * at + 1] ?? 0
      if (low < lowest) lowest = low
      if (high > highest) highest = high
    }
    out[2 * column] = lowest
    out[2 * column + 1] = highest
  }
}
