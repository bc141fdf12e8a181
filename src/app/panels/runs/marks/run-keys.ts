import type { Row } from '../list/run-row-view.tsx'
import type { Moves } from '../list/selection.ts'
import { tagOn, type useMarking, type useUndo, verdictOn } from './use-marking.tsx'

interface RunKeys {
  readonly listed: readonly Row[]
  readonly tags: readonly string[]
  readonly moves: Moves
  readonly undo: ReturnType<typeof useUndo>
  readonly marking: ReturnType<typeof useMarking>
  readonly onNote: (id: string) => void
}

/** The actions of single letters in the list and on a run's page; they return false for other letters. */
export function runKeys({ listed, tags, moves, undo, marking, onNote }: RunKeys) {
  const { selected, selection, opened, moveFrom } = moves

  /** The rows that the list's keys act on: the selected ones, else the active one. */
  function targets(): readonly Row[] {
    if (selected.length > 0) return selected
    const active = selection.active ?? opened()
    return listed.filter((row, at) => (active === undefined ? at === 0 : row.id === active))
  }

  function judge(rows: readonly Row[], verdict: 'pass' | 'fail', goesOn: boolean): void {
    const [first] = rows
    const mark = verdictOn(rows, verdict)
    marking.mark(rows, mark)
    // After a verdict was removed, the list stays at the run.
    if (goesOn && first && mark.verdict !== undefined) moveFrom(first.id, 1)
  }

  /** `goesOn`: a verdict moves to the next run. */
  function pressOn(rows: readonly Row[], letter: string, goesOn: boolean): boolean {
    const [first] = rows
    const tag = /[1-9]/.test(letter) ? tags[Number(letter) - 1] : undefined
    if (letter === 'z' && undo.last?.undo) undo.undo()
    else if (first === undefined) return false
    else if (letter === 'n') onNote(first.id)
    else if (letter === 'p' || letter === 'f') judge(rows, letter === 'p' ? 'pass' : 'fail', goesOn)
    else if (tag !== undefined) marking.mark(rows, tagOn(rows, tag))
    else return false
    return true
  }

  return {
    targets,
    pressInList: (letter: string) => pressOn(targets(), letter, selected.length === 0),
    pressOnPage(letter: string): boolean {
      const id = opened()
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
