import { int32Of, type Memory, newMemory } from './mask-pixels.ts'
import { applyPatch, type Patch, packDifference } from './patch.ts'
import { Bounds, type Rect } from './rect.ts'

const shift = 7
const size = 1 << shift

/** Buffers kept for reuse: one megabyte. */
const spareLimit = 64

/**
 * Copies each tile of the mask before a step first writes to it: a step costs what it touches, however large the mask is.
 */
class TouchedTiles {
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

/**
 * The mask's bytes, and the only code that writes them: every write saves what was there for the open step, updates `marked` and
 * extends the dirty bounds.
 */
export class MaskBuffer {
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
  /** How many bytes are not 0. */
  marked: number
  readonly dirty = new Bounds()
  readonly #memory: Memory
  readonly #tiles: TouchedTiles

  /** Throws a RangeError when the bytes are not width * height; they are copied. */
  constructor(width: number, height: number, bytes?: Uint8Array) {
    this.width = width
    this.height = height
    this.#memory = newMemory(width * height)
    this.bytes = this.#memory.bytes
    if (bytes) this.bytes.set(checked(bytes, width * height))
    this.marked = bytes ? countMarked(this.#memory) : 0
    this.#tiles = new TouchedTiles(this.#memory, width, height)
  }

  /** Sets the pixels `from` to before `to` of a row, clipped to the mask. */
  span(y: number, from: number, to: number, value: number): void {
    const [left, right] = [Math.max(0, from), Math.min(this.width, to)]
    if (left >= right || y < 0 || y >= this.height) return
    this.#tiles.touch(y, left, right)
    this.dirty.add(left, y, right, y + 1)
    const first = y * this.width + left
    const end = y * this.width + right
    let marked = 0
    for (let at = first; at < end; at += 1) if (this.bytes[at] !== 0) marked += 1
    this.bytes.fill(value, first, end)
    this.marked += value === 0 ? -marked : right - left - marked
  }

  /** Must be called before `set`, once for a row's pixels; they must lie inside. */
  open(y: number, from: number, to: number): void {
    if (from >= to) return
    this.#tiles.touch(y, from, to)
    this.dirty.add(from, y, to, y + 1)
  }

  set(at: number, value: number): void {
    if (this.bytes[at] === 0) this.marked += 1
    if (value === 0) this.marked -= 1
    this.bytes[at] = value
  }

  /** What `span` and `set` changed since the last call. */
  takePatches(): Patch[] {
    return this.#tiles.takePatches()
  }

  apply(patch: Patch): void {
    applyPatch(patch, this.#memory, this.width)
  }

  /** 255 less each byte. */
  invert(): void {
    const { words } = this.#memory
    const whole = this.bytes.length >> 2
    let marked = 0
    for (let at = 0; at < whole; at += 1) {
      const word = ~(words[at] ?? 0)
      words[at] = word
      marked += marksOf(word)
    }
    for (let at = whole * 4; at < this.bytes.length; at += 1) {
      this.bytes[at] = ~(this.bytes[at] ?? 0)
      if (this.bytes[at] !== 0) marked += 1
    }
    this.marked = marked
  }

  /** Replaces all bytes and returns the difference. `takePatches` must be called first. */
  replace(next: Uint8Array): Patch[] {
    checked(next, this.bytes.length)
    const words = int32Of(next)
    const difference = newMemory(this.#bandRows * this.width)
    const patches: Patch[] = []
    const { width, height } = this
    for (let y = 0, rows = this.#bandRows; y < height; y += rows) {
      const rect = { x: 0, y, width, height: Math.min(rows, height - y) }
      const [from, length] = [y * width, rect.height * width]
      let differs = 0
      const first = from >> 2
      for (let n = 0; n < length >> 2; n += 1) {
        const word = (this.#memory.words[first + n] ?? 0) ^ (words[first + n] ?? 0)
        difference.words[n] = word
        differs |= word
      }
      for (let n = length & ~3; n < length; n += 1) {
        difference.bytes[n] = (this.bytes[from + n] ?? 0) ^ (next[from + n] ?? 0)
        differs |= difference.bytes[n] ?? 0
      }
      const packed = differs !== 0 && packDifference(difference, length)
      if (!packed) continue
      patches.push({ rect, packed })
      this.dirty.addRect(rect)
    }
    this.bytes.set(next)
    this.marked = countMarked(this.#memory)
    return patches
  }

  /** Sets all bytes to 0; otherwise as `replace`. */
  clear(): Patch[] {
    return this.replace(new Uint8Array(this.bytes.length))
  }

  /** Rows of a band; a multiple of four, so that every band begins at a word. */
  get #bandRows(): number {
    return Math.max(1, Math.floor(bandBytes / Math.max(1, this.width * 4))) * 4
  }
}

/** Target size of a band. */
const bandBytes = 64 * 1024

function checked(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length !== length) throw new RangeError(`A mask of ${length} pixels cannot have ${bytes.length} bytes.`)
  return bytes
}

function countMarked({ bytes, words }: Memory): number {
  let marked = 0
  const whole = bytes.length >> 2
  for (let at = 0; at < whole; at += 1) marked += marksOf(words[at] ?? 0)
  for (let at = whole * 4; at < bytes.length; at += 1) if (bytes[at] !== 0) marked += 1
  return marked
}

function marksOf(word: number): number {
  if (word === 0) return 0
  if (word === -1) return 4
  return (word & 0xff ? 1 : 0) + (word & 0xff00 ? 1 : 0) + (word & 0xff0000 ? 1 : 0) + (word & 0xff000000 ? 1 : 0)
}
