import { TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { sayInList } from '../../form/errors-of.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { callName } from './call-name.ts'
import { MessageBox } from './message-box.tsx'
import type { ChatState } from './use-chat.ts'

/** The message box, and before it whatever stands between a press and a send. */
export function Composer({ chat }: { chat: ChatState }) {
  const problems = Object.entries(chat.form.errors)
  const { held } = chat
  return (
    <div className="shrink-0 border-line border-t">
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-2 px-4 py-3 md:px-6">
        {held?.outcome.status === 'ask' && (
          <Callout tone="warning" urgent title="An equal request is still on its way, or its outcome is unknown">
            <p className="text-soft">Sending it again may be billed twice.</p>
            <div className="flex gap-2 pt-1">
              <Button
                onClick={() => held.outcome.status === 'ask' && chat.insist(held.draft, held.outcome.existing.id)}
              >
                Send it again
              </Button>
              <Button look="quiet" onClick={chat.dismiss}>
                Leave it
              </Button>
            </div>
          </Callout>
        )}
        {held?.outcome.status === 'not-saved' && (
          <Callout tone="danger" urgent title="Not sent">
            <p className="text-soft">{held.outcome.why}</p>
          </Callout>
        )}
        {held?.outcome.status === 'already-open' && (
          <p role="status" className="text-soft text-xs">
            This message is already on its way, here or in another tab. It was not sent a second time.
          </p>
        )}
        {problems.length > 0 && (
          <p className="flex items-center gap-2 text-danger text-xs">
            <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" />
            Not ready to send: {problems.map(([path, problem]) => sayInList(path || 'request', problem)).join(' · ')}
          </p>
        )}
        {chat.elsewhere.map((run) => (
          <p key={run.id} className="flex items-center gap-3 text-soft text-xs">
            An answer on another branch is still arriving: {run.title}
            <Button look="quiet" onClick={() => chat.stopElsewhere(run)}>
              Stop it
            </Button>
          </p>
        ))}
        {chat.inMemoryOnly && (
          <p className="flex items-center gap-2 text-warning text-xs">
            <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
            This browser stores nothing here: what you send is gone with the page.
          </p>
        )}
        {chat.needsKey && (
          <p className="text-warning text-xs">
            This router asks for its key: type it in{' '}
            <Link href="/settings" className="underline">
              Settings
            </Link>
            .
          </p>
        )}
        {chat.calls.length > 0 && <CallsLine chat={chat} />}
        <MessageBox
          text={chat.text}
          onText={chat.setText}
          running={chat.running !== undefined}
          onSend={() => chat.send()}
          onStop={chat.stop}
          last={chat.last}
          price={`${chat.price} · to ${chat.connection.name}`}
        />
      </div>
    </div>
  )
}

/** Calls that nobody answered are said before Send. */
function CallsLine({ chat }: { chat: ChatState }) {
  const open = chat.unanswered.length
  return (
    <p role="status" className="flex items-center gap-2 text-xs text-warning">
      <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
      <span className="line-clamp-3 min-w-0 break-words">
        {open > 0
          ? `${open} of ${chat.calls.length} tool calls ${open === 1 ? 'has' : 'have'} no result yet: ${chat.unanswered.map(callName).join(', ')}. A call without a result is left out of what is sent.`
          : 'All results are typed. Send gives them back, with a message or without.'}
      </span>
    </p>
  )
}
