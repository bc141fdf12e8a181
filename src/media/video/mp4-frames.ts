import { type Box, boxAt, clockOf } from './mp4-boxes.ts'

/** The frames of a track, by its sample tables. */
interface Frames {
  /** In seconds, ascending. */
  readonly times: Float64Array
  readonly seconds: number
  /** Per second, the mean. */
  readonly rate: number
  readonly keys: number
}

/** Bounds the work for hostile tables: nine hours at 30 frames per second. */
const mostFrames = 1_000_000

/**
 * When the frames of a video track are shown: decoding times (`stts`), moved by `ctts` where frames are stored in another order, and by
 * the edit list. Undefined where there is no table of times, and for more frames than are counted.
 */
export function frameTimes(view: DataView, track: Box, movieScale: number | undefined): Frames | undefined {
  const head = boxAt(view, track, 'mdia', 'mdhd')
  const clock = head && clockOf(view, head, 12)
  const tables = boxAt(view, track, 'mdia', 'minf', 'stbl')
  const decoding = tables && tableOf(view, tables, 'stts', 8)
  if (!clock || !decoding || decoding.count === 0) return undefined
  let count = 0
  for (let n = 0; n < decoding.count; n += 1) count += decoding.at(n, 0)
  if (count === 0 || count > mostFrames) return undefined

  const times = new Float64Array(count)
  let ticks = 0
  let frame = 0
  for (let n = 0; n < decoding.count; n += 1)
    for (let left = decoding.at(n, 0); left > 0; left -= 1) {
      times[frame] = ticks
      frame += 1
      ticks += decoding.at(n, 4)
    }
  const shifts = tableOf(view, tables, 'ctts', 8)
  frame = 0
  for (let n = 0; n < (shifts?.count ?? 0); n += 1)
    for (let left = shifts?.at(n, 0) ?? 0; left > 0 && frame < count; left -= 1) {
      // Unsigned in version 0, where negative values are found all the same.
      times[frame] = (times[frame] ?? 0) + ((shifts?.at(n, 4) ?? 0) | 0)
      frame += 1
    }
  const start = startOf(view, track, clock.scale, movieScale)
  const seconds = ticks / clock.scale
  const shown = times.map((time) => time / clock.scale + start).sort()
  const keys = tableOf(view, tables, 'stss', 4)?.count ?? count
  return {
    // What is cut off by the edit list is decoded but not shown.
    times: start < 0 ? shown.filter((time) => time > -tolerance) : shown,
    ...{ seconds, keys: Math.min(keys, count) },
    rate: seconds > 0 ? count / seconds : 0,
  }
}

/** Rounding errors of times, in seconds. */
const tolerance = 1e-6

/** By how many seconds the edit list moves the media: empty edits are a pause before it, the first other one says where it begins. */
function startOf(view: DataView, track: Box, scale: number, movieScale = 1): number {
  const list = boxAt(view, track, 'edts', 'elst')
  if (!list) return 0
  const isLong = view.getUint8(list.body) === 1
  const row = isLong ? 20 : 12
  const count = Math.min(view.getUint32(list.body + 4), Math.floor((list.end - list.body - 8) / row))
  let pause = 0
  for (let n = 0; n < Math.min(count, 100); n += 1) {
    const at = list.body + 8 + n * row
    const length = isLong ? Number(view.getBigUint64(at)) : view.getUint32(at)
    const begins = isLong ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4)
    if (begins !== -1) return pause - begins / scale
    pause += length / movieScale
  }
  return 0
}

/** The rows of a full box with a count, as many as it really has room for. */
function tableOf(view: DataView, tables: Box, type: string, row: number) {
  const box = boxAt(view, tables, type)
  if (!box) return undefined
  return {
    count: Math.min(view.getUint32(box.body + 4), Math.floor((box.end - box.body - 8) / row)),
    at: (n: number, offset: number) => view.getUint32(box.body + 8 + n * row + offset),
  }
}
