import type { JsonFolds } from './json-folds.ts'
import { isContainer, type JsonIndex, none } from './json-index.ts'

/** What a key does in the tree. */
export type JsonMove =
  | { readonly kind: 'go'; readonly node: number }
  | { readonly kind: 'fold'; readonly node: number; readonly folded: boolean }

interface JsonPlace {
  readonly index: JsonIndex
  readonly folds: JsonFolds
  readonly active: number
  /** How many rows a page key goes. */
  readonly page: number
}

/** Whether a node holds anything that could be folded. */
export function opens(index: JsonIndex, node: number): boolean {
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
