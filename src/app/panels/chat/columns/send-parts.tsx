import { ArrowUp, Square } from 'lucide-react'
import { BatchNote } from '../../../tool/use-batch.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { onFirstPress } from '../../../ui/keys/first-press.ts'
import type { SendAll } from './send-all.ts'

/** What could not be sent, and why. */
export function SendNotes({ sending: { batch, price, problem, sendLeft, discard } }: { readonly sending: SendAll }) {
  return (
    <div className="mx-auto grid w-full max-w-3xl shrink-0 gap-1 px-4 md:px-6">
      {problem && (
        <p role="alert" className="pt-2 text-warning text-xs">
          {problem}
        </p>
      )}
      <p className="pt-2 text-faint text-xs tabular-nums">To all: {price}</p>
      {batch.status === 'halted' && <BatchNote shown={batch} price="" onSend={sendLeft} onDiscard={discard} />}
    </div>
  )
}

export const SendToAll = ({ sending }: { readonly sending: SendAll }) =>
  sending.isBusy ? (
    <Button icon={<Square size={14} className="stroke-2" />} keys="⇧ Esc" {...onFirstPress(sending.stopAll)}>
      Stop all
    </Button>
  ) : (
    <Button icon={<ArrowUp size={16} className="stroke-2" />} keys="Alt ↵" {...onFirstPress(sending.sendAll)}>
      Send to all
    </Button>
  )
