import { Copy, FileDown, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import type { RowPlace } from '../../../history/history-list.tsx'
import { RenameBox } from '../../../history/list-fields.tsx'
import { answersIn, type Conversation } from '../../../run/history/stored-conversations.ts'
import { counted, shortly } from '../../../ui/format.ts'
import { Menu, menuItem } from '../../../ui/popup/menu.tsx'
import type { MenuItem } from '../../../ui/popup/menu-list.tsx'
import { shortTime } from '../../../ui/short-time.ts'

export interface RowActions {
  readonly pin: (one: Conversation) => void
  readonly save: (one: Conversation, format: 'markdown' | 'json') => void
  readonly remove: (one: Conversation) => void
  readonly startRename: (one: Conversation) => void
}

interface RowProps extends RowActions, RowPlace {
  readonly one: Conversation
  readonly isShown: boolean
  readonly isRenamed: boolean
  /** Without a title the old one stays. */
  readonly onRenamed: (one: Conversation, title: string | undefined) => void
}

export const rowHeight = 56

/** One conversation: its title, which opens it, its last activity and model, and a menu. */
export function ConversationRow(props: RowProps) {
  const { one, id, at, of, top, active, isShown, isRenamed, onRenamed, ...actions } = props
  const title = shortly(one.title, 120)
  return (
    <li
      id={id}
      aria-setsize={of}
      aria-posinset={at + 1}
      data-at={at}
      style={{ top, height: rowHeight }}
      className={`group absolute inset-x-2 flex items-center rounded-md hover:bg-raised ${isShown ? 'bg-raised' : ''}`}
    >
      {isRenamed ? (
        <RenameBox
          name="Title of the conversation"
          value={one.title}
          onDone={(title) => onRenamed(one, title)}
          className="mx-1 h-9 min-w-0 flex-1 rounded-md border border-line bg-surface px-2 coarse:h-11"
        />
      ) : (
        <>
          <button
            type="button"
            data-open
            tabIndex={active ? 0 : -1}
            aria-current={isShown ? 'true' : undefined}
            aria-keyshortcuts="F2 Delete"
            title={title}
            className="grid h-full min-w-0 flex-1 content-center rounded-md px-3 text-left outline-offset-[-2px]"
          >
            <span dir="auto" className={`truncate ${isShown ? 'font-medium' : ''}`}>
              {title}
            </span>
            <Facts one={one} />
          </button>
          <Menu
            name={`Actions for ${title}`}
            tabIndex={active ? 0 : -1}
            items={itemsFor(one, actions)}
            className={`mr-1 ${active ? '' : 'opacity-0 focus-visible:opacity-100 group-hover:opacity-100 coarse:opacity-100'}`}
          />
        </>
      )}
    </li>
  )
}

function Facts({ one }: { one: Conversation }) {
  const { place, status, at, runs } = one
  const answers = answersIn(one)
  return (
    <span className="flex items-center gap-1 truncate text-2xs text-faint tabular-nums">
      {place === 'pinned' && <Pin size={12} role="img" aria-hidden={false} aria-label="Pinned" className="shrink-0" />}
      {status === 'running' && <span className="font-medium text-cable">Answering…</span>}
      <span className="shrink-0">
        {status === 'idle' && `${shortTime(at)} · `}
        {answers > 0 ? counted(answers, 'answer') : status === 'idle' && 'No answer'}
      </span>
      <span className="truncate">
        {(answers > 0 || status === 'idle') && '· '}
        {shortly(runs.at(-1)?.model ?? '', 60)}
      </span>
    </span>
  )
}

function itemsFor(one: Conversation, actions: RowActions): readonly MenuItem[] {
  const pinned = one.place === 'pinned'
  return [
    { ...menuItem('Rename', Pencil, () => actions.startRename(one)), keys: 'F2' },
    menuItem(pinned ? 'Unpin' : 'Pin', pinned ? PinOff : Pin, () => actions.pin(one)),
    menuItem('Export as Markdown', FileDown, () => actions.save(one, 'markdown')),
    menuItem('Export as JSON', Copy, () => actions.save(one, 'json')),
    { ...menuItem('Delete', Trash2, () => actions.remove(one)), keys: 'Delete', danger: true },
  ]
}
