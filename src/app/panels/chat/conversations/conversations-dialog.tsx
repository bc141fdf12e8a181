import { Dialog } from '../../../ui/dialog.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { Conversations, type ConversationsProps } from './conversations.tsx'
import { NewConversation } from './conversations-column.tsx'

interface ConversationsDialogProps extends ConversationsProps {
  readonly onNew: () => void
  readonly onClose: () => void
}

/** The conversations where a column has no room. Opening one closes it. */
export function ConversationsDialog({ onNew, onClose, onOpen, ...props }: ConversationsDialogProps) {
  const phone = useMedia(phoneQuery)
  return (
    <Dialog kind={phone ? 'sheet' : 'centre'} title="Conversations" open onClose={onClose}>
      <div className="-m-5 flex h-[65dvh] flex-col">
        <div className="flex shrink-0 px-3 pt-3">
          <NewConversation
            className="flex-1"
            onNew={() => {
              onClose()
              onNew()
            }}
          />
        </div>
        <Conversations
          {...props}
          onOpen={(id) => {
            onClose()
            onOpen(id)
          }}
        />
      </div>
    </Dialog>
  )
}
