import { FolderOpen } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useKnownKeys } from '../../../connection/connection-provider.tsx'
import { HistoryList } from '../../../history/history-list.tsx'
import { SearchField } from '../../../history/list-fields.tsx'
import { UndoLine } from '../../../history/undo-line.tsx'
import { type UndoStep, useUndo } from '../../../history/use-undo.ts'
import { useRunActions } from '../../../run/history/run-actions.ts'
import { type Conversation, conversationsOf, heldRuns, holdsText } from '../../../run/history/stored-conversations.ts'
import { useHistory, useTextSearch } from '../../../run/history/use-history.ts'
import { newId } from '../../../run/new-id.ts'
import { notSaved } from '../../../run/run-draft.ts'
import { isLabThread, isStageThread } from '../../../run/stored-draft.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { StorageNotice } from '../../../tool/storage-notice.tsx'
import { chatTool, toolOf, useTools } from '../../../tool/tools.ts'
import { type Action, useActions } from '../../../ui/actions.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { pickFiles } from '../../../ui/files.ts'
import { counted, grouped, shortly } from '../../../ui/format.ts'
import { phoneQuery, useMedia } from '../../../ui/hooks/use-media.ts'
import { lateCode, sayMissing } from '../../../ui/late-code.ts'
import { countBranches } from '../turn/conversation.ts'
import { useChatPlace } from '../turn/use-conversation.ts'
import { ConversationRow, type RowActions, rowHeight } from './conversation-row.tsx'

export interface ConversationsProps {
  /** The id of the conversation that is shown in the panel. */
  readonly current: string
  /** Called when another one is opened by a press. */
  readonly onOpen?: () => void
}

/** Search, the list of conversations, what was done last, and import. */
export function Conversations({ current, onOpen }: ConversationsProps) {
  const [, go] = useChatPlace()
  const show = (id: string) => go({ thread: id, run: undefined })
  const open = (id: string) => {
    onOpen?.()
    show(id)
  }
  const [text, setText] = useState('')
  const { all, listed, loading, isReading } = useConversations(text)
  const focusWish = useRef<string>(undefined)
  const search = useRef<HTMLInputElement>(null)
  /** Whether the conversation that was deleted last was the shown one. */
  const wasShown = useRef(false)
  const undo = useUndo(({ id }) => {
    focusWish.current = id
    if (wasShown.current && id !== undefined) show(id)
  }, 1)
  const { rename, pin, remove } = useConversationEdits(undo.push)
  const { bringIn, save } = useFiles(undo.push, open)

  /** `next` takes the focus. */
  async function removeThen(one: Conversation, next: Conversation | undefined): Promise<void> {
    if (!(await remove(one))) return
    if (next) focusWish.current = next.id
    else search.current?.focus()
    wasShown.current = one.id === current
    if (wasShown.current) show(newId())
  }

  function undoHere(): void {
    // The pressed button goes with the line.
    search.current?.focus()
    undo.undo()
  }

  const shown = all.find(({ id }) => id === current)
  useActions([
    { name: 'Search conversations', run: () => afterPalette(() => search.current?.focus()) },
    ...(shown ? actionsOn(shown, { pin, save, remove: () => void removeThen(shown, undefined) }) : []),
    { name: 'Import conversations', run: bringIn },
  ])

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="grid shrink-0 grid-cols-1 px-3 py-2">
        <SearchField ref={search} name="Search conversations" value={text} onText={setText} />
      </div>
      <div className="shrink-0 px-3 pb-2 empty:hidden">
        <StorageNotice look="card" />
      </div>
      {listed.length > 0 ? (
        <ConversationList
          {...{ listed, current, focusWish, open, rename }}
          actions={{ pin, save }}
          onRemove={(one, next) => void removeThen(one, next)}
        />
      ) : (
        <p className="min-h-0 flex-1 px-5 py-3 text-soft text-xs">
          {loading || text.trim() !== '' ? !loading && 'No matches' : 'No conversations yet'}
        </p>
      )}
      <p role="status" className="sr-only">
        {text.trim() !== '' && !isReading && `${grouped(listed.length)} of ${grouped(all.length)} conversations`}
      </p>
      <div className="grid shrink-0 gap-1 border-line border-t p-2">
        <UndoLine of={{ ...undo, undo: undoHere }} className="pl-3" />
        <Button look="quiet" icon={<FolderOpen size={16} />} onClick={bringIn}>
          Import conversations
        </Button>
      </div>
    </div>
  )
}

interface ConversationsDialogProps extends Pick<ConversationsProps, 'current'> {
  readonly onClose: () => void
  /** The button above them. */
  readonly children: ReactNode
}

/** The conversations where a column has no room. Opening one closes it. */
export function ConversationsDialog({ current, onClose, children }: ConversationsDialogProps) {
  const phone = useMedia(phoneQuery)
  return (
    <Dialog kind={phone ? 'sheet' : 'centre'} title="Conversations" open onClose={onClose}>
      <div className="-m-5 flex h-[65dvh] flex-col">
        <div className="flex shrink-0 px-3 pt-3">{children}</div>
        <Conversations current={current} onOpen={onClose} />
      </div>
    </Dialog>
  )
}

interface ConversationListProps extends Pick<ConversationsProps, 'current'> {
  readonly open: (id: string) => void
  readonly listed: readonly Conversation[]
  readonly focusWish: { current: string | undefined }
  readonly rename: (one: Conversation, title: string) => void
  readonly actions: Pick<RowActions, 'pin' | 'save'>
  /** `next` is below it, or else above. */
  readonly onRemove: (one: Conversation, next: Conversation | undefined) => void
}

