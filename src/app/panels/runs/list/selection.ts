/** What is selected in a list, and where the keys act. */
export interface Selection {
  /** Where the keys act: the id of a row. */
  readonly active?: string | undefined
  /** Where a range began. */
  readonly anchor?: string | undefined
  readonly ids: ReadonlySet<string>
}

export const noSelection: Selection = { ids: new Set() }

/** Acts on one row; what is selected stays. */
export function activate(selection: Selection, id: string): Selection {
  return { ...selection, active: id, anchor: id }
}

/** Selects a row, or no longer. */
export function toggle(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { active: id, anchor: id, ids }
}

/** Selects all from where the range began to this row. */
export function extend(selection: Selection, ids: readonly string[], to: string): Selection {
  const begin = ids.indexOf(selection.anchor ?? to)
  const end = ids.indexOf(to)
  const [low, high] = begin < end ? [begin, end] : [end, begin]
  const range = low < 0 ? [to] : ids.slice(low, high + 1)
  return { ...selection, active: to, ids: new Set([...selection.ids, ...range]) }
}

/** What still stands of it in a list that has changed. */
export function within(selection: Selection, ids: ReadonlySet<string>): Selection {
  const left = [...selection.ids].filter((id) => ids.has(id))
  return left.length === selection.ids.size ? selection : { ...selection, ids: new Set(left) }
}
