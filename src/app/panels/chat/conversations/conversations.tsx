import { FolderOpen } from 'lucide-react'
import { useRef } from 'react'
import { useKnownKeys } from '../../../connection/connection-provider.tsx'
import type { Conversation } from '../../../run/history/conversations.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { SearchField } from '../../../tool/lists/search-field.tsx'
import { UndoLine } from '../../../tool/lists/undo-line.tsx'
import { StorageNotice } from '../../../tool/storage-notice.tsx'
import { type Action, useActions } from '../../../ui/actions.ts'
import { Button } from '../../../ui/button/button.tsx'
import { pickFiles } from '../../../ui/files.ts'
import { grouped } from '../../../ui/format.ts'
import { lateCode, sayMissing } from '../../../ui/late-code.ts'
import { ConversationList } from './conversation-list.tsx'
import { type Conversations as Listing, useConversations } from './use-conversations.ts'

export interface ConversationsProps {
  /** The id of the conversation that is shown in the panel. */
  readonly current: string
  readonly onOpen: (id: string) => void
  /** The shown conversation was deleted. */
  readonly onGone: () => void
  /** It was brought back. */
  readonly onBack: (id: string) => void
}

/** Search, the list of conversations, what was done last, and import. */
export function Conversations({ current, onOpen, onGone, onBack }: ConversationsProps) {
  const listing = useConversations()
  const { all, listed, loading, text, news } = listing
  const focusWish = useRef<string>(undefined)
  const search = useRef<HTMLInputElement>(null)
  /** Whether the conversation that was deleted last was the shown one. */
  const wasShown = useRef(false)
  const { bringIn, save } = useFiles(listing, onOpen)

  async function remove(one: Conversation, next: Conversation | undefined): Promise<void> {
    if (!(await listing.remove(one))) return
    if (next) focusWish.current = next.id
    else search.current?.focus()
    wasShown.current = one.id === current
    if (wasShown.current) onGone()
  }

  async function undo(): Promise<void> {
    // The pressed button goes with the news.
    search.current?.focus()
    const back = news?.id
    if (!(await listing.undo()) || back === undefined) return
    focusWish.current = back
    if (wasShown.current) onBack(back)
  }

  const pin = (one: Conversation) => listing.pin(one, one.place === 'pinned' ? 'usual' : 'pinned')
  const shown = all.find(({ id }) => id === current)
  useActions([
    { name: 'Search conversations', run: () => afterPalette(() => search.current?.focus()) },
    ...(shown ? actionsOn(shown, { pin, save, remove: () => void remove(shown, undefined) }) : []),
    { name: 'Import conversations', run: bringIn },
  ])

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="grid shrink-0 grid-cols-1 px-3 py-2">
        <SearchField ref={search} name="Search conversations" value={text} onText={listing.setText} />
      </div>
      <div className="shrink-0 px-3 pb-2 empty:hidden">
        <StorageNotice look="card" />
      </div>
      {listed.length > 0 ? (
        <ConversationList
          {...{ listed, current, focusWish }}
          onOpen={(one) => onOpen(one.id)}
          onRename={listing.rename}
          onPin={pin}
          onDelete={(one, next) => void remove(one, next)}
          onExport={save}
        />
      ) : (
        <p className="min-h-0 flex-1 px-5 py-3 text-soft text-xs">
          {loading || text.trim() !== '' ? !loading && 'No matches' : 'No conversations yet'}
        </p>
      )}
      <p role="status" className="sr-only">
        {text.trim() !== '' &&
          !listing.isReading &&
          `${grouped(listed.length)} of ${grouped(all.length)} conversations`}
      </p>
      <div className="grid shrink-0 gap-1 border-line border-t p-2">
        {news && (
          <UndoLine
            words={news.words}
            what={news}
            isFailed={news.kind === 'failed'}
            onUndo={news.undo && (() => void undo())}
            onDismiss={() => listing.setNews(undefined)}
            className="pl-3"
          />
        )}
        <Button look="quiet" icon={<FolderOpen size={16} />} onClick={bringIn}>
          Import conversations
        </Button>
      </div>
    </div>
  )
}

/** Ms after which a palette that was chosen from has closed and given the focus back. */
const closing = 100
const afterPalette = (work: () => void) => void setTimeout(work, closing)

interface PanelActions {
  readonly pin: (one: Conversation) => void
  readonly save: (one: Conversation, format: 'markdown' | 'json') => void
  readonly remove: () => void
}

/** What the palette offers for the conversation that is shown. */
function actionsOn(one: Conversation, { pin, save, remove }: PanelActions): readonly Action[] {
  return [
    { name: `${one.place === 'pinned' ? 'Unpin' : 'Pin'} this conversation`, run: () => pin(one) },
    { name: 'Export this conversation as Markdown', run: () => save(one, 'markdown') },
    { name: 'Export this conversation as JSON', run: () => save(one, 'json') },
    { name: 'Delete this conversation', run: () => afterPalette(remove) },
  ]
}

const loadTransfer = lateCode(() => import('./transfer.ts'))

/** Export and import of conversations. */
function useFiles({ setNews }: Listing, onOpen: (id: string) => void) {
  const runs = useRuns()
  const keys = useKnownKeys()

  async function take(files: readonly File[]): Promise<void> {
    setNews({ kind: 'done', words: 'Importing…' })
    const { importConversations } = await loadTransfer()
    const { thread, ...told } = await importConversations(files, runs)
    setNews(told)
    if (thread !== undefined) onOpen(thread)
  }

  async function give(one: Conversation, format: 'markdown' | 'json'): Promise<void> {
    const { exportConversation } = await loadTransfer()
    setNews(await exportConversation(one, format, { runs, keys }))
  }

  const failed = (error: unknown) =>
    setNews({ kind: 'failed', words: sayMissing(error, 'That did not work. Try again.') })
  return {
    bringIn: () =>
      pickFiles({ accept: '.json,application/json,.zip,application/zip', count: 'several' }, (files) => {
        void take(files).catch(failed)
      }),
    save: (one: Conversation, format: 'markdown' | 'json') => void give(one, format).catch(failed),
  }
}
