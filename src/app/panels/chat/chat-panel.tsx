import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import { routes } from '#contract/routes.ts'
import { InspectorSlot, InspectorToggle } from '../../inspect/drawer/inspector-slot.tsx'
import { newId } from '../../run/new-id.ts'
import { useDraft } from '../../run/use-draft.ts'
import { PanelTools } from '../../tool/panel-tools.tsx'
import { ToolForm } from '../../tool/tool-form.tsx'
import { chatTool } from '../../tool/tools.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { onRunKey, useStopKey } from '../../ui/keys/keyboard.ts'
import { PanelLayout } from '../../ui/panel-layout.tsx'
import { Composer } from './compose/composer.tsx'
import { ChatDraft } from './compose/use-typed.ts'
import { ConversationLog } from './conversation-log.tsx'
import { useChat, useChatPlace } from './use-chat.ts'

/** The panel of `POST /responses`. Rendered after the stored draft is read, in its last state. */
export function ChatPanel() {
  const [place] = useChatPlace()
  const [fresh] = useState(newId)
  const { loading, stored, write } = useDraft(chatTool.id, ChatDraft)
  if (loading) return <main className="flex-1" aria-busy="true" />
  return <Chat thread={place.thread ?? stored?.thread ?? fresh} stored={stored} keep={write} />
}

interface ChatProps {
  /** The conversation that is open. */
  thread: string
  stored: ChatDraft | undefined
  keep: (draft: ChatDraft) => void
}

function Chat({ thread, stored, keep }: ChatProps) {
  const chat = useChat(thread, stored, keep)
  useStopKey(chat.running !== undefined, chat.stop)
  const title = chat.path[0]?.title ?? 'New conversation'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: one key for the whole panel, as in every field of it.
    <div className="contents" onKeyDown={onRunKey(() => chat.send())}>
      <PanelLayout
        title="Chat"
        cable="chat"
        status={
          <span className="min-w-0 truncate">
            <Badge>{chat.card?.status ?? routes.responses.status}</Badge>
          </span>
        }
        form={<ToolForm tool={chatTool} form={chat.form} />}
        head={
          <>
            <h2 className="min-w-0 truncate text-soft max-md:sr-only" dir="auto">
              {title}
            </h2>
            <IconButton
              name="New conversation"
              icon={<MessageSquarePlus size={18} strokeWidth={1.5} />}
              disabled={chat.path.length === 0}
              onClick={chat.startOver}
            />
            <PanelTools>
              <InspectorToggle />
            </PanelTools>
          </>
        }
        aside={<InspectorSlot runs={chat.path} />}
      >
        <ConversationLog chat={chat} />
        <Composer chat={chat} />
      </PanelLayout>
    </div>
  )
}
