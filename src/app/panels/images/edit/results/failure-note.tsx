import { X } from 'lucide-react'
import { useState } from 'react'
import { FailureCard } from '../../../../inspect/line/failure-card.tsx'
import { hasFailed } from '../../../../run/life/states.ts'
import type { Run } from '../../../../run/run.ts'
import { useIsOpen } from '../../../../run/use-runs.tsx'
import { isModerated, ModerationNote } from '../../../../tool/results/shortfall.tsx'
import { Button, IconButton } from '../../../../ui/button/button.tsx'
import { onFirstPress } from '../../../../ui/keys/first-press.ts'
import { otherBody } from '../edit-request.ts'
import type { EditSending } from '../use-edit-sending.ts'

/** Why a run failed and what can be done, laid over the stage, so that it moves nothing. */
export function FailureNote({ run, sending }: { readonly run: Run; readonly sending: EditSending }) {
  const open = useIsOpen(run)
  // A run that was over when the tool was opened is no news.
  const [dismissed, setDismissed] = useState(open ? undefined : run.id)
  if (open || (!hasFailed(run.status) && !isModerated(run))) return null
  if (dismissed === run.id)
    return (
      <Button small className="pointer-events-auto shadow-float" onClick={() => setDismissed(undefined)}>
        Show error
      </Button>
    )
  return (
    <section
      aria-label="Error"
      className="pointer-events-auto relative grid max-h-72 w-full max-w-lg overflow-y-auto rounded-md bg-raised shadow-float"
    >
      <div className="grid gap-2 py-2.5 pr-11 pl-4 empty:hidden">
        <ModerationNote run={run} />
        <OtherBody run={run} onSend={(way) => sending.againAs(run, way)} />
      </div>
      <FailureCard run={run} connection={sending.connection} onRunAgain={() => sending.again(run)} />
      <IconButton
        name="Close"
        className="absolute top-1 right-1"
        icon={<X size={16} />}
        onClick={() => setDismissed(run.id)}
      />
    </section>
  )
}

/** Where a router could not read the encoding of a request, a button that sends it in the other one. */
function OtherBody({ run, onSend }: { readonly run: Run; readonly onSend: (way: 'json' | 'multipart') => void }) {
  const way = otherBody(run)
  if (!way) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-soft text-xs">
        {way === 'multipart'
          ? 'Some routers accept edits only as multipart.'
          : 'Some routers accept edits only as JSON.'}
      </p>
      <Button small {...onFirstPress(() => onSend(way))}>{`Send as ${way === 'json' ? 'JSON' : 'multipart'}`}</Button>
    </div>
  )
}
