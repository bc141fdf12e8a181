import { TriangleAlert } from 'lucide-react'
import { ConnectionNotes } from '../../../connection/connection-notes.tsx'
import { DropPlace } from '../../../files/drop-place.tsx'
import { NotReady } from '../../../form/request-notes.tsx'
import { HeldPress, MemoryOnly } from '../../../tool/held-press.tsx'
import { Button } from '../../../ui/button.tsx'
import { callName } from '../turn/turn.ts'
import type { ChatState } from '../use-chat.ts'
import { MessageBox } from './message-box.tsx'

/** The message box, preceded by the reasons that prevent sending. */
export function Composer({ chat }: { chat: ChatState }) {
  const { files, incoming, opened, problem, attach } = chat.pictures
  return (
    <div className="shrink-0 border-line border-t">
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-2 px-4 py-3 md:px-6">
        <HeldPress held={chat.held} what="message" onDismiss={chat.dismiss} onInsist={chat.insist} />
        <NotReady form={chat.form} />
        {chat.elsewhere.map((run) => (
          <p key={run.id} className="flex items-center gap-3 text-soft text-xs">
            An answer on another branch is still streaming: {run.title}
            <Button look="quiet" onClick={() => chat.stopElsewhere(run)}>
              Stop other branch
            </Button>
          </p>
        ))}
        <MemoryOnly />
        <ConnectionNotes />
        {chat.calls.length > 0 && <CallsLine chat={chat} />}
        {problem && (
          <p role="alert" className="text-warning text-xs">
            {problem}
          </p>
        )}
        <MessageBox
          text={chat.text}
          onText={chat.setText}
          running={chat.running !== undefined}
          onSend={() => chat.send()}
          onStop={chat.stop}
          last={chat.last}
          price={`${chat.price} · ${chat.connection.name}`}
          onFiles={attach}
        >
          {opened && <opened.View tray={opened.tray} files={files} incoming={incoming} card={chat.card} />}
        </MessageBox>
        <DropPlace onFiles={attach} />
      </div>
    </div>
  )
}

/** Names the tool calls without a result before a message is sent. */
function CallsLine({ chat }: { chat: ChatState }) {
  const open = chat.unanswered.length
  return (
    <p role="status" className="flex items-center gap-2 text-xs text-warning">
      <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
      <span className="line-clamp-3 min-w-0 break-words">
        {open > 0
          ? `${open} of ${chat.calls.length} tool calls ${open === 1 ? 'has' : 'have'} no result yet: ${chat.unanswered.map(callName).join(', ')}. Calls without a result are not sent.`
          : 'Results ready. Press Send to return them, with or without a message.'}
      </span>
    </p>
  )
}
