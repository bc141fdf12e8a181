import { useMemo, useState } from 'react'

/**
 * The selected rows of a list, and the active one, by the rules of a file list. A click opens a run, and a run that is open counts as
 * selected as long as nothing else is: it looks it, and a click with Ctrl or Shift, or on a check box, goes on from it. So a click and a
 * Ctrl+click on another row select both, as two Ctrl+clicks do. Space, Ctrl+click and check boxes add and remove rows and open nothing;
 * such a selection stays while other runs are opened, until it is cleared.
 */
export interface Selection {
  /** The id of the row that the keys act on. */
  readonly active?: string | undefined
  /** The id of the row where a range starts. */
  readonly anchor?: string | undefined
  readonly ids: ReadonlySet<string>
}

export const noSelection: Selection = { ids: new Set() }

/** Makes a row the active one; the selection stays. */
export function activate(selection: Selection, id: string): Selection {
  return { ...selection, active: id, anchor: id }
}

/** The rows that look selected: the open one where nothing else is. */
export const shownIds = ({ ids }: Selection, open: string | undefined): ReadonlySet<string> =>
  ids.size > 0 || open === undefined ? ids : new Set([open])

/** Toggles the selection of a row; the first one that is selected by a click takes the open one along. */
export function toggle(selection: Selection, id: string, open?: string): Selection {
  const ids = new Set(selection.ids)
  if (ids.size === 0 && open !== undefined && open !== id) ids.add(open)
  if (!ids.delete(id)) ids.add(id)
  return { active: id, anchor: id, ids }
}

/** Adds the range from the anchor to this row. */
export function extend(selection: Selection, rows: readonly { readonly id: string }[], to: string): Selection {
  const begin = rows.findIndex(({ id }) => id === (selection.anchor ?? to))
  const end = rows.findIndex(({ id }) => id === to)
  const [low, high] = begin < end ? [begin, end] : [end, begin]
  const range = low < 0 ? [to] : rows.slice(low, high + 1).map(({ id }) => id)
  return { ...selection, active: to, ids: new Set([...selection.ids, ...range]) }
}

/** The selection without rows that are no longer listed. */
export function withinRows(selection: Selection, ids: ReadonlySet<string>): Selection {
  const left = [...selection.ids].filter((id) => ids.has(id))
  return left.length === selection.ids.size ? selection : { ...selection, ids: new Set(left) }
}

/** The selection of a list, as far as its rows are there, and the selected rows in their order. */
export function useSelection<Item extends { readonly id: string }>(rows: readonly Item[]) {
  const [picked, select] = useState(noSelection)
  const ids = useMemo(() => new Set(rows.map((row) => row.id)), [rows])
  const selection = useMemo(() => withinRows(picked, ids), [picked, ids])
  return { selection, select, selected: rows.filter((row) => selection.ids.has(row.id)) }
}
