import { TriangleAlert } from 'lucide-react'
import { useModels } from '../../../connection/use-connection.ts'
import type { Run } from '../../../run/run.ts'
import type { RunConnection } from '../../../run/run-draft.ts'
import { HeldPress } from '../../../tool/held-press.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { counted, shortly } from '../../../ui/format.ts'
import { callName } from '../turn/turn.ts'
import type { ChatState } from '../use-chat.ts'

/** What is to be known before the next message: why the last press did not send, calls without a result, settings that an example has put into the form, and what differs from the turn before. */
export function ComposerNotes({ chat }: { chat: ChatState }) {
  return (
    <>
      <HeldPress held={chat.held} what="message" onDismiss={chat.dismiss} onInsist={chat.insist} />
      {chat.calls.length > 0 && <CallsLine chat={chat} />}
      {chat.example.title && <ExampleLine chat={chat} />}
      {chat.reopened && <Differences last={chat.reopened} connection={chat.connection} />}
    </>
  )
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

/** Names the tool calls without a result before a message is sent. */
function CallsLine({ chat: { calls, unanswered } }: { chat: ChatState }) {
  const open = unanswered.length
  const which = calls.length > 1 ? `${open} of ${counted(calls.length, 'tool call')}` : unanswered.map(callName).join()
  return (
    <p role="status" className="flex items-center gap-2 text-xs text-warning">
      <TriangleAlert size={16} className="shrink-0" />
      <span className="line-clamp-3 min-w-0 break-words">
        {open > 0
          ? `${which} ${open === 1 ? 'has' : 'have'} no result yet. Calls without a result are not sent.`
          : 'Results ready. Return them from the tool call, or send them with a message.'}
      </span>
    </p>
  )
}

/** Says that an example has changed the settings, with the way back. */
function ExampleLine({ chat: { example } }: { chat: ChatState }) {
  return (
    <p className="flex items-center text-soft text-xs">
      <span className="mr-auto min-w-0">The example “{example.title}” has changed the parameters.</span>
      <Button look="quiet" onClick={example.restore}>
        Undo
      </Button>
      <Button look="quiet" onClick={example.keep}>
        Keep
      </Button>
    </p>
  )
}
