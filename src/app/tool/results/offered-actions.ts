import { createContext } from 'react'
import { useActions } from '../../ui/actions.ts'
import type { MenuItem } from '../../ui/popup/menu-list.tsx'

/** What the command palette calls the run that is drawn below; undefined where it does not offer its actions. */
export const Offered = createContext<string | undefined>(undefined)

/** Offers items of a menu in the command palette, named after what they belong to: `Newest run: Delete`. None without `of`. */
export function useOfferedItems(of: string | undefined, items: readonly MenuItem[]): void {
  const offered = of === undefined ? [] : items.filter(({ disabled }) => !disabled)
  useActions(
    offered.map(({ name, detail, keys, onSelect }) => ({ name: `${of}: ${name}`, detail, keys, run: onSelect })),
  )
}
