import { Wrench } from 'lucide-react'
import { useMemo } from 'react'
import type { Output, ToolCall } from '../../../run/result.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CallArguments } from '../calls/call-arguments.tsx'
import { calledTool, resultFields } from '../calls/called-tool.ts'
import { ResultEntry } from '../calls/result-entry.tsx'
import { type Asking, answerTo, callName, isGiven, openCalls, resultsOf } from '../calls/tool-answers.ts'

interface ToolCallCardProps extends Asking {
  readonly call: ToolCall
}

/** A call that the model asks for: name, id, arguments as they stream, and a box for its result. */
export function ToolCallCard({ call, run, open, answers, onAnswer, onReturn }: ToolCallCardProps) {
  const { request, result } = run
  const name = callName(call)
  const title = callTitle(call, result.outputs)
  const schema = useMemo(() => calledTool(request, call.name)?.parameters ?? undefined, [request, call.name])
  const asked = open ? [] : openCalls(run)
  const isOpen = answers !== undefined && asked.includes(call)
  const fields = useMemo(() => (isOpen ? resultFields(request, call.name) : undefined), [isOpen, request, call.name])
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
        {open && !call.done && <Badge tone="cable">receiving arguments</Badge>}
      </header>
      <div className="grid grid-cols-1 gap-2 border-line border-t px-4 py-2.5 text-sm">
        <CallArguments call={call} schema={schema} isGrowing={open && !call.done} />
      </div>
      {isOpen && (
        <ResultEntry
          {...{ call, title, fields }}
          answer={answerTo(call, answers)}
          onAnswer={(given) => onAnswer(call, given)}
          missing={asked.filter((one) => !isGiven(answerTo(one, answers))).length}
          onReturn={() => onReturn(resultsOf(asked, answers))}
        />
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
