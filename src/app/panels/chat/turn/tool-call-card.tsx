import { ArrowUp, Wrench } from 'lucide-react'
import { useId } from 'react'
import { JsonView } from '../../../json/view/json-view.tsx'
import type { Output, ToolCall } from '../../../run/result.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { counted } from '../../../ui/format.ts'
import { onFirstPress } from '../../../ui/keys/first-press.ts'
import { callName, type ToolAnswer } from './turn.ts'

interface ToolCallCardProps {
  call: ToolCall
  among: readonly Output[]
  streaming: boolean
  /** Present where a result can still be entered. */
  answer?: ToolAnswer | undefined
  onAnswer?: ((answer: ToolAnswer) => void) | undefined
  missing: number
  onReturn: () => void
}

/** A call that the model asks for: name, id, arguments as they stream, and a box for its result. */
export function ToolCallCard({ call, among, streaming, answer, onAnswer, missing, onReturn }: ToolCallCardProps) {
  const id = useId()
  const name = callName(call)
  const title = callTitle(call, among)
  const given = answer ?? { text: '', failed: false }
  return (
    <section aria-label={`Tool call ${title}`} className="rounded-md border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
        <Wrench size={16} className="text-cable" />
        <span className="min-w-0 truncate font-medium font-mono text-sm" title={name}>
          {name}
        </span>
        <span className="min-w-0 truncate font-mono text-2xs text-faint" title={call.callId}>
          {call.callId || 'no ID yet'}
        </span>
        {streaming && !call.done && <Badge tone="cable">receiving arguments</Badge>}
      </header>
      <div className="border-line border-t px-4 py-2.5 text-sm">
        {call.done && !call.custom ? (
          <JsonView text={call.arguments} />
        ) : (
          <pre className="overflow-x-auto whitespace-pre-wrap break-words font-mono text-xs">
            {call.arguments || '…'}
          </pre>
        )}
      </div>
      {onAnswer && (
        <div className="grid grid-cols-1 gap-2 border-line border-t px-4 py-3">
          <label htmlFor={id} className="truncate text-xs text-soft">
            {given.failed ? `Error from ${title}` : `Result of ${title}`}
          </label>
          <textarea
            id={id}
            rows={2}
            spellCheck={false}
            value={given.text}
            onChange={(event) => onAnswer({ ...given, text: event.target.value })}
            className="field-sizing-content max-h-60 w-full rounded-md border border-line bg-ground px-3 py-2 font-mono text-xs"
          />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <label className="flex items-center gap-2 text-xs coarse:min-h-11">
              <input
                type="checkbox"
                className="size-4 accent-cable"
                checked={given.failed}
                onChange={(event) => onAnswer({ ...given, failed: event.target.checked })}
              />
              Return as an error
            </label>
            <span className="flex items-center gap-2">
              {missing > 0 && <span className="text-faint text-xs">{counted(missing, 'result')} missing</span>}
              <Button
                look="primary"
                icon={<ArrowUp size={16} className="stroke-2" />}
                disabled={missing > 0}
                {...onFirstPress(onReturn)}
              >
                Return results
              </Button>
            </span>
          </div>
        </div>
      )}
    </section>
  )
}

/** The name of a call, numbered where the answer has several of that name. */
export function callTitle(call: ToolCall, outputs: readonly Output[]): string {
  const namesakes = outputs.filter((output) => output.kind === 'tool-call' && output.name === call.name)
  const name = callName(call)
  return namesakes.length > 1 ? `${name} (${namesakes.indexOf(call) + 1} of ${namesakes.length})` : name
}
