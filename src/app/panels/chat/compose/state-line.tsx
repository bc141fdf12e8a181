import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { nonBlankOf, recordOf } from '#contract/core/loose-json.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import type { Run } from '../../../run/run.ts'
import type { RunConnection } from '../../../run/run-draft.ts'
import { counted, grouped, shortly } from '../../../ui/format.ts'
import { Menu } from '../../../ui/popup/menu.tsx'
import { openCalls, resultsOf } from '../calls/tool-answers.ts'
import { inputAfter, keptReply } from '../turn/conversation.ts'
import { answersTo } from '../turn/turn.ts'
import type { Message } from './use-message.ts'

interface StateLineProps {
  readonly path: readonly Run[]
  readonly message: Message
  readonly running: Run | undefined
  readonly connection: RunConnection
}

/** What of the conversation goes along with the next message, with the choice: all of it, or an answer that the router keeps. */
export function StateLine({ path, message, running, connection }: StateLineProps) {
  const { toolForm, typed, history, setHistory } = message
  const last = path.at(-1)
  const calls = running ? [] : openCalls(last)
  const results = resultsOf(calls, answersTo(last, typed.answers))
  // Counted when an answer has ended, not with every piece of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last run stands for its path.
  const items = useMemo(() => inputAfter(path, results).length, [path.length, last?.id, last?.status, results.length])
  const tokens = contextUse(path, toolForm.card)
  const byHand = nonBlankOf(toolForm.form.request.previous_response_id)
  if (byHand)
    return <span className="truncate">{shortly(byHand, 24)} as set in the parameters, without earlier messages</span>
  const kept = keptReply(path, results, connection)
  const isKept = history === 'kept' && kept !== undefined
  const says = isKept ? `${shortly(kept, 24)} kept by the router` : `Full history, ${counted(items, 'item')}`
  const why = kept === undefined ? whyNotKept(last, calls.length - results.length, connection) : undefined
  return (
    <Menu
      name={`What is sent of this conversation: ${says}`}
      align="start"
      className="min-h-6! w-fit justify-start! gap-1! px-0! py-0! text-faint text-xs coarse:min-h-11!"
      disabled={running !== undefined}
      items={[
        { name: 'Send the full history', checked: !isKept, onSelect: () => setHistory(undefined) },
        {
          name: why ? `Send only what is new: ${why}` : `Send only what is new, after ${shortly(kept ?? '', 24)}`,
          checked: isKept,
          disabled: why !== undefined,
          onSelect: () => setHistory('kept'),
        },
      ]}
    >
      <span className="min-w-0 truncate tabular-nums">{[says, tokens].filter(Boolean).join(' · ')}</span>
      <ChevronDown size={14} className="shrink-0" />
    </Menu>
  )
}

/** Why the router cannot go on from the last answer, as the end of a sentence. */
function whyNotKept(last: Run | undefined, unanswered: number, { baseUrl }: RunConnection): string {
  if (last?.connection.baseUrl !== baseUrl) return 'the last answer came through another connection'
  if (last.status !== 'completed') return 'the last answer is not complete'
  if (recordOf(last.request).store === false) return 'the last message was sent with Store off'
  return unanswered > 0 ? 'a tool call has no result yet' : 'the last answer has no ID'
}

/**
 * The tokens of a conversation, counted by the router at its last answer, against the context window of the model. What is not reported is
 * left out; undefined where no tokens are.
 */
export function contextUse(path: readonly Pick<Run, 'result'>[], card: ModelCard | undefined): string | undefined {
  const usage = path.findLast(({ result }) => result.usage?.input !== undefined)?.result.usage
  if (usage?.input === undefined) return undefined
  const used = `${usage.estimated ? 'about ' : ''}${grouped(usage.input + (usage.output ?? 0))}`
  const room = card?.context
  return room === undefined ? `${used} tokens` : `${used} of ${grouped(room)} tokens`
}
