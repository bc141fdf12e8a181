import { useCallback, useMemo, useState } from 'react'
import { useConnection } from '../../connection/use-connection.ts'
import { useOpenBundle } from '../../export/use-open-bundle.ts'
import { useRun } from '../../run/use-run.ts'
import type { Row } from './run-row-view.tsx'
import { noSelection, type Selection, within } from './selection.ts'
import { useListed } from './use-listed.ts'
import { useMarking } from './use-marking.ts'
import { usePlace } from './use-place.ts'
import { useRemoval } from './use-removal.ts'

/** Everything the panel knows and can do. */
export function useRunsPanel() {
  const [place, go] = usePlace()
  const history = useListed(place)
  const { rows, listed, tags } = history
  const connection = useConnection()
  const mark = useMarking(tags)
  const [picked, select] = useState(noSelection)
  const [pressed, setPressed] = useState(false)
  const [noteWish, setNoteWish] = useState<object>()
  const selection = useSelection(picked, listed)
  const selected = listed.filter((row) => selection.ids.has(row.id))
  const stored = useRun(place.run ?? '')
  const run = rows.some((row) => row.id === place.run) ? stored : undefined

  const open = useCallback(
    (id: string) => {
      setPressed(true)
      go({ run: id, with: undefined, view: undefined })
    },
    [go],
  )
  const bundle = useOpenBundle(open)
  const { removal, remove, undo, dismiss } = useRemoval((asked, gone) => {
    select({ ids: new Set(), active: nextOf(listed, asked) })
    if (place.run !== undefined && gone.includes(place.run)) go({ run: undefined, with: undefined }, 'replace')
  })

  /** What the keys act on: what is selected, else where they stand. */
  function targets(): readonly Row[] {
    if (selected.length > 0) return selected
    const active = selection.active ?? place.run
    return listed.filter((row, at) => (active === undefined ? at === 0 : row.id === active))
  }

  function pressOn(rows: readonly Row[], letter: string): boolean {
    const [first] = rows
    if (letter === 'z' && removal !== undefined) undo()
    else if (first === undefined) return false
    else if (letter === 'n') {
      open(first.id)
      setNoteWish({})
    } else return mark(rows, letter)
    return true
  }

  return {
    ...history,
    ...{
      place,
      go,
      connection,
      run,
      selection,
      select,
      selected,
      noteWish,
      open,
      bundle,
      removal,
      remove,
      undo,
      dismiss,
    },
    /** The run was opened by a press, and not by the address. */
    pressed,
    pressOn,
    press: (letter: string) => pressOn(targets(), letter),
    removeTargets: () => remove(targets().map((row) => row.id)),
    compareSelected() {
      const [one, two] = selected
      if (one && two) go({ run: one.id, with: two.id })
    },
  }
}

export type RunsState = ReturnType<typeof useRunsPanel>

function useSelection(picked: Selection, rows: readonly Row[]): Selection {
  const ids = useMemo(() => new Set(rows.map((row) => row.id)), [rows])
  return useMemo(() => within(picked, ids), [picked, ids])
}

/** Where the keys go on once some rows are gone. */
function nextOf(rows: readonly Row[], gone: readonly string[]): string | undefined {
  const ids = new Set(gone)
  const last = rows.findLastIndex((row) => ids.has(row.id))
  const next = rows.slice(last + 1).find((row) => !ids.has(row.id)) ?? rows.findLast((row) => !ids.has(row.id))
  return next?.id
}
