import { MessageSquarePlus, PanelLeft } from 'lucide-react'
import { type ComponentProps, Suspense, useEffect, useState } from 'react'
import { StorageNotice } from '../../../tool/storage-notice.tsx'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { OverPage } from '../../../ui/missing-note.tsx'
import { retriable } from '../../../ui/retriable.tsx'
import type { ConversationsProps } from './conversation-list.tsx'
import { columnToggle } from './conversations-place.ts'

const Conversations = retriable(async () => (await import('./conversation-list.tsx')).Conversations)

/** ms without a first message after which the list is loaded for what else it has, the import of conversations. */
const readingTime = 15_000

interface ColumnProps extends Pick<ConversationsProps, 'current'> {
  readonly onNew: () => void
  readonly onClose: () => void
  /** Nothing was stored before this visit, so that there is nothing to list until the first answer has ended. */
  readonly isFirstVisit: boolean
  readonly has: 'nothing' | 'a running answer' | 'an answer'
}

export function ConversationsColumn({ onNew, onClose, isFirstVisit, has, current }: ColumnProps) {
  const [isWanted, want] = useState(!isFirstVisit)
  useEffect(() => {
    if (has === 'an answer') want(true)
    if (has !== 'nothing') return undefined
    const timer = setTimeout(() => want(true), readingTime)
    return () => clearTimeout(timer)
  }, [has])
  return (
    <aside
      aria-label="Conversations"
      data-cable="chat"
      onPointerEnter={() => want(true)}
      onFocus={() => want(true)}
      className="flex w-64 shrink-0 flex-col border-line border-r"
    >
      <div className="flex h-14 shrink-0 items-center gap-1 border-line border-b px-3">
        <NewConversation onNew={onNew} className="min-w-0 flex-1" />
        <IconButton id={columnToggle} name="Hide conversations" icon={<PanelLeft size={18} />} onClick={onClose} />
      </div>
      {isWanted ? (
        <OverPage>
          <Suspense fallback={<div className="flex-1" aria-busy="true" />}>
            <Conversations current={current} />
          </Suspense>
        </OverPage>
      ) : (
        has === 'nothing' && (
          <div className="grid gap-3 px-3 py-3">
            <StorageNotice look="card" />
            <p className="px-2 text-soft text-xs">No conversations yet</p>
          </div>
        )
      )}
    </aside>
  )
}

interface NewConversationProps extends Pick<ComponentProps<typeof Button>, 'look' | 'className'> {
  readonly onNew: () => void
}

export const NewConversation = ({ onNew, ...look }: NewConversationProps) => (
  <Button icon={<MessageSquarePlus size={16} />} onClick={onNew} {...look}>
    New conversation
  </Button>
)
