import { Suspense } from 'react'
import { ConnectionNotes } from '../../../connection/connection-notes.tsx'
import { DropPlace } from '../../../files/drop-place.tsx'
import { NotReady } from '../../../form/request-notes.tsx'
import { ModelNote } from '../../../tool/model-note.tsx'
import { StorageNotice } from '../../../tool/storage-notice.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { useAreParametersAway } from '../../../ui/panel-layout.tsx'
import { retriable } from '../../../ui/retriable.tsx'
import type { ChatState } from '../use-chat.ts'
import { contextUse } from './context-use.ts'
import { MessageBox } from './message-box.tsx'

const ComposerNotes = retriable(async () => (await import('./composer-notes.tsx')).ComposerNotes)
const ParameterChips = retriable(async () => (await import('./parameter-chips.tsx')).ParameterChips)

/** The message box, preceded by the reasons that prevent sending. */
export function Composer({ chat }: { chat: ChatState }) {
  const { files, incoming, opened, attach } = chat.pictures
  const problem = chat.pictures.problem ?? chat.problem
  const areParametersAway = useAreParametersAway()
  return (
    <div className="shrink-0 border-line border-t">
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-2 px-4 py-3 md:px-6">
        {(chat.held || chat.calls.length > 0 || chat.example.title || chat.reopened) && (
          <Suspense>
            <ComposerNotes chat={chat} />
          </Suspense>
        )}
        <NotReady form={chat.form} />
        {chat.elsewhere.map((run) => (
          <p key={run.id} className="flex items-center gap-3 text-soft text-xs">
            An answer on another branch is still streaming: {run.title}
            <Button look="quiet" onClick={() => chat.stopElsewhere(run)}>
              Stop other branch
            </Button>
          </p>
        ))}
        <StorageNotice />
        <ConnectionNotes />
        <ModelNote name={chat.connection.name} choice={chat.choice} />
        {problem && (
          <p role="alert" className="text-warning text-xs">
            {problem}
          </p>
        )}
        {areParametersAway && (
          <Suspense>
            <ParameterChips form={chat.form} />
          </Suspense>
        )}
        <MessageBox
          text={chat.text}
          onText={chat.setText}
          running={chat.running !== undefined}
          onSend={() => chat.send()}
          onStop={chat.stop}
          last={chat.last}
          price={`${chat.price} · ${chat.connection.name}`}
          context={contextUse(chat.path, chat.card)}
          onFiles={attach}
        >
          {opened && <opened.View tray={opened.tray} files={files} incoming={incoming} card={chat.card} />}
        </MessageBox>
        <DropPlace onFiles={attach} />
      </div>
    </div>
  )
}
