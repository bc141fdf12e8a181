import { TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { listOf } from '#contract/core/loose-json.ts'
import { useModels } from '../../../connection/use-connection.ts'
import { newId } from '../../../run/new-id.ts'
import type { Run } from '../../../run/run.ts'
import type { RunConnection } from '../../../run/run-draft.ts'
import { HeldPress } from '../../../tool/held-press.tsx'
import { sentTools, shownTools } from '../../../tool/tool-definitions/listed-tools.ts'
import { Button } from '../../../ui/button/button.tsx'
import { counted, shortly } from '../../../ui/format.ts'
import { CallReturns } from '../calls/call-returns.tsx'
import { answerTo, callName, isGiven, openCalls } from '../calls/tool-answers.ts'
import { type ChatColumns, mostColumns } from '../columns/chat-columns.ts'
import { branchesIn, leafBelow } from '../turn/conversation.ts'
import { answersTo, type OpenCall } from '../turn/turn.ts'
import type { OpenConversation } from '../turn/use-conversation.ts'
import { parametersOf } from './chat-draft.ts'
import type { Message } from './use-message.ts'
import { type Turns, thenType } from './use-turns.ts'

interface ComposerNotesProps {
  readonly conversation: OpenConversation
  readonly state: ChatColumns
  readonly message: Message
  readonly turns: Turns
  readonly reopened: Run | undefined
  readonly connection: RunConnection
}

/** What is to be known before the next message: why the last press did not send, calls without a result, settings that an example has put into the form, and what differs from the turn before. */
export function ComposerNotes({ conversation, message, turns, state, reopened, connection }: ComposerNotesProps) {
  const { path, running, asked } = conversation
  const { form } = message.toolForm
  const asks = asked.length > 0
  const last = path.at(-1)
  const calls = asks ? openCalls(last) : []
  const answers = answersTo(last, message.typed.answers)
  useFaultyToolsHeldBack(message)
  return (
    <>
      <HeldPress held={turns.held} what="message" onDismiss={turns.dismiss} onInsist={turns.insist} />
      {calls.length > 0 && (
        <CallsLine calls={calls} unanswered={calls.filter((call) => !isGiven(answerTo(call, answers)))} />
      )}
      {!state.columns && (asks || listOf(form.request.tools).length > 0) && (
        <CallReturns
          thread={conversation.thread}
          branches={[
            { path, running, place: 0, column: undefined, request: form.isSendable ? form.request : undefined },
          ]}
          {...{ message, turns }}
        />
      )}
      {message.typed.prompt === undefined && <ExampleLine loan={message.loan} />}
      {!state.columns && <SiblingsLine {...{ conversation, state }} />}
      {reopened && <Differences last={reopened} connection={connection} />}
    </>
  )
}

/** Holds back tools that no model could use where a reopened conversation or a link brought them, as the list does once they are edited. */
function useFaultyToolsHeldBack({ toolForm: { form } }: Message): void {
  const { tools } = form.request
  const holdBack = useEffectEvent(() => {
    const { raw, reading } = sentTools(shownTools([], tools, undefined))
    if (reading.kind === 'unreadable' && form.errors.tools === undefined) form.enter('tools', raw, reading)
  })
  useEffect(() => {
    if (Array.isArray(tools)) holdBack()
  }, [tools])
}

/** Says how the next turn of a reopened conversation differs from its last one. */
function Differences({ last, connection }: { readonly last: Run; readonly connection: RunConnection }) {
  const { data: models } = useModels()
  const isListed = models === undefined || models.cards.some(({ id }) => id === last.model)
  const isThere = last.connection.baseUrl === connection.baseUrl
  return (
    <div role="status" className="grid gap-1 break-words text-warning text-xs empty:hidden">
      {!isListed && <p>The last message was sent to {shortly(last.model, 120)}, which is not in this router’s list.</p>}
      {!isThere && (
        <p>
          The last message was sent through {last.connection.name}. The next one will go to {connection.name}.
        </p>
      )}
    </div>
  )
}

/** Says that the last message was sent to several columns, and opens them again. */
function SiblingsLine({
  conversation: { thread, path, runs },
  state,
}: Pick<ComposerNotesProps, 'conversation' | 'state'>) {
  const last = path.at(-1)
  const byPlace = new Map(runs.flatMap((run) => (run.batch?.id === last?.batch?.id ? [[run.batch?.at, run]] : [])))
  const answers = [...byPlace.values()].slice(0, mostColumns)
  if (!last?.batch || answers.length < 2) return null
  const branches = branchesIn(runs)
  const list = answers.map((run) => ({
    ...{ id: newId(), run: leafBelow(branches, run).id },
    request: parametersOf(run) ?? { model: run.model },
  }))
  return (
    <p className="flex items-center text-soft text-xs">
      <span className="mr-auto min-w-0">
        Answer {last.batch.at + 1} of {last.batch.of} to this message.
      </span>
      <Button
        look="quiet"
        onClick={thenType(() => state.set({ thread, list, at: Math.max(0, answers.indexOf(last)) }))}
      >
        Continue all
      </Button>
    </p>
  )
}

function CallsLine({ calls, unanswered }: Record<'calls' | 'unanswered', readonly OpenCall[]>) {
  const open = unanswered.length
  const which = calls.length > 1 ? `${open} of ${counted(calls.length, 'tool call')}` : unanswered.map(callName).join()
  const isApproval = calls.length === 1 && calls[0]?.kind === 'approval'
  return (
    <p role="status" className="flex items-center gap-2 text-xs text-warning">
      <TriangleAlert size={16} className="shrink-0" />
      <span className="line-clamp-3 min-w-0 break-words">
        {open === 0
          ? 'Results ready. Return them from the tool call, or send them with a message.'
          : isApproval
            ? `${which} is waiting for your approval.`
            : `${which} ${open === 1 ? 'has' : 'have'} no result yet. Calls without a result are not sent.`}
      </span>
    </p>
  )
}

/** Says that an example or a prompt has changed the settings, with the way back. */
function ExampleLine({ loan: { borrowed, giveBack, keep } }: Pick<Message, 'loan'>) {
  const name = borrowed?.example ?? borrowed?.prompt
  if (name === undefined) return null
  return (
    <p className="flex items-center text-soft text-xs">
      <span className="mr-auto min-w-0">
        The {borrowed?.example ? 'example' : 'prompt'} “{shortly(name, 80)}” has changed the parameters.
      </span>
      <Button look="quiet" onClick={thenType(() => giveBack())}>
        Undo
      </Button>
      <Button look="quiet" onClick={thenType(() => keep())}>
        Keep
      </Button>
    </p>
  )
}
