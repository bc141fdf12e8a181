import { createContext } from 'react'
import { useActions } from '../../ui/actions.ts'
import type { MenuItem } from '../../ui/popup/menu.tsx'

/** Whether what is drawn below belongs to the run whose actions the command palette offers: the newest of a stage. */
export const Offered = createContext(false)

/** Offers items of a menu in the command palette, named after what they belong to: `Newest run: Delete`. None without `of`. */
export function useOfferedItems(of: string | undefined, items: readonly MenuItem[]): void {
  useActions(
    of === undefined
      ? []
      : items
          .filter(({ disabled }) => !disabled)
          .map(({ name, keys, onSelect }) => ({ name: `${of}: ${name}`, run: onSelect, ...(keys && { keys }) })),
  )
}
