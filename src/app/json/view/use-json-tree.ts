import { type KeyboardEvent, type RefObject, useState } from 'react'
import { copyText } from '../../ui/button/copy-button.tsx'
import { isCommand } from '../../ui/keys/is-command.ts'
import { useRowHeight } from '../../ui/use-media.ts'
import { useRowWindow } from '../../ui/use-row-window.ts'
import { JsonFolds } from './json-folds.ts'
import { isContainer, type JsonIndex, none } from './json-index.ts'
import { plainValue } from './json-value.ts'

interface TreeState {
  readonly index: JsonIndex
  readonly folds: JsonFolds
  /** The rows of `folds`: another list is another drawing. */
  readonly rows: Int32Array
  /** The node that the keys act on. */
  readonly active: number
}

function stateOf(index: JsonIndex): TreeState {
  const folds = new JsonFolds(index)
  return { index, folds, rows: folds.rows, active: 0 }
}

/** What is folded stays so while its text grows. */
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
    /** Shows a node, wherever it is hidden. */
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

/** The effect of a key in the tree. */
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

/** Whether a node is a container with children. */
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
