import { useCallback, useRef, useState } from 'react'
import type { Row } from '../../history/found-runs.ts'
import { activate, useSelection } from '../../history/row-selection.ts'
import { useLater } from '../../ui/hooks/use-later.ts'
import { useRunsPlace } from './runs-place.ts'

/** Debounce of opening the run that the keys moved to, in ms: browsers limit the rate of URL changes. */
const followAfter = 80

/** Selection and focus of the list, and the run that is open beside it, which the URL names. */
export function useRunsList(listed: readonly Row[]) {
  const [place, go] = useRunsPlace()
  const { selection, select, selected } = useSelection(listed)
  const [pressed, setPressed] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const stageBox = useRef<HTMLDivElement>(null)
  const { ahead, later, stay } = useLater(followAfter, (id) => {
    setPressed(true)
    go({ run: id, view: undefined }, 'replace')
  })

  const open = useCallback(
    (id: string) => {
      stay()
      setPressed(true)
      select((now) => activate(now, id))
      go({ run: id, with: undefined, view: undefined, collection: undefined })
    },
    [go, stay, select],
  )

  /** Makes this run the active one, and opens it where its page is beside the list. */
  function moveTo(id: string): void {
    select(activate(selection, id))
    const isBeside = (stageBox.current?.getClientRects().length ?? 0) > 0
    if (isBeside && place.with === undefined) later(id)
  }

  return {
    ...{ selection, select, selected, box, stageBox, open, moveTo, stay },
    /** The run was opened by the person, not by the URL. */
    pressed,
    /** The run that is open, or is about to be. */
    opened: ahead ?? place.run,
    /** Moves to the run below this one, or above it, where there is one. */
    moveFrom(id: string, by: 1 | -1): void {
      const next = listed[listed.findIndex((row) => row.id === id) + by]
      if (next !== undefined) moveTo(next.id)
    },
  }
}

export type RunsList = ReturnType<typeof useRunsList>
