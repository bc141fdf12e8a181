import { type Memory, newMemory } from './mask-pixels.ts'
import { type Patch, packDifference } from './patch.ts'
import type { Rect } from './rect.ts'

const shift = 7
const size = 1 << shift

/** Buffers kept for reuse: one megabyte. */
const spareLimit = 64

/**
 * Copies each tile of the mask before a step first writes to it: a step costs what it touches, however large the mask is.
 */
export class TouchedTiles {
  readonly #mask: Memory
  readonly #width: number
  readonly #height: number
  readonly #columns: number
  readonly #kept: (Memory | undefined)[]
  readonly #spare: Memory[] = []
  #touched: number[] = []

  constructor(mask: Memory, width: number, height: number) {
    this.#mask = mask
    this.#width = width
    this.#height = height
    this.#columns = (width + size - 1) >> shift
    this.#kept = new Array<Memory | undefined>(this.#columns * ((height + size - 1) >> shift)).fill(undefined)
  }

  /** Must be called before the pixels `from` to before `to` of a row change. */
  touch(y: number, from: number, to: number): void {
    const row = (y >> shift) * this.#columns
    const last = row + ((to - 1) >> shift)
    for (let tile = row + (from >> shift); tile <= last; tile += 1) {
      if (this.#kept[tile] === undefined) this.#keep(tile)
    }
  }

  /** The difference to the saved tiles, which are then released. */
  takePatches(): Patch[] {
    return this.#takeAll().flatMap(([tile, kept]) => {
      const rect = this.#rectOf(tile)
      flip(kept, this.#mask, rect, this.#width)
      const packed = packDifference(kept, rect.width * rect.height)
      return packed ? { rect, packed } : []
    })
  }

  /** The saved tiles. Their buffers are reused by the next `touch`: read them before it. */
  #takeAll(): [number, Memory][] {
    const all: [number, Memory][] = []
    for (const tile of this.#touched) {
      const kept = this.#kept[tile]
      this.#kept[tile] = undefined
      if (!kept) continue
      all.push([tile, kept])
      if (this.#spare.length < spareLimit) this.#spare.push(kept)
    }
    this.#touched = []
    return all
  }

  #keep(tile: number): void {
    const kept = this.#spare.pop() ?? newMemory(size * size)
    const rect = this.#rectOf(tile)
    copy(kept, this.#mask, rect, this.#width)
    this.#kept[tile] = kept
    this.#touched.push(tile)
  }

  #rectOf(tile: number) {
    const x = (tile % this.#columns) << shift
    const y = Math.floor(tile / this.#columns) << shift
    return { x, y, width: Math.min(size, this.#width - x), height: Math.min(size, this.#height - y) }
  }
}

function copy(to: Memory, mask: Memory, rect: Rect, width: number): void {
  const inWords = !((width | rect.width) & 3)
  for (let row = 0; row < rect.height; row += 1) {
    const from = (rect.y + row) * width + rect.x
    const at = row * rect.width
    if (inWords) for (let n = 0; n < rect.width >> 2; n += 1) to.words[(at >> 2) + n] = mask.words[(from >> 2) + n] ?? 0
    else for (let n = 0; n < rect.width; n += 1) to.bytes[at + n] = mask.bytes[from + n] ?? 0
  }
}

function flip(to: Memory, mask: Memory, rect: Rect, width: number): void {
  const inWords = !((width | rect.width) & 3)
  for (let row = 0; row < rect.height; row += 1) {
    const from = (rect.y + row) * width + rect.x
    const at = row * rect.width
    if (inWords) flipInto(to.words, at >> 2, mask.words, from >> 2, rect.width >> 2)
    else flipInto(to.bytes, at, mask.bytes, from, rect.width)
  }
}

type List = Uint8Array | Int32Array

function flipInto(to: List, at: number, list: List, from: number, count: number): void {
  for (let n = 0; n < count; n += 1) to[at + n] = (to[at + n] ?? 0) ^ (list[from + n] ?? 0)
}
