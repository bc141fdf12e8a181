import { useState } from 'react'
import { useConnection } from '../../connection/use-connection.ts'
import { useOpenBundle } from '../../export/open/open-bundle.tsx'
import { useRunActions } from '../../run/history/run-actions.ts'
import type { Run } from '../../run/run.ts'
import { useRun } from '../../run/use-runs.tsx'
import { counted } from '../../ui/format.ts'
import type { Row } from './list/run-row-view.tsx'
import { useMoves } from './list/selection.ts'
import { useListed } from './list/use-listed.ts'
import { runKeys } from './marks/run-keys.ts'
import { useMarking, useUndo } from './marks/use-marking.tsx'
import { useRunsPlace } from './place.ts'

/** State and actions of the panel. */
export function useRunsPanel() {
  const [place, go] = useRunsPlace()
  const history = useListed(place)
  const { listed, tags } = history
  const connection = useConnection()
  const actions = useRunActions()
  const [noteWish, setNoteWish] = useState<string>()
  const run = useShownRun(place.run, history.rows)
  const moves = useMoves(place, go, listed)
  const { open, select, selected, listBox } = moves
  const bundle = useOpenBundle(open)
  const undo = useUndo((step) => step.run !== undefined && moves.moveTo(step.run))
  const marking = useMarking(undo.push)
  const { targets, pressInList, pressOnPage } = runKeys({
    ...{ listed, tags, moves, undo, marking },
    onNote(id) {
      open(id)
      setNoteWish(id)
    },
  })

  async function removeAll(ids: readonly string[]): Promise<void> {
    moves.stay()
    const { ids: gone, undo: bringBack } = await actions.remove(ids)
    if (gone.length === 0)
      undo.push({ words: 'Nothing was deleted. Runs in progress or with an unknown result are kept.' })
    else undo.push({ words: `${counted(gone.length, 'run')} deleted.`, undo: bringBack })
    select({ ids: new Set(), active: nextOf(listed, ids) })
    if (place.run !== undefined && gone.includes(place.run)) go({ run: undefined, with: undefined }, 'replace')
  }
  const remove = (ids: readonly string[]) => void removeAll(ids)

  return {
    ...history,
    ...moves,
    ...{ place, go, connection, run, noteWish, bundle, undo, marking, remove, pressInList, pressOnPage },
    noteShown: () => setNoteWish(undefined),
    /** Returns the focus to the list. */
    focusList: () => listBox.current?.focus(),
    removeTargets: () => remove(targets().map((row) => row.id)),
    compareSelected() {
      const [one, two] = selected
      if (one && two) go({ run: one.id, with: two.id })
    },
  }
}

export type RunsState = ReturnType<typeof useRunsPanel>

/** The run of the URL; the previous one while it is read from the ledger, which avoids flicker while the keys move. */
function useShownRun(id: string | undefined, rows: readonly Row[]): Run | undefined {
  const stored = useRun(id ?? '')
  const [before, keep] = useState<Run>()
  if (stored !== undefined && stored !== before) keep(stored)
  const isThere = (one: string | undefined) => rows.some((row) => row.id === one)
  if (!isThere(id)) return undefined
  return stored ?? (isThere(before?.id) ? before : undefined)
}

/** The id of the row that becomes active after others are removed. */
function nextOf(rows: readonly Row[], gone: readonly string[]): string | undefined {
  const ids = new Set(gone)
  const last = rows.findLastIndex((row) => ids.has(row.id))
  const next = rows.slice(last + 1).find((row) => !ids.has(row.id)) ?? rows.findLast((row) => !ids.has(row.id))
  return next?.id
}
