import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Go, RunsPlace } from '../place.ts'
import type { Row } from './run-row-view.tsx'

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
export function extend(selection: Selection, ids: readonly string[], to: string): Selection {
  const begin = ids.indexOf(selection.anchor ?? to)
  const end = ids.indexOf(to)
  const [low, high] = begin < end ? [begin, end] : [end, begin]
  const range = low < 0 ? [to] : ids.slice(low, high + 1)
  return { ...selection, active: to, ids: new Set([...selection.ids, ...range]) }
}

/** The selection without rows that are no longer listed. */
export function withinRows(selection: Selection, ids: ReadonlySet<string>): Selection {
  const left = [...selection.ids].filter((id) => ids.has(id))
  return left.length === selection.ids.size ? selection : { ...selection, ids: new Set(left) }
}

/** Debounce of opening the run that the keys moved to, in ms: browsers limit the rate of URL changes. */
const followAfter = 80

/** The state of the list: active row, selection, and the run that is open. */
export function useMoves(place: RunsPlace, go: Go, listed: readonly Row[]) {
  const [picked, select] = useState(noSelection)
  const [pressed, setPressed] = useState(false)
  const listBox = useRef<HTMLDivElement>(null)
  const stageBox = useRef<HTMLDivElement>(null)
  const selection = useSelection(picked, listed)
  const { ahead, follow, stay } = useFollow((id) => {
    setPressed(true)
    go({ run: id, view: undefined }, 'replace')
  })

  const open = useCallback(
    (id: string) => {
      stay()
      setPressed(true)
      select((now) => activate(now, id))
      go({ run: id, with: undefined, view: undefined })
    },
    [go, stay],
  )

  /** Makes this run the active one, and opens it where its page is beside the list. */
  function moveTo(id: string): void {
    select(activate(selection, id))
    const isBeside = (stageBox.current?.getClientRects().length ?? 0) > 0
    if (isBeside && place.with === undefined) follow(id)
  }

  return {
    ...{ selection, select, listBox, stageBox, open, moveTo, stay },
    selected: listed.filter((row) => selection.ids.has(row.id)),
    /** The run was opened by the person, not by the URL. */
    pressed,
    /** The run that is open, or is about to be. */
    opened: () => ahead() ?? place.run,
    /** Moves to the run below this one, or above it, where there is one. */
    moveFrom(id: string, by: 1 | -1): void {
      const next = listed[listed.findIndex((row) => row.id === id) + by]
      if (next !== undefined) moveTo(next.id)
    },
  }
}

export type Moves = ReturnType<typeof useMoves>

function useSelection(picked: Selection, rows: readonly Row[]): Selection {
  const ids = useMemo(() => new Set(rows.map((row) => row.id)), [rows])
  return useMemo(() => withinRows(picked, ids), [picked, ids])
}

/** Debounced opening of a run; `ahead` is the pending one, and `stay` cancels it. */
function useFollow(open: (id: string) => void) {
  const waiting = useRef<{ readonly id: string; readonly timer: ReturnType<typeof setTimeout> }>(undefined)
  const stay = useCallback(() => {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
  }, [])
  useEffect(() => stay, [stay])
  return {
    ahead: () => waiting.current?.id,
    stay,
    follow(id: string): void {
      stay()
      const timer = setTimeout(() => {
        waiting.current = undefined
        open(id)
      }, followAfter)
      waiting.current = { id, timer }
    },
  }
}
