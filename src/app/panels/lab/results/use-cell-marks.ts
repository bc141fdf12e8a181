import { useMarking } from '../../../history/marks/use-marking.tsx'
import { markOf } from '../../../history/marks/verdict.tsx'
import { useUndo } from '../../../history/use-undo.ts'
import type { Row } from '../../../lab/places.ts'

export type CellMarks = ReturnType<typeof useCellMarks>

/** Verdicts and tags of cells by single letters; what was done last can be undone. `tags`: the first nine have a digit each. */
export function useCellMarks(tags: readonly string[]) {
  const undo = useUndo()
  const { mark } = useMarking(undo.push)
  return {
    ...{ undo, tags, mark },
    /** Does what a letter means for a cell; false where it means nothing. */
    press(row: Row | undefined, letter: string | undefined): boolean {
      const meant = row && markOf(letter, [row], tags)
      if (letter === 'z' && undo.last?.undo) undo.undo()
      else if (meant) mark([row], meant)
      else return false
      return true
    },
  }
}
