import { type KeyboardEvent, type RefObject, useState } from 'react'
import { copyText } from '../../ui/copy-text.ts'
import { useRowHeight } from '../../ui/use-row-height.ts'
import { useRowWindow } from '../../ui/use-row-window.ts'
import { JsonFolds } from './json-folds.ts'
import type { JsonIndex } from './json-index.ts'
import { type JsonMove, moveFor, opens } from './json-keys.ts'
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
      const isCommand = event.ctrlKey || event.metaKey
      if (isCommand && event.key === 'c' && getSelection()?.isCollapsed !== false) {
        event.preventDefault()
        void copyText(plainValue(index, active))
        return
      }
      const move =
        isCommand || event.altKey ? undefined : moveFor(event.key, { index, folds, active, page: drawn.page })
      if (!move) return
      event.preventDefault()
      take(move)
    },
  }
}
