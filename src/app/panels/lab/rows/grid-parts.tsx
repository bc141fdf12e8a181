import { CircleAlert, Plus, Trash2 } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, memo, useRef, useState } from 'react'
import { type JsonRecord, ownOf } from '#contract/core/loose-json.ts'
import { type ColumnKind, columnKinds } from '#lab/lab-plan.ts'
import type { ColumnKinds } from '#lab/rows/map-columns.ts'
import { RenameBox } from '../../../history/list-fields.tsx'
import { grouped, shortly } from '../../../ui/format.ts'
import { isComposing } from '../../../ui/keys/key-press.ts'
import { Menu } from '../../../ui/popup/menu.tsx'
import { cellText, type GridPlace } from './grid-rows.ts'
import type { ImportSource } from './source-reading.ts'

/** The widths of the row's number and of so many columns. */
export const columnWidths = (count: number) => ({
  gridTemplateColumns: `3.5rem repeat(${count}, minmax(11rem, 1fr))`,
  minWidth: `${3.5 + 11 * count}rem`,
})

/** A cell, by which keys, presses and pastes know where they are. Column -1 is the row's number. */
const cell = (role: 'columnheader' | 'rowheader' | 'gridcell', row: number, column: number, isActive: boolean) => ({
  role,
  'aria-colindex': column + 2,
  'data-row': row,
  'data-column': column,
  ...(isActive && { 'data-active': '' }),
})
const line = (row: number) => ({ role: 'row', 'aria-rowindex': row + 2 })

const edge = 'border-line border-r border-b'
const focusEdge = 'outline-offset-[-2px]'

export interface GridHeadProps {
  readonly names: readonly string[]
  /** Names in the request for which no row has a value. */
  readonly missing: readonly string[]
  readonly kinds: ColumnKinds
  /** The column of the head that the keyboard is at. */
  readonly active: number | undefined
  /** The column that gets a name: an old one, or '' for a new one. */
  readonly naming: string | undefined
  readonly onNaming: (name: string) => void
  readonly onNamed: (name: string | undefined) => void
  readonly onDelete: (name: string) => void
  readonly onKind: (name: string, kind: ColumnKind) => void
}

/** The names of the columns; each is a button with what can be done to it. */
export function GridHead({ names, missing, kinds, active, naming, ...on }: GridHeadProps) {
  const box = (name: string) => (
    <RenameBox
      name="Column name"
      value={name}
      placeholder="Column name"
      onDone={on.onNamed}
      className="h-full w-full min-w-0 bg-raised px-3 font-mono text-xs"
    />
  )
  const head = (at: number) => cell('columnheader', -1, at, active === at)
  return (
    <div
      {...line(-1)}
      style={columnWidths(names.length + (naming === '' ? 1 : 0))}
      className="sticky top-0 z-20 grid h-9 bg-surface coarse:h-11"
    >
      <div {...cell('columnheader', -1, -1, false)} className={`sticky left-0 z-10 bg-surface ${edge}`}>
        <span className="sr-only">Row</span>
      </div>
      {names.map((name, at) => {
        const title = shortly(name, 60)
        const kind = ownOf(kinds, name) ?? 'variable'
        if (naming === name && name !== '')
          return (
            <div key={name} {...head(at)} className={edge}>
              {box(name)}
            </div>
          )
        if (missing.includes(name))
          return (
            <div
              key={name}
              {...head(at)}
              tabIndex={active === at ? 0 : -1}
              title={`${name}: not filled yet`}
              className={`flex min-w-0 items-center gap-1.5 px-3 text-danger text-xs ${focusEdge} ${edge}`}
            >
              <CircleAlert size={14} className="shrink-0" />
              <span className="truncate font-mono">{title}</span>
              <span className="shrink-0">not filled yet</span>
            </div>
          )
        return (
          <div key={name} {...head(at)} className={`min-w-0 ${edge}`}>
            <Menu
              name={`Column ${title}`}
              align="start"
              tabIndex={active === at ? 0 : -1}
              className={`size-full min-w-0 justify-start! rounded-none! font-mono text-xs! ${focusEdge}`}
              items={[
                { name: 'Rename', onSelect: () => on.onNaming(name) },
                ...columnKinds.flatMap((one) =>
                  one === kind ? [] : { name: `Use as ${one}`, onSelect: () => on.onKind(name, one) },
                ),
                { name: 'Delete column', danger: true, onSelect: () => on.onDelete(name) },
              ]}
            >
              <span className="truncate">{title}</span>
              {kind !== 'variable' && kind !== name && <span className="font-sans text-2xs text-faint">{kind}</span>}
            </Menu>
          </div>
        )
      })}
      {naming === '' && (
        <div {...head(names.length)} className={edge}>
          {box('')}
        </div>
      )}
    </div>
  )
}

interface GridRowProps extends Pick<GridHeadProps, 'names' | 'missing' | 'kinds'> {
  readonly at: number
  /** Absent for the one that typing adds. */
  readonly row: JsonRecord | undefined
  readonly hasFile: (value: unknown) => boolean
  /** Pixels from the top. */
  readonly top: number
  readonly height: number
  /** The column of this row that the keyboard is at. */
  readonly active: number | undefined
  /** What the box over the active cell begins with; without it nothing is edited. */
  readonly editing: string | undefined
  readonly onDone: CellBoxProps['onDone']
  readonly onDelete: (at: number) => void
}

