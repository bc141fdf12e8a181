import { isContainer, type JsonIndex, none } from './json-index.ts'

/** As many rows are shown at first, where the upper levels can be told apart without more. */
const enough = 1000

/** Which containers of an index are folded, and the nodes that are therefore to be seen. */
export class JsonFolds {
  readonly #index: JsonIndex
  readonly #folded: Uint8Array
  #rows: Int32Array

  /** The upper levels are unfolded as far as they make a list that can be looked over; the top always is. */
  constructor(index: JsonIndex) {
    this.#index = index
    this.#folded = new Uint8Array(index.count)
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
    this.#rows = this.#visible()
  }

  /** The nodes to be seen, in order. */
  get rows(): Int32Array {
    return this.#rows
  }

  isFolded(node: number): boolean {
    return this.#folded[node] === 1
  }

  fold(node: number, folded: boolean): void {
    this.#folded[node] = folded ? 1 : 0
    this.#rows = this.#visible()
  }

  /** Folds or unfolds everything below the top. */
  foldAll(folded: boolean): void {
    this.#folded.fill(folded ? 1 : 0, 1)
    this.#folded[0] = 0
    this.#rows = this.#visible()
  }

  /** Unfolds whatever hides the node. */
  reveal(node: number): void {
    const { parent } = this.#index
    for (let above = parent[node] ?? none; above !== none; above = parent[above] ?? none) this.#folded[above] = 0
    this.#rows = this.#visible()
  }

  /** The row of a node, or of the container that hides it. */
  rowOf(node: number): number {
    let low = 0
    let high = this.#rows.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.#rows[middle] ?? 0) <= node) low = middle
      else high = middle - 1
    }
    return low
  }

  #visible(): Int32Array {
    const index = this.#index
    const rows = new Int32Array(index.count)
    let length = 0
    for (let node = 0; node < index.count; ) {
      rows[length] = node
      length += 1
      node = isContainer(index, node) && this.#folded[node] === 1 ? (index.after[node] ?? node + 1) : node + 1
    }
    return rows.slice(0, length)
  }
}
