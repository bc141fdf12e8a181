import { Columns2, PanelLeft } from 'lucide-react'
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
import { Boundary } from '../../ui/boundary.tsx'
import { Button, HeadButton } from '../../ui/button/button.tsx'
import { onRunKey, useStopKey } from '../../ui/keys/keyboard.ts'
import { OverPage } from '../../ui/missing-note.tsx'
import { PanelLayout } from '../../ui/panel-layout.tsx'
import { retriable } from '../../ui/retriable.tsx'
import { mostColumns, useChatColumns } from './columns/chat-columns.ts'
import { ChatDraft } from './compose/chat-draft.ts'
import { Composer } from './compose/composer.tsx'
import { useMessage } from './compose/use-message.ts'
import { thenType, useTurns } from './compose/use-turns.ts'
import { ConversationLog } from './conversation-log.tsx'
import { ConversationsColumn, NewConversation } from './conversations/conversations-column.tsx'
import { columnToggle, useConversationsPlace } from './conversations/conversations-place.ts'
import { useChatPlace, useConversation } from './turn/use-conversation.ts'

const ConversationsDialog = retriable(
  async () => (await import('./conversations/conversation-list.tsx')).ConversationsDialog,
)

const OutlineButton = retriable(async () => (await import('./outline/outline-button.tsx')).OutlineButton)
const ColumnsStage = retriable(async () => (await import('./columns/columns-stage.tsx')).ColumnsStage)

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
  const [, go] = useChatPlace()
  const state = useChatColumns(thread, stored?.columns)
  const { columns } = state
  const conversation = useConversation(thread, state)
  const message = useMessage(conversation, state, stored, keep)
  const turns = useTurns(conversation, message, state)
  const all = { conversation, message, turns, state }
  const { path, running } = conversation
  const { form, card } = message.toolForm
  const { place, isDialogOpen, ...conversations } = useConversationsPlace()
  useActions(place === 'dialog' ? [{ name: 'Show conversations', run: () => setTimeout(conversations.open, 100) }] : [])
  useStopKey(running !== undefined, conversation.stop)
  // A new conversation unless this one is, ready to be typed into.
  const startAgain = thenType(() => path.length > 0 && go({ thread: newId(), run: undefined }))
  /** A column beside, with the same branch and parameters; the focus goes to its model. */
  function addColumn(): void {
    const run = path.at(-1)?.id
    const { list, at } = columns ?? { list: [{ id: newId(), request: {}, run }], at: 0 }
    const kept = list.map((one, place) => (place === at ? { ...one, request: form.draft, unread: form.unread } : one))
    const added = { ...kept[at], id: newId(), request: form.draft }
    state.set({ thread, list: [...kept, added], at: list.length })
    form.state.boxes.show('model')
  }
  const canAdd = (columns?.list.length ?? 0) < mostColumns && !columns?.blind
  useActions(canAdd ? [{ name: 'Add column', run: addColumn }] : [])
  const title = (
    <h2 className={`min-w-0 flex-1 truncate text-soft ${place === 'dialog' ? '@max-lg:sr-only' : ''}`} dir="auto">
      {conversation.title}
    </h2>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: one key for the whole panel, as in every field of it.
    <div className="contents" onKeyDown={onRunKey(() => turns.send())}>
      {place === 'column' && !columns?.blind && (
        <ConversationsColumn
          current={thread}
          onNew={startAgain}
          isFirstVisit={stored === undefined}
          has={path.length === 0 ? 'nothing' : running ? 'a running answer' : 'an answer'}
          onClose={conversations.closeColumn}
        />
      )}
      <PanelLayout
        title="Chat"
        cable="chat"
        status={
          <span className="min-w-0 truncate">
            <Badge>{card?.status ?? routes.responses.status}</Badge>
          </span>
        }
        form={
          columns?.blind ? (
            <p className="text-soft text-sm">Hidden while answers are compared blind.</p>
          ) : (
            <ToolForm tool={chatTool} form={form} draftOf={turns.draftOf} />
          )
        }
        head={
          <>
            {place === 'column' && title}
            <PanelTools>
              {canAdd && (
                <HeadButton
                  name="Add column"
                  icon={<Columns2 size={18} />}
                  onClick={addColumn}
                  className="max-[24rem]:hidden"
                />
              )}
              {conversation.isAnswered && !columns?.blind && (
                <Boundary of={path.length} fallback={() => null}>
                  <Suspense>
                    <OutlineButton conversation={conversation} />
                  </Suspense>
                </Boundary>
              )}
              <InspectorToggle />
            </PanelTools>
          </>
        }
        wanted={form.wanted}
        folds
        aside={<InspectorSlot runs={columns?.blind ? [] : path} />}
      >
        {place === 'dialog' && !columns?.blind && (
          <div className="@container shrink-0 border-line border-b">
            <div className="flex items-center justify-between gap-1 px-1 py-1 md:px-3">
              <Button id={columnToggle} look="quiet" icon={<PanelLeft size={18} />} onClick={conversations.open}>
                Conversations
              </Button>
              {title}
              <NewConversation look="quiet" onNew={startAgain} className={isDialogOpen ? 'invisible' : ''} />
            </div>
          </div>
        )}
        {columns ? (
          <Suspense fallback={<div className="flex-1" aria-busy="true" />}>
            <ColumnsStage {...all} />
          </Suspense>
        ) : (
          <>
            <ConversationLog {...all} />
            <Composer {...all} />
          </>
        )}
      </PanelLayout>
      {isDialogOpen && (
        <OverPage>
          <Suspense>
            <ConversationsDialog current={thread} onClose={conversations.closeDialog}>
              <NewConversation
                className="flex-1"
                onNew={() => {
                  conversations.closeDialog()
                  startAgain()
                }}
              />
            </ConversationsDialog>
          </Suspense>
        </OverPage>
      )}
    </div>
  )
}
