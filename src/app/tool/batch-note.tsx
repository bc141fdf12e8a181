import type { BatchShown } from '../batch/batch-queue.ts'
import { Button } from '../ui/button/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { counted } from '../ui/format.ts'
import { onFirstPress } from '../ui/keys/first-press.ts'

interface BatchNoteProps {
  readonly shown: BatchShown
  /** Of the calls that are left. */
  readonly price: string
  readonly onSend: () => void
  readonly onDiscard: () => void
}

/** Names listed of the calls that were not sent. */
const most = 6

/** Both buttons in one line of the narrowest form column. */
const narrow = 'px-2!'

/** Which call of a batch is being sent; after a halt, which were not sent, and why. */
export function BatchNote({ shown: { status, plan, current, left, why }, price, onSend, onDiscard }: BatchNoteProps) {
  if (status === 'sending')
    return (
      <p role="status" className="flex gap-2 text-soft text-xs">
        {current && (
          <>
            <span className="shrink-0 tabular-nums">
              Call {current.at + 1} of {current.of}
            </span>
            <span className="truncate">{current.name}</span>
          </>
        )}
      </p>
    )
  if (status === 'idle' || left.length === 0) return null
  const names = left.slice(0, most).map((at) => plan?.cells[at]?.name)
  const more = left.length - names.length
  return (
    <Callout tone="warning" title={`${counted(left.length, 'call')} not sent`}>
      <p className="wrap-anywhere text-soft text-xs">
        {why} Left: {names.join(', ')}
        {more > 0 && ` and ${more} more`}. <span className="text-faint">{price}</span>
      </p>
      <div className="flex flex-wrap gap-1 pt-0.5">
        <Button small className={narrow} {...onFirstPress(onSend)}>
          {left.length === 1 ? 'Send it' : `Send the ${left.length} left`}
        </Button>
        <Button look="quiet" small className={narrow} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Callout>
  )
}