function ConversationList(props: ConversationListProps) {
  const { listed, current, focusWish, open, rename, actions, onRemove } = props
  const [active, setActive] = useState(current)
  const [renamed, setRenamed] = useState<string>()
  const startRename = ({ id }: Conversation) => {
    setActive(id)
    setRenamed(id)
  }
  const remove = (one: Conversation) => {
    const at = listed.indexOf(one)
    onRemove(one, listed[at + 1] ?? listed[at - 1])
  }
  const onRenamed = (one: Conversation, title: string | undefined) => {
    if (renamed !== one.id) return
    setRenamed(undefined)
    focusWish.current = one.id
    if (title !== undefined && title !== one.title) rename(one, title)
  }
  return (
    <HistoryList
      kind="rows"
      name="Conversations"
      items={listed}
      rowHeight={rowHeight}
      active={active}
      open={current}
      focusWish={focusWish}
      onFocus={({ id }) => setActive(id)}
      onPress={({ id }) => open(id)}
      onKey={(one, { key }) => {
        if (key === 'F2') startRename(one)
        else if (key === 'Delete') remove(one)
        else return false
        return true
      }}
      row={(one, place) => (
        <ConversationRow
          {...{ one, ...place, ...actions, startRename, onRenamed, remove }}
          isShown={one.id === current}
          isRenamed={one.id === renamed}
        />
      )}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain py-1"
    />
  )
}

/** Ms after which a palette that was chosen from has closed and given the focus back. */
const closing = 100
const afterPalette = (work: () => void) => void setTimeout(work, closing)

/** What the palette offers for the conversation that is shown. */
function actionsOn(
  one: Conversation,
  { pin, save, remove }: Pick<RowActions, 'pin' | 'save'> & { readonly remove: () => void },
): readonly Action[] {
  return [
    { name: `${one.place === 'pinned' ? 'Unpin' : 'Pin'} this conversation`, run: () => pin(one) },
    { name: 'Export this conversation as Markdown', run: () => save(one, 'markdown') },
    { name: 'Export this conversation as JSON', run: () => save(one, 'json') },
    { name: 'Delete this conversation', run: () => afterPalette(remove) },
  ]
}

const loadTransfer = lateCode(() => import('./transfer.ts'))

function useFiles(onStep: (step: UndoStep) => void, onOpen: (id: string) => void) {
  const runs = useRuns()
  const keys = useKnownKeys()

  async function take(files: readonly File[]): Promise<void> {
    onStep({ words: 'Importing…' })
    const { importConversations } = await loadTransfer()
    const { thread, ...step } = await importConversations(files, runs)
    onStep(step)
    if (thread !== undefined) onOpen(thread)
  }

  async function give(one: Conversation, format: 'markdown' | 'json'): Promise<void> {
    const { exportConversation } = await loadTransfer()
    onStep(await exportConversation(one, format, { runs, keys }))
  }

  const failed = (error: unknown) =>
    onStep({ words: sayMissing(error, 'That did not work. Try again.'), isFailed: true })
  return {
    bringIn: () =>
      pickFiles({ accept: '.json,application/json,.zip,application/zip', count: 'several' }, (files) => {
        void take(files).catch(failed)
      }),
    save: (one: Conversation, format: 'markdown' | 'json') => void give(one, format).catch(failed),
  }
}

function useConversations(text: string) {
  const { rows, loading } = useHistory()
  const tools = useTools()
  const all = useMemo(
    () =>
      conversationsOf(
        rows,
        (row) => toolOf(tools, row) === chatTool && !isLabThread(row.thread) && !isStageThread(row.thread),
      ),
    [rows, tools],
  )
  const sought = useDeferredValue(text.trim())
  const words = useDeferredValue(useTextSearch(sought !== ''))
  const listed = useMemo(
    () => (sought === '' ? all : all.filter((one) => holdsText(one, sought, words.wordsOf))),
    [all, sought, words],
  )
  /** `isReading`: the texts of some runs have not been searched yet. */
  return { all, listed, loading, isReading: sought !== '' && words.reading }
}

/** Changes of conversations. A failure, and what can be undone, is told by `onStep`. */
function useConversationEdits(onStep: (step: UndoStep) => void) {
  const actions = useRunActions()

  async function attempt<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work
    } catch (error) {
      onStep({ words: notSaved(error), isFailed: true })
      return undefined
    }
  }

  return {
    rename: (one: Conversation, title: string) => void attempt(actions.changeConversation(one, { title })),
    pin: (one: Conversation) =>
      void attempt(actions.changeConversation(one, { place: one.place === 'pinned' ? 'usual' : 'pinned' })),
    /** Deletes all runs of a conversation, or none where one of them cannot be deleted. Resolves with whether it did. */
    async remove(one: Conversation): Promise<boolean> {
      if (heldRuns(one).length > 0) {
        onStep({ words: whyHeld(one), isFailed: true })
        return false
      }
      const change = await attempt(actions.remove(one.runs.map(({ id }) => id)))
      if (change) onStep({ words: deletedWords(one), undo: change.undo, id: one.id })
      return change !== undefined
    },
  }
}

function deletedWords({ title, runs }: Conversation): string {
  const branches = countBranches(runs)
  const where = branches > 1 ? ` in ${branches} branches` : ''
  return `Deleted “${shortly(title, 60)}”: ${counted(runs.length, 'message')}${where}`
}

const whyHeld = ({ status }: Conversation) =>
  status === 'running'
    ? 'Not deleted: an answer is still in progress. Stop it first.'
    : 'Not deleted: one of its runs has an unknown result. Resolve it in Runs first.'
