import { isJob, type RunStatus } from '#contract/core/statuses.ts'
import type { PressState } from '../run/use-runs.tsx'
import { Button } from '../ui/button/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { onFirstPress } from '../ui/keys/first-press.ts'

interface HeldPressProps {
  readonly held: PressState['held']
  /** What was about to be sent: `message`, `request`. */
  readonly what: string
  readonly onDismiss: () => void
  readonly onInsist: (held: NonNullable<PressState['held']>['draft'], existing: string) => void
}

const heldTitle = (status: RunStatus) =>
  isJob(status)
    ? 'The router has accepted an identical request as a job that has not finished'
    : 'An identical request is still running, or its result is unknown'

export function HeldPress({ held, what, onDismiss, onInsist }: HeldPressProps) {
  switch (held?.outcome.status) {
    case 'ask': {
      const { draft, outcome } = held
      return (
        <Callout tone="warning" urgent title={heldTitle(outcome.existing.status)}>
          <p className="text-soft">Sending it again may be billed twice.</p>
          <div className="flex flex-wrap gap-2 pt-1">
            <Button {...onFirstPress(() => onInsist(draft, outcome.existing.id))}>Send again</Button>
            <Button look="quiet" onClick={onDismiss}>
              Keep
            </Button>
          </div>
        </Callout>
      )
    }
    case 'not-saved':
      return (
        <Callout tone="danger" urgent title="Not sent">
          <p className="text-soft">{held.outcome.why}</p>
        </Callout>
      )
    case 'not-connected':
      return (
        <p role="alert" className="text-warning text-xs">
          {held.outcome.missing === 'key'
            ? `Not sent: ${held.draft.connection.name} needs its key.`
            : 'Not sent: choose a connection.'}
        </p>
      )
    case 'already-open':
      return (
        <p role="status" className="text-soft text-xs">
          This {what} is already running here or in another tab. It was not sent again.
        </p>
      )
    case undefined:
      return null
  }
}
