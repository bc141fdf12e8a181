import type { Rect } from '#media/mask/rect.ts'

/** A block is 32 pixels wide and high. */
export const blockBits = 5
const side = 1 << blockBits

/** Not read since it changed. */
const unread = -2
/** The block holds more than one value: its pixels have to be read. */
export const mixed = -1

/**
 * Caches for each block of a mask whether it holds one value only, so that drawing need not read millions of equal bytes. A block is
 * read when it is asked for, and again after `changed`.
 */
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
