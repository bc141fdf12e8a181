import { useState } from 'react'
import * as z from 'zod/mini'
import { columnName, columnsOf } from '#lab/cells.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { useRunChoices } from '../../../history/found-runs.ts'
import { type Places, placeState } from '../../../lab/places.ts'
import { useHistory } from '../../../run/history/use-history.ts'
import { useDraft } from '../../../run/use-draft.ts'
import { Button } from '../../../ui/button/button.tsx'
import { grouped } from '../../../ui/format.ts'
import { OptionSelect } from '../../../ui/option-select.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { ProblemLine } from '../lab-notes.tsx'
import { PeopleLayout, ReviewerName, UndoButton } from './people-layout.tsx'
import { ReviewCell } from './review-cell.tsx'
import { ReviewFigures } from './review-figures.tsx'
import { type ReviewFilter, reviewFilters, useReview } from './use-review.ts'

export interface ReviewPageProps {
  /** The id of the plan. */
  readonly id: string
  readonly plan: LabPlan
  readonly places: Places
}

/** Verdicts, tags and notes of one person after the other, cell by cell, and how far they agree. */
export function ReviewPage({ id, plan, places }: ReviewPageProps) {
  const { stored, loading, write } = useDraft(`lab.review.${id}`, z.int())
  const [typed, setTyped] = useState<number>()
  const all = [...places.values()].filter((row) => placeState(row) === 'done').length
  if (loading) return <PeopleLayout title="Review" />
  const share = Math.min(typed ?? stored ?? all, all)
  return (
    <PeopleLayout title="Review">
      <Reviewing
        {...{ plan, places, share, all }}
        onShare={(count) => {
          setTyped(count)
          write(count)
        }}
      />
    </PeopleLayout>
  )
}

interface ReviewingProps extends Omit<ReviewPageProps, 'id'> {
  /** So many of all cells with a result are reviewed. */
  readonly share: number
  readonly all: number
  readonly onShare: (count: number) => void
}

function Reviewing({ plan, places, share, all, onShare }: ReviewingProps) {
  const [filter, setFilter] = useState<ReviewFilter>('all')
  const [step, setStep] = useState<'cells' | 'figures'>('cells')
  const review = useReview(plan, places, share, filter)
  const { tags } = useRunChoices(useHistory().rows)
  const columns = columnsOf(plan)
  const { row, place = 0, judged, shared, count, at, problem, verdicts, scores, name } = review
  const column = columns[place % columns.length]
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <ReviewerName />
        <ShareField {...{ share, all, onShare }} />
        <OptionSelect
          look="small"
          aria-label="Cells listed"
          options={reviewFilters}
          value={filter}
          onValue={setFilter}
        />
        <Button small onClick={() => setStep(step === 'cells' ? 'figures' : 'cells')}>
          {step === 'cells' ? 'Show figures' : 'Back to the cells'}
        </Button>
      </div>
      <div className="flex items-center gap-3">
        <ProgressBar name="Cells judged" value={judged} of={shared.length} />
        <p role="status" className="shrink-0 text-soft text-xs tabular-nums">
          {grouped(judged)} of {grouped(shared.length)} judged
          {row && step === 'cells' && ` · cell ${grouped(at + 1)} of ${grouped(count)}`}
        </p>
      </div>
      <ProblemLine words={problem} />
      {step === 'figures' ? (
        <ReviewFigures
          key={name}
          {...{ plan, places, verdicts, scores, name }}
          onDiffering={() => {
            setFilter('differing')
            setStep('cells')
          }}
        />
      ) : row && column ? (
        <ReviewCell
          {...{ plan, review }}
          id={row.id}
          column={columnName(column)}
          at={Math.floor(place / columns.length)}
          known={tags}
        />
      ) : (
        <div className="flex items-center gap-3">
          <p className="text-sm">{count > 0 ? 'That was the last cell.' : 'No cells to review.'}</p>
          <UndoButton undo={review.undo} />
        </div>
      )}
    </>
  )
}

function ShareField({ share, all, onShare }: Pick<ReviewingProps, 'share' | 'all' | 'onShare'>) {
  return (
    <label className="flex items-center gap-2 text-soft text-xs">
      Review
      <input
        key={share}
        aria-label={`Cells to review, of ${all}`}
        inputMode="numeric"
        defaultValue={share}
        onBlur={({ target }) => {
          const count = Math.min(Number(target.value), all)
          if (Number.isInteger(count) && count > 0 && count !== share) onShare(count)
          else target.value = `${share}`
        }}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        className="h-8 w-16 rounded-md border border-line bg-surface px-2 text-ink text-xs coarse:h-11"
      />
      of {grouped(all)}
    </label>
  )
}
