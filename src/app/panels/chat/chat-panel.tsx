import { PanelLeft } from 'lucide-react'
import { Suspense, useState } from 'react'
import { routes } from '#contract/routes.ts'
import { InspectorSlot, InspectorToggle } from '../../inspect/drawer/inspector-slot.tsx'
import { newId } from '../../run/new-id.ts'
import { useDraft } from '../../run/use-draft.ts'
import { PanelTools } from '../../tool/panel-tools.tsx'
import { ToolForm } from '../../tool/tool-form.tsx'
import { chatTool } from '../../tool/tools.ts'
import { useActions } from '../../ui/actions.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { onRunKey, useStopKey } from '../../ui/keys/keyboard.ts'
import { OverPage } from '../../ui/missing-note.tsx'
import { PanelLayout } from '../../ui/panel-layout.tsx'
import { retriable } from '../../ui/retriable.tsx'
import { Composer } from './compose/composer.tsx'
import { ChatDraft } from './compose/use-typed.ts'
import { ConversationLog } from './conversation-log.tsx'
import { ConversationsColumn, NewConversation } from './conversations/conversations-column.tsx'
import { columnToggle, useConversationsPlace } from './conversations/conversations-place.ts'
import { useChat, useChatPlace } from './use-chat.ts'

const ConversationsDialog = retriable(
  async () => (await import('./conversations/conversations-dialog.tsx')).ConversationsDialog,
)

/** The panel of `POST /responses`. Rendered after the stored draft is read, in its last state. */
export function ChatPanel() {
  const [place] = useChatPlace()
  const [fresh] = useState(newId)
  const { loading, stored, write } = useDraft(chatTool.id, ChatDraft)
  // An address without a conversation, such as one of a model, leads to the one that is open.
  const [open, setOpen] = useState(place.thread)
  if (place.thread !== undefined && place.thread !== open) setOpen(place.thread)
  if (loading) return <main className="flex-1" aria-busy="true" />
  return <Chat thread={place.thread ?? open ?? stored?.thread ?? fresh} stored={stored} keep={write} />
}

interface ChatProps {
  /** The conversation that is open. */
  thread: string
  stored: ChatDraft | undefined
  keep: (draft: ChatDraft) => void
}

function Chat({ thread, stored, keep }: ChatProps) {
  const chat = useChat(thread, stored, keep)
  const { place, isDialogOpen, ...conversations } = useConversationsPlace()
  useActions(place === 'dialog' ? [{ name: 'Show conversations', run: () => setTimeout(conversations.open, 100) }] : [])
  useStopKey(chat.running !== undefined, chat.stop)
  const listing = {
    current: thread,
    onOpen: chat.open,
    onBack: chat.open,
    onGone: chat.startOver,
    onNew: chat.startAgain,
  }
  const title = (
    <h2 className={`min-w-0 flex-1 truncate text-soft ${place === 'dialog' ? '@max-lg:sr-only' : ''}`} dir="auto">
      {chat.title}
    </h2>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: one key for the whole panel, as in every field of it.
    <div className="contents" onKeyDown={onRunKey(() => chat.send())}>
      {place === 'column' && (
        <ConversationsColumn
          {...listing}
          isFirstVisit={stored === undefined}
          has={chat.path.length === 0 ? 'nothing' : chat.running ? 'a running answer' : 'an answer'}
          onClose={conversations.closeColumn}
        />
      )}
      <PanelLayout
        title="Chat"
        cable="chat"
        status={
          <span className="min-w-0 truncate">
            <Badge>{chat.card?.status ?? routes.responses.status}</Badge>
          </span>
        }
        form={<ToolForm tool={chatTool} form={chat.form} draftOf={chat.draftOf} />}
        head={
          <>
            {place === 'column' && title}
            <PanelTools>
              <InspectorToggle />
            </PanelTools>
          </>
        }
        wanted={chat.form.wanted}
        folds
        aside={<InspectorSlot runs={chat.path} />}
      >
        {place === 'dialog' && (
          <div className="@container shrink-0 border-line border-b">
            <div className="flex items-center justify-between gap-1 px-1 py-1 md:px-3">
              <Button id={columnToggle} look="quiet" icon={<PanelLeft size={18} />} onClick={conversations.open}>
                Conversations
              </Button>
              {title}
              <NewConversation look="quiet" onNew={chat.startAgain} className={isDialogOpen ? 'invisible' : ''} />
            </div>
          </div>
        )}
        <ConversationLog chat={chat} />
        <Composer chat={chat} />
      </PanelLayout>
      {isDialogOpen && (
        <OverPage>
          <Suspense>
            <ConversationsDialog {...listing} onClose={conversations.closeDialog} />
          </Suspense>
        </OverPage>
      )}
    </div>
  )
}
