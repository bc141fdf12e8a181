import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { StateLabel, stateOf } from '../../../inspect/line/run-state.tsx'
import type { Run } from '../../../run/run.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { counted, shortly } from '../../../ui/format.ts'
import { phoneQuery, useMedia } from '../../../ui/hooks/use-media.ts'
import { useRowWindow } from '../../../ui/hooks/use-row-window.ts'
import { rowAfter } from '../../../ui/keys/key-press.ts'
import { countBranches } from '../turn/conversation.ts'
import type { OpenConversation } from '../turn/use-conversation.ts'
import { type OutlineRow, outlineRows } from './outline-rows.ts'

interface OutlineDialogProps {
  readonly conversation: Pick<OpenConversation, 'runs' | 'path' | 'showRun'>
  readonly onClose: () => void
}

/** All branches of the conversation as one tree. A run that is chosen is shown with its branch. */
export function OutlineDialog({ conversation: { runs, path, showRun }, onClose }: OutlineDialogProps) {
  const phone = useMedia(phoneQuery)
  const branches = countBranches(runs)
  function choose(run: Run): void {
    onClose()
    if (!path.includes(run)) showRun(run)
    // After the dialog has given the focus back.
    requestAnimationFrame(() => revealTurn(run.id))
  }
  return (
    <Dialog kind={phone ? 'sheet' : 'centre'} title="Outline" open onClose={onClose}>
      <div className="-m-5 flex h-[65dvh] flex-col">
        <p className="shrink-0 px-5 pt-3 pb-2 text-soft text-xs">
          {counted(runs.length, 'message')}
          {branches > 1 && ` in ${branches} branches`}
        </p>
        <Tree runs={runs} path={path} onChoose={choose} />
      </div>
    </Dialog>
  )
}

/** Frames in which the branch of a turn is drawn. */
const patience = 60

/** Scrolls to a turn and moves the focus to it as soon as it is drawn. */
function revealTurn(run: string, frames = patience): void {
  // Of columns, that of the one in use.
  const place = document.querySelector('[aria-current=true] [role=log]') ?? document
  const turn = place.querySelector<HTMLElement>(`[data-turn="${CSS.escape(run)}"]`)
  if (!turn) {
    if (frames > 0) requestAnimationFrame(() => revealTurn(run, frames - 1))
    return
  }
  turn.scrollIntoView()
  turn.focus({ preventScroll: true })
}

const rowHeight = 48
/** Levels that are indented: more would leave no room for the words. */
const deepest = 8

type Row = OutlineRow<Run>

const idOf = (row: Row | undefined) => (row?.kind === 'run' ? row.run.id : row?.kind)

interface TreeProps extends Pick<OpenConversation, 'runs' | 'path'> {
  readonly onChoose: (run: Run) => void
}

function Tree({ runs, path, onChoose }: TreeProps) {
  const treeId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  // A run that streams changes once a frame.
  const settled = useDeferredValue(runs)
  const rows = useMemo(() => outlineRows(settled), [settled])
  const shown = useMemo(() => new Set(path.map(({ id }) => id)), [path])
  const [activeId, setActiveId] = useState(path.at(-1)?.id)
  const active = Math.max(
    0,
    rows.findIndex((row) => idOf(row) === activeId),
  )
  const { first, last, offset, height, page, reveal } = useRowWindow(scroller, rows.length, rowHeight)
  useLayoutEffect(() => reveal(active), [active, reveal])
  // After the dialog has opened, which focuses its first control.
  useEffect(() => scroller.current?.focus(), [])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    const row = rows[active]
    if (key === 'Enter' && row?.kind === 'run') onChoose(row.run)
    else {
      const next = rowAfter(key, active, rows.length, { page }) ?? across(rows, active, key) ?? named(rows, active, key)
      if (next === undefined) return
      setActiveId(idOf(rows[next]))
    }
    event.preventDefault()
  }

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label="Messages"
      tabIndex={0}
      aria-activedescendant={active >= first && active < last ? `${treeId}${active}` : undefined}
      onKeyDown={onKeyDown}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain outline-offset-[-2px]"
    >
      <div role="none" style={{ height }} className="overflow-hidden">
        <div role="none" style={{ transform: `translateY(${offset}px)` }}>
          {rows.slice(first, last).map((row, place) => (
            <RowView
              key={idOf(row)}
              id={`${treeId}${first + place}`}
              row={row}
              isActive={first + place === active}
              isShown={row.kind === 'run' && shown.has(row.run.id)}
              onPress={() => (row.kind === 'run' ? onChoose(row.run) : setActiveId(row.kind))}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

/** Left leads to the message that a row follows, or the one before its branch; Right to the next one, if it follows the row. */
function across(rows: readonly Row[], at: number, key: string): number | undefined {
  const [row, next] = [rows[at], rows[at + 1]]
  if (key === 'ArrowLeft') return row?.kind === 'run' ? (row.above ?? at) : at
  if (key !== 'ArrowRight') return undefined
  return next?.kind === 'run' && next.above === at ? at + 1 : at
}

/** The next row whose words begin with a letter. */
function named(rows: readonly Row[], at: number, key: string): number | undefined {
  if (key.length !== 1) return undefined
  const isNamed = (row: Row) => row.kind === 'run' && row.run.title.toLowerCase().startsWith(key.toLowerCase())
  const next = rows.findIndex((row, index) => index > at && isNamed(row))
  const found = next < 0 ? rows.findIndex(isNamed) : next
  return found < 0 ? undefined : found
}

interface RowViewProps {
  readonly id: string
  readonly row: Row
  readonly isActive: boolean
  readonly isShown: boolean
  readonly onPress: () => void
}

function RowView({ id, row, isActive, isShown, onPress }: RowViewProps) {
  const [level, place, of] = row.kind === 'run' ? [row.branch.level, row.place, row.branch.length] : [1, 0, 1]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus and its keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and names the active row.
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={place + 1}
      aria-setsize={of}
      aria-selected={isActive}
      onClick={onPress}
      style={{ height: rowHeight, paddingLeft: 16 + Math.min(level - 1, deepest) * 18 }}
      className="flex cursor-pointer items-center gap-3 pr-5 hover:bg-surface aria-selected:bg-cable/15"
    >
      {row.kind === 'run' ? (
        <RunWords row={row} isShown={isShown} />
      ) : (
        <span className="text-warning text-xs">Not connected: {counted(row.count, 'message')}</span>
      )}
    </div>
  )
}

function RunWords({ row, isShown }: Pick<RowViewProps, 'isShown'> & { readonly row: Extract<Row, { kind: 'run' }> }) {
  const { run, branch, place } = row
  return (
    <>
      <span
        title={isShown ? 'Shown' : undefined}
        className={`h-full w-0.5 shrink-0 ${isShown ? 'bg-cable' : 'bg-line'}`}
      />
      <span className="grid min-w-0 flex-1">
        <span dir="auto" className={`truncate text-sm ${isShown ? '' : 'text-soft'}`}>
          {shortly(run.title, 120)}
          {isShown && <span className="sr-only">, shown</span>}
        </span>
        <span className="flex min-w-0 items-center gap-2 text-2xs text-faint">
          {place === 0 && branch.of > 1 && (
            <span className="shrink-0 tabular-nums">
              Branch {branch.at + 1} of {branch.of}
            </span>
          )}
          <span className="truncate font-mono">{shortly(run.model, 60)}</span>
        </span>
      </span>
      {run.status !== 'completed' && <StateLabel state={stateOf(run)} />}
    </>
  )
}
