import { EyeOff, GitCompareArrows } from 'lucide-react'
import { useId, useState } from 'react'
import { ComparedTexts } from '../../../history/compare/compare-runs.tsx'
import type { Run } from '../../../run/run.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { shortly } from '../../../ui/format.ts'
import { useMedia } from '../../../ui/hooks/use-media.ts'
import { isComposing } from '../../../ui/keys/key-press.ts'
import { usePageKeys } from '../../../ui/keys/keyboard.ts'
import { OverPage } from '../../../ui/missing-note.tsx'
import { TabList } from '../../../ui/tabs.tsx'
import { Composer } from '../compose/composer.tsx'
import { useChatPlace } from '../turn/use-conversation.ts'
import { BlindRound } from './blind-round.tsx'
import { useColumnChanges } from './change-columns.ts'
import { ColumnView, modelName } from './column-view.tsx'
import { type ColumnsState, drawSeats, type SendAll, type ShownColumn, shownColumns, useSendAll } from './send-all.ts'
import { ColumnReturns, SendNotes, SendToAll } from './send-parts.tsx'

/** The columns beside each other, or, where there is no room, behind tabs, and one composer for all. */
export function ColumnsStage(all: ColumnsState) {
  const shown = shownColumns(all)
  const changes = useColumnChanges(all, shown)
  const sending = useSendAll(all, shown, changes.focus)
  const { columns } = all.state
  useColumnKeys(shown, changes.focus, sending)
  if (columns?.blind) return <BlindRound {...{ all, shown, sending, blind: columns.blind }} />
  return (
    <>
      <Bar {...{ all, shown }} />
      <Row {...{ all, shown, changes }} />
      <ColumnReturns {...{ all, sending }} />
      <SendNotes sending={sending} />
      <Composer {...all}>{(isOff) => <SendToAll {...{ sending, isOff }} />}</Composer>
    </>
  )
}

/** Alt and a digit for a column, Alt Enter sends to all, Shift Esc stops all. */
function useColumnKeys(shown: readonly ShownColumn[], focus: (at: number) => void, { sendAll, stopAll }: SendAll) {
  usePageKeys((event) => {
    const { code, key, altKey, ctrlKey, metaKey, shiftKey, repeat } = event
    if (ctrlKey || metaKey || isComposing(event)) return
    const at = Number(/^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]) - 1
    if (altKey && !shiftKey && shown[at]) focus(at)
    else if (altKey && !shiftKey && key === 'Enter' && !repeat) sendAll()
    else if (shiftKey && !altKey && key === 'Escape') stopAll()
    else return
    event.preventDefault()
  })
}

/** What can be done with all columns together. */
function Bar({ all, shown }: { readonly all: ColumnsState; readonly shown: readonly ShownColumn[] }) {
  const [compared, compare] = useState<readonly Run[]>()
  const [, go] = useChatPlace()
  const runs = useRuns()
  const answered = shown.flatMap(({ path, isSent }) => (isSent ? path.slice(-1) : []))
  const { columns, set } = all.state
  return (
    <div className="flex shrink-0 items-center gap-1 overflow-x-auto border-line border-b px-2 py-1 md:px-4">
      <Button
        look="quiet"
        small
        icon={<GitCompareArrows size={16} />}
        disabled={answered.length < 2}
        onClick={() => compare(answered.map((run) => runs.run(run.id) ?? run))}
      >
        Differences
      </Button>
      <Button
        look="quiet"
        small
        icon={<EyeOff size={16} />}
        onClick={() => {
          if (!columns) return
          const seen = answered.map(({ id }) => id)
          set({ ...columns, blind: { seats: drawSeats(columns.list.length), seen } })
          go({ model: undefined }, 'replace')
        }}
      >
        Compare blind
      </Button>
      <p className="ml-auto hidden whitespace-nowrap text-faint text-xs lg:block">
        Alt 1–{shown.length} focus · Alt ↵ to all · Esc stops this one · Shift Esc all
      </p>
      {compared && (
        <OverPage>
          <Dialog title="Answers to the last message" open kind="full" onClose={() => compare(undefined)}>
            <div className="grid grid-cols-1 gap-3">
              <ComparedTexts runs={compared} />
            </div>
          </Dialog>
        </OverPage>
      )}
    </div>
  )
}

interface RowProps {
  readonly all: ColumnsState
  readonly shown: readonly ShownColumn[]
  readonly changes: ReturnType<typeof useColumnChanges>
}

/** Narrower, there is room for one column at a time. */
const narrowQuery = '(width < 900px)'

function Row({ all, shown, changes }: RowProps) {
  const isNarrow = useMedia(narrowQuery)
  const id = useId()
  const at = all.state.columns?.at ?? 0
  const first = shown[0]?.request ?? {}
  const drawn = shown.map((column, place) => (
    <ColumnView key={column.column.id} {...{ all, shown: column, place, first, changes, isAlone: isNarrow }} />
  ))
  if (!isNarrow)
    return (
      <ul
        aria-label="Columns"
        className="grid min-h-0 flex-1 auto-cols-[minmax(20rem,1fr)] grid-flow-col grid-rows-1 divide-x divide-line overflow-x-auto"
      >
        {drawn}
      </ul>
    )
  return (
    <>
      <TabList
        id={id}
        name="Columns"
        tabs={shown.map(({ request, running }, place) => ({
          id: String(place),
          title: `${place + 1} ${shortly(modelName(request), 24)}`,
          note: running ? '…' : undefined,
        }))}
        value={String(at)}
        onChange={(next) => changes.focus(Number(next))}
      />
      <ul id={`${id}panel`} aria-label="Columns" className="grid min-h-0 flex-1 grid-cols-1 grid-rows-1">
        {drawn[at]}
      </ul>
    </>
  )
}
