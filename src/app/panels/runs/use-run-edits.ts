import type { Row } from '../../history/found-runs.ts'
import { useMarking } from '../../history/marks/use-marking.tsx'
import { markOf } from '../../history/marks/verdict.tsx'
import { useUndo } from '../../history/use-undo.ts'
import { useRunActions } from '../../run/history/run-actions.ts'
import { counted } from '../../ui/format.ts'
import { useRunsPlace } from './runs-place.ts'
import type { RunsList } from './use-runs-list.ts'

interface EditsOf {
  readonly listed: readonly Row[]
  readonly tags: readonly string[]
  readonly list: RunsList
  readonly onNote: (id: string) => void
}

/** Marks and deletions, what undoes them, and the letters that stand for them in the list and on a run's page. */
export function useRunEdits({ listed, tags, list, onNote }: EditsOf) {
  const [place, go] = useRunsPlace()
  const actions = useRunActions()
  const { selected, selection, opened, moveFrom, moveTo, select } = list
  const undo = useUndo(({ id }) => id !== undefined && moveTo(id))
  const marking = useMarking(undo.push)

  async function removeAll(ids: readonly string[]): Promise<void> {
    list.stay()
    const { ids: gone, undo: bringBack } = await actions.remove(ids)
    if (gone.length === 0)
      undo.push({ words: 'Nothing was deleted. Runs in progress or with an unknown result are kept.' })
    else undo.push({ words: `${counted(gone.length, 'run')} deleted.`, undo: bringBack })
    select({ ids: new Set(), active: nextOf(listed, ids) })
    if (place.run !== undefined && gone.includes(place.run)) go({ run: undefined, with: undefined }, 'replace')
  }
  const remove = (ids: readonly string[]) => void removeAll(ids)

  /** The rows that the list's keys act on: the selected ones, else the active one. */
  function targets(): readonly Row[] {
    if (selected.length > 0) return selected
    const active = selection.active ?? opened
    return listed.filter((row, at) => (active === undefined ? at === 0 : row.id === active))
  }

  /** `goesOn`: a verdict moves to the next run. False for letters that mean nothing. */
  function pressOn(rows: readonly Row[], letter: string, goesOn: boolean): boolean {
    const [first] = rows
    const mark = markOf(letter, rows, tags)
    if (letter === 'z' && undo.last?.undo) undo.undo()
    else if (first === undefined) return false
    else if (letter === 'n') onNote(first.id)
    else if (mark) {
      marking.mark(rows, mark)
      // After a verdict was removed, the list stays at the run.
      if (goesOn && mark.kind === 'verdict' && mark.verdict !== undefined) moveFrom(first.id, 1)
    } else return false
    return true
  }

  return {
    ...{ undo, marking, remove },
    removeTargets: () => remove(targets().map((row) => row.id)),
    pressInList: (letter: string) => pressOn(targets(), letter, selected.length === 0),
    pressOnPage(letter: string): boolean {
      const id = opened
      if (id === undefined || (letter !== 'j' && letter !== 'k'))
        return pressOn(
          listed.filter((row) => row.id === id),
          letter,
          true,
        )
      moveFrom(id, letter === 'j' ? 1 : -1)
      return true
    },
  }
}

export type RunEdits = ReturnType<typeof useRunEdits>

/** The id of the row that becomes active after others are removed. */
function nextOf(rows: readonly Row[], gone: readonly string[]): string | undefined {
  const ids = new Set(gone)
  const last = rows.findLastIndex((row) => ids.has(row.id))
  const next = rows.slice(last + 1).find((row) => !ids.has(row.id)) ?? rows.findLast((row) => !ids.has(row.id))
  return next?.id
}
