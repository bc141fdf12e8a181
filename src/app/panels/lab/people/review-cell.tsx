import { SkipForward } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { rowsOf, shownValues } from '#lab/cells.ts'
import { scores } from '#lab/judgements.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { RunMarks } from '../../../history/marks/run-marks.tsx'
import { markOf } from '../../../history/marks/verdict.tsx'
import { useRun } from '../../../run/use-runs.tsx'
import { ResultView } from '../../../tool/results/run-result.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { usePageKeys } from '../../../ui/keys/keyboard.ts'
import { letterOf, useLetterHint } from '../../../ui/keys/letter-keys.tsx'
import { RowValues } from '../results/cell-page.tsx'
import { UndoButton } from './people-layout.tsx'
import type { Review } from './use-review.ts'

interface ReviewCellProps {
  readonly plan: LabPlan
  readonly review: Review
  /** The id of the run. */
  readonly id: string
  /** The name of the column, and the number of the row from 0. */
  readonly column: string
  readonly at: number
  /** Tags in use; the first nine have a digit each. */
  readonly known: readonly string[]
}

/** One cell under review. P and F judge, S skips, N goes to the note, digits tag and with Shift score, U goes back. */
export function ReviewCell({ plan, review, id, column, at, known }: ReviewCellProps) {
  const run = useRun(id)
  const note = useRef<HTMLTextAreaElement>(null)
  const hint = useLetterHint()
  const { marks, say } = review
  const give = (digit: string) => scores.filter((one) => `${one}` === digit).map(review.score)
  usePageKeys((event) => {
    const letter = event.repeat || event.defaultPrevented ? undefined : letterOf(event)
    // The digit keys where they give no digit, so that any keyboard layout has a key for either.
    const score = letter === undefined || /^\d$/.test(letter) ? undefined : /^Digit(\d)$/.exec(event.code)?.[1]
    const mark = marks && markOf(letter, [marks], known)
    if (letter === 's') review.skip()
    else if (letter === 'u') review.undo?.()
    else if (letter === 'n') note.current?.focus()
    else if (letter === '[') review.back()
    else if (letter === ']') review.goOn()
    else if (mark) say(mark)
    else if (score !== undefined) give(score)
    else return
    event.preventDefault()
  })
  return (
    <>
      <h2 className="text-sm">
        Row {at + 1} · <span className="wrap-anywhere font-mono text-xs">{column}</span>
      </h2>
      <RowValues values={shownValues(plan, rowsOf(plan)[at])} />
      <article aria-label="Result" aria-busy={run === undefined} className="grid min-h-24 grid-cols-1 gap-4">
        {run && (
          <Suspense>
            <ResultView run={run} />
          </Suspense>
        )}
      </article>
      <div className="-mx-4 grid grid-cols-1 gap-2 border-line border-t bg-ground px-4 py-3 md:sticky md:bottom-0 md:-mx-6 md:px-6">
        {marks && (
          <RunMarks
            key={review.name}
            run={marks}
            tags={known}
            note={note}
            onMark={say}
            onNote={(text) => review.setNote(id, text)}
            onNoteLeft={() => note.current?.blur()}
          />
        )}
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-soft text-xs">
            Score <span className="coarse:hidden">{hint('⇧1–5').keys}</span>
          </span>
          <Choice name="Score" options={scoreTitles} value={`${marks?.score}`} onChange={(one) => give(one)} />
          <Button look="quiet" icon={<SkipForward size={16} />} {...hint('S')} onClick={review.skip}>
            Skip
          </Button>
          <UndoButton undo={review.undo} />
        </div>
      </div>
    </>
  )
}

const scoreTitles = scores.map((one) => [`${one}`, `${one}`] as const)
