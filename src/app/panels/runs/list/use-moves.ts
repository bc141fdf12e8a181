import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Place } from '../place.ts'
import type { Go } from '../use-place.ts'
import type { Row } from './run-row-view.tsx'
import { activate, noSelection, type Selection, within } from './selection.ts'

/** The page beside the list follows the keys once they rest for so long, in ms: browsers refuse an address that changes at each repeat. */
const followAfter = 80

/** Where the keys stand in the list, what is selected in it, and the run that is open. */
export function useMoves(place: Place, go: Go, listed: readonly Row[]) {
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

  /** The keys go on at this run, and the page beside the list with them. */
  function moveTo(id: string): void {
    select(activate(selection, id))
    const isBeside = (stageBox.current?.getClientRects().length ?? 0) > 0
    if (isBeside && place.with === undefined) follow(id)
  }

  return {
    ...{ selection, select, listBox, stageBox, open, moveTo, stay },
    selected: listed.filter((row) => selection.ids.has(row.id)),
    /** The run was opened by a press, and not by the address. */
    pressed,
    /** The run that is open, or is about to be. */
    opened: () => ahead() ?? place.run,
    /** The run below this one, or above, as far as there is one. */
    moveFrom(id: string, by: 1 | -1): void {
      const next = listed[listed.findIndex((row) => row.id === id) + by]
      if (next !== undefined) moveTo(next.id)
    },
  }
}

export type Moves = ReturnType<typeof useMoves>

function useSelection(picked: Selection, rows: readonly Row[]): Selection {
  const ids = useMemo(() => new Set(rows.map((row) => row.id)), [rows])
  return useMemo(() => within(picked, ids), [picked, ids])
}

/** Opens a run once no other was asked for during a moment; `ahead` is the one that waits, and `stay` lets it go. */
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
