import type { Rect } from '#media/mask/rect.ts'
import type { View } from '../../view/zoom.ts'

export interface SampledMask {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  readonly blocks: BlockMap
}

/** The least strength of a screen pixel that covers a marked pixel: small marks stay visible when zoomed out. */
const faintest = 72

/** For each screen pixel along one axis the mask pixels under it: from `first` to before `end`; none where these are equal. */
interface Axis {
  readonly first: Int32Array
  readonly end: Int32Array
}

/** From 100 % on, the pixel under the middle; below, all that the screen pixel covers. */
function axisOf(from: number, count: number, offset: number, scale: number, length: number): Axis {
  const first = new Int32Array(count)
  const end = new Int32Array(count)
  for (let at = 0; at < count; at++) {
    const screen = from + at - offset
    const low = scale >= 1 ? Math.floor((screen + 0.5) / scale) : Math.floor(screen / scale)
    const high = scale >= 1 ? low + 1 : Math.floor((screen + 1) / scale)
    first[at] = Math.min(length, Math.max(0, low))
    end[at] = Math.min(length, Math.max(0, high))
  }
  return { first, end }
}

/**
 * Writes the mask's strength at each device pixel of an area, row by row. `view` and `area` are in device pixels. At 100 % and above
 * each is the byte of one pixel; below, the mean of those that it covers.
 */
export function sampleMask(mask: SampledMask, view: View, area: Rect, out: Uint8Array): void {
  const { width, height } = area
  const across = axisOf(area.x, width, view.x, view.scale, mask.width)
  const down = axisOf(area.y, height, view.y, view.scale, mask.height)
  const row = view.scale >= 1 ? nearestRow(mask, across) : meanRow(mask, across)
  let before = -1
  let beforeEnd = -1
  for (let y = 0; y < height; y++) {
    const first = down.first[y] ?? 0
    const end = down.end[y] ?? 0
    const at = y * width
    if (end <= first) out.fill(0, at, at + width)
    else if (first === before && end === beforeEnd) out.copyWithin(at, at - width, at)
    else row(out, at, first, end)
    before = end <= first ? -1 : first
    beforeEnd = end
  }
}

type WriteRow = (out: Uint8Array, at: number, top: number, bottom: number) => void

function nearestRow({ bytes, width }: SampledMask, { first, end }: Axis): WriteRow {
  const count = first.length
  let left = 0
  while (left < count && (end[left] as number) <= (first[left] as number)) left++
  let right = count
  while (right > left && (end[right - 1] as number) <= (first[right - 1] as number)) right--
  const column = first[left] ?? 0
  const isEven = right > left && (first[right - 1] as number) - column === right - 1 - left
  return (out, at, top) => {
    const from = top * width
    out.fill(0, at, at + left)
    // At 100 % a row is copied.
    if (isEven) out.set(bytes.subarray(from + column, from + column + right - left), at + left)
    else for (let x = left; x < right; x++) out[at + x] = bytes[from + (first[x] as number)] as number
    out.fill(0, at + right, at + count)
  }
}

const longRun = 8

/** A row of means. The pixels of blocks with one value are not read. */
function meanRow(mask: SampledMask, { first, end }: Axis): WriteRow {
  const { blocks } = mask
  const count = first.length
  const values = new Int16Array(blocks.columns)
  const firstBlock = first.map((left) => left >> blockBits)
  const lastBlock = end.map((right) => (right - 1) >> blockBits)
  const runs = runsOf(first, end, firstBlock, lastBlock)
  let known = ''
  /** Start of the last row whose blocks all hold one value: following rows of the same blocks are copied from it. */
  let same = -1
  return (out, at, top, bottom) => {
    const from = top >> blockBits
    const to = (bottom - 1) >> blockBits
    if (known !== `${from},${to}`) {
      known = `${from},${to}`
      same = -1
      for (let column = 0; column < blocks.columns; column++) values[column] = valueDown(blocks, column, from, to)
    } else if (same >= 0) {
      out.copyWithin(at, same, same + count)
      return
    }
    let hasMixed = false
    let x = 0
    while (x < count) {
      const left = first[x] as number
      const right = end[x] as number
      const block = firstBlock[x] as number
      const last = lastBlock[x] as number
      const value = right <= left ? 0 : last > block ? valueAlong(values, block, last) : (values[block] as number)
      const run = runs[x] as number
      if (value === mixed) {
        hasMixed = true
        out[at + x++] = mean(mask, left, right, top, bottom)
      } else if (run < longRun) out[at + x++] = value
      else {
        out.fill(value, at + x, at + x + run)
        x += run
      }
    }
    if (!hasMixed) same = at
  }
}

