import type { ReactNode } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { BaseQuestion, EditSession } from './edit-session.ts'

type Answer = Parameters<EditSession['answer']>[0]

interface BaseQuestionDialogProps {
  readonly question: BaseQuestion | undefined
  readonly onAnswer: (choice: Answer) => void
}

/** Asks what to do with the mask when its base is replaced. */
export function BaseQuestionDialog({ question, onAnswer }: BaseQuestionDialogProps) {
  return (
    <Dialog title="Keep mask?" open={question !== undefined} onClose={() => onAnswer('cancel')}>
      {question && (
        <div className="grid gap-4">
          <p className="wrap-anywhere text-soft">
            <strong className="font-medium text-ink">{question.base.name}</strong> will become the base image.{' '}
            {question.sizes === 'other' &&
              `Its size is different: ${question.base.width} × ${question.base.height} pixels.`}
          </p>
          <ul className="grid gap-2">
            {(question.sizes === 'equal' ? equal : other).map(([choice, title, what]) => (
              <li key={choice}>
                <Choice title={title} onClick={() => onAnswer(choice)}>
                  {what}
                </Choice>
              </li>
            ))}
          </ul>
          <Button look="quiet" className="justify-self-end" onClick={() => onAnswer('cancel')}>
            Cancel
          </Button>
        </div>
      )}
    </Dialog>
  )
}

const drop = ['drop', 'Discard mask', 'Start with nothing marked.'] as const
const equal: readonly (readonly [Answer, string, string])[] = [
  ['scale', 'Keep mask', 'Both images have the same size, so the mask still fits.'],
  drop,
]
const other: readonly (readonly [Answer, string, string])[] = [
  ['scale', 'Stretch mask', 'Stretch it to the new image.'],
  ['centre', 'Keep mask size', 'Centred; anything outside the image is cut off.'],
  drop,
]

interface ChoiceProps {
  readonly title: string
  readonly onClick: () => void
  readonly children: ReactNode
}

function Choice({ title, onClick, children }: ChoiceProps) {
  return (
    <button
      type="button"
      className="grid w-full gap-0.5 rounded-md border border-line bg-surface px-4 py-3 text-left hover:bg-sunken"
      onClick={onClick}
    >
      <span className="font-medium">{title}</span>
      <span className="text-soft text-xs">{children}</span>
    </button>
  )
}
