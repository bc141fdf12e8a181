import { ArrowUp, Square } from 'lucide-react'
import { listOf } from '#contract/core/loose-json.ts'
import { BatchNote } from '../../../tool/use-batch.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { onFirstPress } from '../../../ui/keys/first-press.ts'
import { CallReturns } from '../calls/call-returns.tsx'
import type { Branch } from '../compose/use-turns.ts'
import { askedBy } from '../turn/conversation.ts'
import type { ColumnsState, SendAll } from './send-all.ts'

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

/** The switch of what goes on by itself, where a column has tools or calls. */
export function ColumnReturns({ all, sending, isBlind }: ColumnReturnsProps) {
  const { branches, batch } = sending
  const hasCalls = ({ request, running, path }: Branch) =>
    listOf(request?.tools).length > 0 || (!running && askedBy(path.at(-1)).length > 0)
  if (!branches.some(hasCalls)) return null
  return (
    <div className="mx-auto w-full max-w-3xl shrink-0 px-4 pt-2 md:px-6">
      <CallReturns
        {...{ ...all, branches, isBlind }}
        thread={all.conversation.thread}
        isSending={batch.status === 'sending'}
      />
    </div>
  )
}

interface ColumnReturnsProps {
  readonly all: ColumnsState
  readonly sending: SendAll
  readonly isBlind?: boolean | undefined
}

/** On phones it is its words alone, so that it has room beside Send. */
export function SendToAll({ sending, isOff }: { readonly sending: SendAll; readonly isOff: boolean }) {
  const { isBusy, sendAll, stopAll } = sending
  return (
    <Button
      icon={isBusy ? <Square size={14} className="stroke-2" /> : <ArrowUp size={16} className="stroke-2" />}
      keys={isBusy ? '⇧ Esc' : 'Alt ↵'}
      className="max-sm:*:hidden"
      disabled={isOff && !isBusy}
      {...onFirstPress(isBusy ? stopAll : sendAll)}
    >
      {isBusy ? 'Stop all' : 'Send to all'}
    </Button>
  )
}
