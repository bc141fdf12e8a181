import { Button } from '../../ui/button/button.tsx'
import { shortly } from '../../ui/format.ts'
import type { ModelChoice } from './use-model-choice.ts'

interface ModelNoteProps {
  readonly name: string
  readonly choice: ModelChoice
}

/** Says beside the run button that the model was replaced, with the way back. Mostly empty. */
export function ModelNote({ name, choice: { replaced, noneFits, insist, dismiss } }: ModelNoteProps) {
  const from = replaced && shortly(replaced.from, 60)
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-1 text-warning text-xs empty:hidden">
      {noneFits && !replaced && <span className="text-soft">{name} lists no model for this tool.</span>}
      {replaced && (
        <>
          <span className="mr-auto min-w-0 wrap-anywhere">
            {replaced.to === undefined
              ? `${name} does not list ${from}, or another model for this tool.`
              : `${name} does not list ${from}. The model is now ${shortly(replaced.to, 60)}.`}
          </span>
          <Button look="quiet" onClick={insist}>
            Use {from} anyway
          </Button>
          <Button look="quiet" onClick={dismiss}>
            Got it
          </Button>
        </>
      )}
    </div>
  )
}
