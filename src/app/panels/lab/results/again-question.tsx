import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

interface AgainQuestionProps {
  /** What the cell is called: `Row 2 · sandbox`. */
  readonly name: string
  readonly onAnswer: (isYes: boolean) => void
}

/** Asks before a cell is sent once more. */
export const AgainQuestion = ({ name, onAnswer }: AgainQuestionProps) => (
  <Dialog
    title="Run this cell again?"
    open
    onClose={() => onAnswer(false)}
    foot={
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={() => onAnswer(false)}>
          Cancel
        </Button>
        <Button look="primary" onClick={() => onAnswer(true)}>
          Run again
        </Button>
      </div>
    }
  >
    <p className="wrap-anywhere text-soft text-sm">
      {name}. It may be billed. The earlier run stays in Runs, unless it was deleted.
    </p>
  </Dialog>
)
