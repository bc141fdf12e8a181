import { type KeyboardEvent, type RefObject, useState } from 'react'
import { copyText } from '../../ui/button/copy-button.tsx'
import { useRowHeight } from '../../ui/hooks/use-media.ts'
import { useRowWindow } from '../../ui/hooks/use-row-window.ts'
import { isCommand } from '../../ui/keys/key-press.ts'
import { isContainer, type JsonIndex, none } from './json-index.ts'
import { plainValue } from './json-value.ts'

interface TreeState {
  readonly index: JsonIndex
  readonly folds: JsonFolds
  readonly rows: Int32Array
  readonly active: number
}

function stateOf(index: JsonIndex): TreeState {
  const folds = new JsonFolds(index)
  return { index, folds, rows: folds.rows, active: 0 }
}

function stateAfter(before: TreeState, index: JsonIndex): TreeState {
  if (index.grows === undefined || before.index.grows !== index.grows) return stateOf(index)
  before.folds.grow(index)
  return { ...before, index, rows: before.folds.rows }
}

/** A tree over an index: what is folded, which node is active, which rows are drawn, and its keys. */
export function useJsonTree(index: JsonIndex, scroller: RefObject<HTMLElement | null>) {
  const [kept, setState] = useState(() => stateOf(index))
  const state = kept.index === index ? kept : stateAfter(kept, index)
  if (state !== kept) setState(state)
  const { folds, rows, active } = state
  const height = useRowHeight()
  const drawn = useRowWindow(scroller, rows.length, height)

  function show(node: number): void {
    setState({ ...state, rows: folds.rows, active: node })
    drawn.reveal(folds.rowOf(node))
  }
  function take(move: JsonMove): void {
    if (move.kind === 'fold') folds.fold(move.node, move.folded)
    show(move.node)
  }

  return {
    ...{ rows, active, height, drawn },
    isFolded: (node: number) => opens(index, node) && folds.isFolded(node),
    /** Makes a node the active one; a container is folded or unfolded by the same press. */
    press(node: number) {
      take(opens(index, node) ? { kind: 'fold', node, folded: !folds.isFolded(node) } : { kind: 'go', node })
    },
    reveal(node: number) {
      folds.reveal(node)
      show(node)
    },
    foldAll(folded: boolean) {
      folds.foldAll(folded)
      show(0)
    },
    onKeyDown(event: KeyboardEvent) {
      if (isCommand(event, 'c') && getSelection()?.isCollapsed !== false) {
        event.preventDefault()
        void copyText(plainValue(index, active))
        return
      }
      const move =
        event.ctrlKey || event.metaKey || event.altKey
          ? undefined
          : moveFor(event.key, { index, folds, active, page: drawn.page })
      if (!move) return
      event.preventDefault()
      take(move)
    },
  }
}

export type JsonMove =
  | { readonly kind: 'go'; readonly node: number }
  | { readonly kind: 'fold'; readonly node: number; readonly folded: boolean }

interface JsonPlace {
  readonly index: JsonIndex
  readonly folds: JsonFolds
  readonly active: number
  /** The rows that a page key moves by. */
  readonly page: number
}

function opens(index: JsonIndex, node: number): boolean {
  return isContainer(index, node) && (index.size[node] ?? 0) > 0
}

/** The keys of a tree by the ARIA guide; undefined for every other key, and where there is nothing to be done. */
export function moveFor(key: string, { index, folds, active, page }: JsonPlace): JsonMove | undefined {
  const { rows } = folds
  const isOpen = opens(index, active) && !folds.isFolded(active)
  const step = (by: number): JsonMove => {
    const row = Math.min(rows.length - 1, Math.max(0, folds.rowOf(active) + by))
    return { kind: 'go', node: rows[row] ?? 0 }
  }
  switch (key) {
    case 'ArrowDown':
      return step(1)
    case 'ArrowUp':
      return step(-1)
    case 'PageDown':
      return step(page)
    case 'PageUp':
      return step(-page)
    case 'Home':
      return step(-rows.length)
    case 'End':
      return step(rows.length)
    case 'ArrowRight':
      if (isOpen) return step(1)
      return opens(index, active) ? { kind: 'fold', node: active, folded: false } : undefined
    case 'ArrowLeft': {
      if (isOpen) return { kind: 'fold', node: active, folded: true }
      const parent = index.parent[active] ?? none
      return parent === none ? undefined : { kind: 'go', node: parent }
    }
    case 'Enter':
    case ' ':
      return opens(index, active) ? { kind: 'fold', node: active, folded: isOpen } : undefined
    default:
      return undefined
  }
}

/** Levels are unfolded initially as long as there are no more rows than this. */
const enough = 1000

/** Which containers of an index are folded, and the nodes that are therefore to be seen. */
export class JsonFolds {
  #index: JsonIndex
  #folded: Uint8Array
  /** Whether a container above it is folded. */
  #hidden: Uint8Array
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

  foldAll(folded: boolean): void {
    this.#folded.fill(folded ? 1 : 0, 1)
    this.#folded[0] = 0
    this.#look(0)
  }

  reveal(node: number): void {
    const { parent } = this.#index
    for (let above = parent[node] ?? none; above !== none; above = parent[above] ?? none) this.#folded[above] = 0
    this.#look(0)
  }

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

function larger(bytes: Uint8Array, count: number): Uint8Array {
  const more = new Uint8Array(count * 2)
  more.set(bytes)
  return more
}
