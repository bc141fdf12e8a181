import { isContainer, type JsonIndex, none } from './json-index.ts'

/** Levels are unfolded initially as long as there are no more rows than this. */
const enough = 1000

/** Which containers of an index are folded, and the nodes that are therefore to be seen. */
export class JsonFolds {
  #index: JsonIndex
  #folded: Uint8Array
  /** Whether a container above it is folded. */
  #hidden: Uint8Array
  /** The visible nodes, and room for more. */
  #rows: Int32Array
  #length = 0

  /** The upper levels are unfolded as far as they make a list that can be looked over; the top always is. */
  constructor(index: JsonIndex) {
    this.#index = index
    this.#folded = new Uint8Array(index.count)
    this.#hidden = new Uint8Array(index.count)
    this.#rows = new Int32Array(index.count)
    const levels = new Int32Array(64)
    for (let node = 0; node < index.count; node += 1) {
      const depth = index.depth[node] ?? 0
      if (depth < levels.length) levels[depth] = (levels[depth] ?? 0) + 1
    }
    let open = 1
    let rows = (levels[0] ?? 0) + (levels[1] ?? 0)
    while (open < levels.length && rows + (levels[open + 1] ?? 0) <= enough) {
      open += 1
      rows += levels[open] ?? 0
    }
    for (let node = 0; node < index.count; node += 1) if ((index.depth[node] ?? 0) >= open) this.#folded[node] = 1
    this.#look(0)
  }

  /** Continues with a later index of the same growing text; new containers are unfolded up to `enough` rows. */
  grow(index: JsonIndex): void {
    const before = this.#index.count
    this.#index = index
    if (index.count > this.#folded.length) {
      this.#folded = larger(this.#folded, index.count)
      this.#hidden = larger(this.#hidden, index.count)
      const rows = new Int32Array(this.#folded.length)
      rows.set(this.#rows)
      this.#rows = rows
    }
    // The last node may have been a value that was arriving.
    this.#look(Math.min(before, index.count), true)
  }

  /** The nodes to be seen, in order. */
  get rows(): Int32Array {
    return this.#rows.subarray(0, this.#length)
  }

  isFolded(node: number): boolean {
    return this.#folded[node] === 1
  }

  fold(node: number, folded: boolean): void {
    this.#folded[node] = folded ? 1 : 0
    this.#look(0)
  }

  /** Folds or unfolds everything below the top. */
  foldAll(folded: boolean): void {
    this.#folded.fill(folded ? 1 : 0, 1)
    this.#folded[0] = 0
    this.#look(0)
  }

  /** Unfolds whatever hides the node. */
  reveal(node: number): void {
    const { parent } = this.#index
    for (let above = parent[node] ?? none; above !== none; above = parent[above] ?? none) this.#folded[above] = 0
    this.#look(0)
  }

  /** The row of a node, or of the container that hides it. */
  rowOf(node: number): number {
    let low = 0
    let high = this.#length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.#rows[middle] ?? 0) <= node) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Looks at all nodes from this one on, each behind its parent, and notes which are to be seen. */
  #look(from: number, isNew = false): void {
    const { parent, count } = this.#index
    while (this.#length > 0 && (this.#rows[this.#length - 1] ?? 0) >= from) this.#length -= 1
    for (let node = from; node < count; node += 1) {
      const above = parent[node] ?? none
      const hidden = above !== none && (this.#hidden[above] === 1 || this.#folded[above] === 1)
      this.#hidden[node] = hidden ? 1 : 0
      if (isNew) this.#folded[node] = above !== none && this.#length >= enough && isContainer(this.#index, node) ? 1 : 0
      if (hidden) continue
      this.#rows[this.#length] = node
      this.#length += 1
    }
  }
}

/** The same bytes with room for more. */
function larger(bytes: Uint8Array, count: number): Uint8Array {
  const more = new Uint8Array(count * 2)
  more.set(bytes)
  return more
}
