import { inverted, type MaskPixels, type Memory, newMemory } from './mask-pixels.ts'
import type { Rect } from './rect.ts'

/**
 * What changed in a rectangle of a mask: old XOR new, run-length encoded. Applying it turns either into the other; patches commute.
 * Each run is a varint (7 bits a byte, low bits first) of length * 4 + kind, followed by the kind's data.
 */
export interface Patch {
  readonly rect: Rect
  readonly packed: Uint8Array
}

/** The difference that one step made. It applies in both directions, in any order with others. */
export interface MaskChange {
  readonly patches: readonly Patch[]
  /** Every byte became 255 − itself, in addition to the patches. */
  readonly inverts: boolean
}

const kinds = { same: 0, flipped: 1, run: 2, raw: 3 } as const

/** Shorter runs of one value are cheaper as part of a raw run. */
const worthARun = 4

/** Packs the first `length` bytes of a difference; undefined where all are 0. */
export function packDifference({ bytes, words }: Memory, length: number): Uint8Array | undefined {
  const out = new PackedRuns(length)
  let rawFrom = 0
  for (let at = 0; at < length; ) {
    const end = endOfRun(bytes, words, at, length)
    if (end - at >= worthARun || (end === length && rawFrom === at)) {
      out.raw(bytes, rawFrom, at)
      out.run(bytes[at] ?? 0, end - at)
      rawFrom = end
    }
    at = end
  }
  out.raw(bytes, rawFrom, length)
  return out.packed()
}

function endOfRun(bytes: Uint8Array, words: Int32Array, from: number, length: number): number {
  const value = bytes[from] ?? 0
  let at = from + 1
  while (at < length && at & 3 && bytes[at] === value) at += 1
  if (at & 3 || at >= length) return at
  const word = (value * 0x01010101) | 0
  let place = at >> 2
  for (const last = length >> 2; place < last && words[place] === word; ) place += 1
  at = place << 2
  while (at < length && bytes[at] === value) at += 1
  return at
}

class PackedRuns {
  readonly #out: Uint8Array
  #at = 0
  #differs = false

  constructor(length: number) {
    if (scratch.length < length * 2 + 16) scratch = new Uint8Array(length * 2 + 16)
    this.#out = scratch
  }

  run(value: number, length: number): void {
    if (value === 0) {
      this.#head(length, kinds.same)
      return
    }
    this.#differs = true
    this.#head(length, value === 255 ? kinds.flipped : kinds.run)
    if (value === 255) return
    this.#out[this.#at] = value
    this.#at += 1
  }

  raw(bytes: Uint8Array, from: number, to: number): void {
    if (from >= to) return
    this.#differs = true
    this.#head(to - from, kinds.raw)
    this.#out.set(bytes.subarray(from, to), this.#at)
    this.#at += to - from
  }

  packed(): Uint8Array | undefined {
    return this.#differs ? this.#out.slice(0, this.#at) : undefined
  }

  #head(length: number, kind: number): void {
    let rest = length * 4 + kind
    for (; rest > 127; rest = Math.floor(rest / 128)) {
      this.#out[this.#at] = (rest & 127) | 128
      this.#at += 1
    }
    this.#out[this.#at] = rest
    this.#at += 1
  }
}

let scratch = new Uint8Array(0)

/** XORs the patch into a mask of this width: old becomes new, new becomes old. */
export function applyPatch({ rect, packed }: Patch, memory: Memory, width: number): void {
  let column = 0
  let row = rect.y * width + rect.x
  for (let at = 0; at < packed.length; ) {
    let head = 0
    let byte = 128
    for (let scale = 1; byte > 127; scale *= 128) {
      byte = packed[at] ?? 0
      at += 1
      head += (byte & 127) * scale
    }
    const kind = head & 3
    const value = kind === kinds.run ? (packed[at] ?? 0) : kind === kinds.flipped ? 255 : 0
    if (kind === kinds.run) at += 1
    for (let left = Math.floor(head / 4); left > 0; ) {
      // Full rows follow each other in memory.
      const count = rect.width === width ? left : Math.min(left, rect.width - column)
      if (kind === kinds.raw) flipRaw(memory.bytes, row + column, packed.subarray(at, at + count))
      else if (value !== 0) flipRun(memory, row + column, count, value)
      if (kind === kinds.raw) at += count
      left -= count
      column += count
      if (column < rect.width || rect.width === width) continue
      column = 0
      row += width
    }
  }
}

function flipRaw(bytes: Uint8Array, from: number, raw: Uint8Array): void {
  for (let n = 0; n < raw.length; n += 1) bytes[from + n] = (bytes[from + n] ?? 0) ^ (raw[n] ?? 0)
}

function flipRun({ bytes, words }: Memory, from: number, count: number, value: number): void {
  const end = from + count
  let at = from
  for (; at < end && at & 3; at += 1) bytes[at] = (bytes[at] ?? 0) ^ value
  const word = (value * 0x01010101) | 0
  for (; at + 4 <= end; at += 4) words[at >> 2] = (words[at >> 2] ?? 0) ^ word
  for (; at < end; at += 1) bytes[at] = (bytes[at] ?? 0) ^ value
}

/** A copy of the mask with these changes applied. Their rectangles must lie inside. */
export function withChanges(
  { width, height, bytes }: MaskPixels,
  changes: readonly MaskChange[],
): Uint8Array<ArrayBuffer> {
  const memory = newMemory(width * height)
  memory.bytes.set(bytes)
  for (const { patches } of changes) for (const patch of patches) applyPatch(patch, memory, width)
  const turns = changes.filter(({ inverts }) => inverts).length
  return turns % 2 === 0 ? memory.bytes : inverted(memory.bytes)
}
