import { Check, ShieldQuestion, X } from 'lucide-react'
import { useId, useState } from 'react'
import { recordOf, stringOf, textOrJson } from '#contract/core/loose-json.ts'
import { JsonView } from '../../../json/view/json-view.tsx'
import { lineLook } from '../../../ui/box-look.ts'
import { Button } from '../../../ui/button/button.tsx'
import { shortly } from '../../../ui/format.ts'
import { onFirstPress } from '../../../ui/keys/first-press.ts'
import type { OpenCall, ToolAnswer } from '../turn/turn.ts'
import { type Asking, answerTo, callName, isGiven, openCalls, resultsOf } from './tool-answers.ts'

interface ApprovalCardProps extends Asking {
  /** The request as it was received. */
  readonly item: unknown
}

/**
 * A tool server's request to be allowed one call. Its arguments are shown whole, since the call is made with all of them. A decision is
 * sent once nothing else of the answer is open.
 */
export function ApprovalCard({ item, run, open, answers, onAnswer, onReturn }: ApprovalCardProps) {
  const id = useId()
  const request = recordOf(item)
  const name = callName({ name: stringOf(request.name) })
  const server = stringOf(request.server_label)
  const asked = open ? [] : openCalls(run)
  const approval = asked.find(({ kind, callId }) => kind === 'approval' && callId === request.id)
  const answer = approval && answerTo(approval, answers)
  const [reason, setReason] = useState(answer?.failed ? answer.text : '')
  const decide = (call: OpenCall, given: ToolAnswer) => {
    const all = { ...answers, [call.callId]: given }
    onAnswer(call, given)
    if (asked.every((one) => isGiven(answerTo(one, all)))) onReturn(resultsOf(asked, all))
  }
  return (
    <section aria-label={`Approval request ${name}`} className="rounded-md border border-warning/50 bg-surface">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
        <ShieldQuestion size={16} className="text-warning" />
        <span className="text-sm">Approval request</span>
        <span className="wrap-anywhere min-w-0 font-medium font-mono text-sm">{name}</span>
        {server !== '' && <span className="wrap-anywhere text-faint text-xs">MCP server {shortly(server, 100)}</span>}
      </header>
      <div className="max-h-[max(16rem,60dvh)] overflow-auto border-line border-t px-4 py-2.5 text-sm">
        <JsonView text={textOrJson(request.arguments) || '{}'} />
      </div>
      {approval && answers && (
        <div className="grid gap-2 border-line border-t px-4 py-3">
          <label htmlFor={id} className="text-soft text-xs">
            Reason for declining (optional)
          </label>
          <input
            id={id}
            type="text"
            autoComplete="off"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            className={lineLook}
          />
          <div className="flex flex-wrap items-center justify-end gap-2">
            {isGiven(answer) && (
              <p role="status" className="mr-auto text-soft text-xs">
                {answer.failed ? 'Declined' : 'Approved'}. Sent with the other results.
              </p>
            )}
            <Button
              icon={<X size={16} />}
              {...onFirstPress(() => decide(approval, { text: reason.trim(), failed: true }))}
            >
              Decline
            </Button>
            <Button
              look="primary"
              icon={<Check size={16} />}
              {...onFirstPress(() => decide(approval, { text: 'Approved', failed: false }))}
            >
              Approve
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}