/** Memoised: while the grid is scrolled, the rows that stay are not drawn again. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { at, row, names, missing, kinds, hasFile, top, height, active, editing, onDone, onDelete } = props
  return (
    <div
      {...line(at)}
      style={{ ...columnWidths(names.length), top, height }}
      className="group absolute inset-x-0 grid grid-rows-[100%]"
    >
      <div
        {...cell('rowheader', at, -1, active === -1)}
        tabIndex={row || active !== -1 ? -1 : 0}
        className={`sticky left-0 z-10 grid place-items-center bg-surface text-2xs text-faint tabular-nums ${focusEdge} ${edge}`}
      >
        {row ? (
          <>
            <span className="col-start-1 row-start-1 group-hover:opacity-0">{grouped(at + 1)}</span>
            <button
              type="button"
              aria-label={`Delete row ${grouped(at + 1)}`}
              title={`Delete row ${grouped(at + 1)}`}
              tabIndex={active === -1 ? 0 : -1}
              onClick={() => onDelete(at)}
              className={`col-start-1 row-start-1 grid size-full place-items-center bg-surface text-soft opacity-0 hover:text-danger focus-visible:opacity-100 group-hover:opacity-100 ${focusEdge} ${active === undefined ? 'coarse:pointer-events-none' : 'coarse:opacity-100'}`}
            >
              <Trash2 size={14} />
            </button>
          </>
        ) : (
          <Plus size={14} aria-label="New row" />
        )}
      </div>
      {names.map((name, column) => {
        const isActive = active === column
        const value = ownOf(row, name)
        const text = cellText(row, name)
        const isLost = text !== '' && ownOf(kinds, name) === 'file' && !hasFile(value)
        return (
          <div
            key={name}
            {...cell('gridcell', at, column, isActive)}
            tabIndex={isActive ? 0 : -1}
            className={`relative min-w-0 ${focusEdge} ${edge} ${missing.includes(name) ? 'bg-danger/6' : ''}`}
          >
            <span
              dir="auto"
              style={{ lineHeight: `${height}px` }}
              className={`unkerned block truncate px-3 ${typeof value === 'string' ? '' : 'font-mono text-soft text-xs'}`}
            >
              {isLost && <span className="text-warning text-xs">no file </span>}
              {shortly(text, 300)}
            </span>
            {isActive && editing !== undefined && <CellBox name={name} text={editing} onDone={onDone} />}
          </div>
        )
      })}
    </div>
  )
})

interface CellBoxProps {
  readonly name: string
  readonly text: string
  /** Called once, with the text, or undefined where the old one stays, and with what comes next; false: there is no such cell. */
  readonly onDone: (text: string | undefined, next: 'leave' | 'stay' | 'down' | 1 | -1) => boolean
}

/** The box over a cell while it is edited. */
function CellBox({ name, text, onDone }: CellBoxProps) {
  const [typed, setTyped] = useState(text)
  const isDone = useRef(false)
  const done = (value: string | undefined, next: Parameters<typeof onDone>[1]) => {
    // Some browsers fire `blur` as the box goes.
    if (isDone.current) return true
    isDone.current = onDone(value, next)
    return isDone.current
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const { key, currentTarget: box } = event
    const isBare = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey
    if (isComposing(event.nativeEvent)) return
    if (key === 'Enter' && event.altKey) {
      box.setRangeText('\n', box.selectionStart, box.selectionEnd, 'end')
      setTyped(box.value)
    } else if (key === 'Enter' && isBare) done(typed, 'down')
    else if (key === 'Escape') done(undefined, 'stay')
    else if (key !== 'Tab' || !done(typed, event.shiftKey ? -1 : 1)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <textarea
      aria-label={name}
      dir="auto"
      // Where a browser cannot size a box by its content, it grows by the lines that were typed.
      rows={Math.min(12, typed.split('\n', 12).length)}
      // biome-ignore lint/a11y/noAutofocus: it follows the press that asked for it.
      autoFocus
      value={typed}
      onFocus={({ target }) => target.setSelectionRange(text.length, text.length)}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => done(typed, 'leave')}
      className="unkerned field-sizing-content -top-px -left-px absolute z-10 max-h-60 min-h-[calc(100%+2px)] w-[calc(100%+2px)] resize-none rounded-md border-2 border-cable bg-raised px-2.5 py-1.5 text-sm leading-5 shadow-float outline-none"
    />
  )
}

/** The place of the part of the grid that something happened in. */
export function placeAt(target: EventTarget | null): GridPlace | undefined {
  const cell = target instanceof Element ? target.closest('[data-column]') : null
  return cell
    ? { row: Number(cell.getAttribute('data-row')), column: Number(cell.getAttribute('data-column')) }
    : undefined
}

type Pasted =
  | { readonly kind: 'table'; readonly source: ImportSource }
  | { readonly kind: 'cells'; readonly text: string }

/**
 * What is pasted into a grid that has nothing, columns alone, or rows: a table to import, whose first line may be a header, or cells. Undefined
 * where a box that is edited takes it as text; an empty one takes no table, since on a phone there is no other place for one.
 */
export function pastedIn(
  { target, clipboardData }: ClipboardEvent,
  has: 'none' | 'columns' | 'rows',
): Pasted | undefined {
  const text = clipboardData.getData('text/plain')
  const [file] = clipboardData.files
  const isTabbed = text.includes('\t')
  const isOwn = target instanceof HTMLTextAreaElement && (target.value !== '' || !isTabbed)
  if (isOwn || target instanceof HTMLInputElement) return undefined
  if (text === '') return file && { kind: 'table', source: [{ name: file.name, blob: file }] }
  const isTable = has === 'none' || (has === 'columns' && isTabbed && /[\r\n]/.test(text.trim()))
  return isTable ? { kind: 'table', source: text } : { kind: 'cells', text }
}