/** From each screen pixel on, how many lie in one block, or all outside the mask. */
function runsOf(first: Int32Array, end: Int32Array, firstBlock: Int32Array, lastBlock: Int32Array): Int32Array {
  const runs = new Int32Array(first.length).fill(1)
  const kind = (x: number) => {
    if ((end[x] as number) <= (first[x] as number)) return -1
    return firstBlock[x] === lastBlock[x] ? (firstBlock[x] as number) : -2
  }
  for (let x = first.length - 2; x >= 0; x--)
    if (kind(x) !== -2 && kind(x) === kind(x + 1)) runs[x] = (runs[x + 1] as number) + 1
  return runs
}

function valueDown(blocks: BlockMap, column: number, from: number, to: number): number {
  const value = blocks.at(column, from)
  for (let row = from + 1; row <= to && value !== mixed; row++) if (blocks.at(column, row) !== value) return mixed
  return value
}

function valueAlong(values: Int16Array, from: number, to: number): number {
  const value = values[from] as number
  for (let column = from + 1; column <= to; column++) if (values[column] !== value) return mixed
  return value
}

function mean({ bytes, width }: SampledMask, left: number, right: number, top: number, bottom: number): number {
  let sum = 0
  let most = 0
  for (let y = top; y < bottom; y++) {
    const end = y * width + right
    for (let at = y * width + left; at < end; at++) {
      const value = bytes[at] as number
      sum += value
      if (value > most) most = value
    }
  }
  const share = Math.round(sum / ((right - left) * (bottom - top)))
  return most > 127 ? Math.max(faintest, share) : share
}

/** A block is 32 pixels wide and high. */
const blockBits = 5
const side = 1 << blockBits

/** Not read since it changed. */
const unread = -2
/** The block holds more than one value: its pixels have to be read. */
const mixed = -1

/** Caches whether a block of a mask holds one value only, so that drawing need not read millions of equal bytes. */
export class BlockMap {
  readonly columns: number
  readonly rows: number
  readonly #values: Int16Array
  readonly #bytes: Uint8Array
  readonly #words: Uint32Array | undefined
  readonly #width: number
  readonly #height: number

  constructor(bytes: Uint8Array, width: number, height: number) {
    this.#bytes = bytes
    this.#width = width
    this.#height = height
    this.columns = Math.ceil(width / side)
    this.rows = Math.ceil(height / side)
    this.#values = new Int16Array(this.columns * this.rows).fill(unread)
    // Four pixels at a time, where rows begin at a word.
    if (width % 4 === 0 && bytes.byteOffset % 4 === 0)
      this.#words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
  }

  changed({ x, y, width, height }: Rect): void {
    if (width === 0 || height === 0) return
    const from = x >> blockBits
    const to = (x + width - 1) >> blockBits
    for (let row = y >> blockBits; row <= (y + height - 1) >> blockBits; row++)
      this.#values.fill(unread, row * this.columns + from, row * this.columns + to + 1)
  }

  inverted(): void {
    const values = this.#values
    for (let at = 0; at < values.length; at++) if ((values[at] ?? mixed) >= 0) values[at] = 255 - (values[at] ?? 0)
  }

  at(column: number, row: number): number {
    const index = row * this.columns + column
    const known = this.#values[index] ?? mixed
    if (known !== unread) return known
    const value = this.#read(column, row)
    this.#values[index] = value
    return value
  }

  #read(column: number, row: number): number {
    const left = column * side
    const right = Math.min(this.#width, left + side)
    const top = row * side
    const bottom = Math.min(this.#height, top + side)
    const value = this.#bytes[top * this.#width + left] ?? 0
    const isOne = this.#words
      ? allEqual(this.#words, value * 0x01010101, [left >> 2, right >> 2, top, bottom], this.#width >> 2)
      : allEqual(this.#bytes, value, [left, right, top, bottom], this.#width)
    return isOne ? value : mixed
  }
}

function allEqual(
  list: Uint8Array | Uint32Array,
  value: number,
  [left, right, top, bottom]: readonly [number, number, number, number],
  stride: number,
): boolean {
  for (let y = top; y < bottom; y++) {
    const end = y * stride + right
    for (let at = y * stride + left; at < end; at++) if (list[at] !== value) return false
  }
  return true
}
