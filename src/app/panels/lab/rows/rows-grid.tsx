import { Columns3, FileUp, Plus } from 'lucide-react'
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { type ColumnKinds, withKindAs } from '#lab/rows/map-columns.ts'
import { beyondLimits, planLimits } from '#lab/rows/row-limits.ts'
import { UndoLine } from '../../../history/undo-line.tsx'
import { useUndo } from '../../../history/use-undo.ts'
import { Button } from '../../../ui/button/button.tsx'
import { counted } from '../../../ui/format.ts'
import { useLatest, useSteady } from '../../../ui/hooks/use-latest.ts'
import { useMedia } from '../../../ui/hooks/use-media.ts'
import { useRowWindow } from '../../../ui/hooks/use-row-window.ts'
import { isComposing } from '../../../ui/keys/key-press.ts'
import { lateCode, sayMissing } from '../../../ui/late-code.ts'
import { columnWidths, GridHead, type GridHeadProps, GridRow, pastedIn, placeAt } from './grid-parts.tsx'
import { cellText, type GridPlace, gridAction, nextCell, withCell, withCells, withColumnAs } from './grid-rows.ts'
import { type HowTaken, ImportRows, type TakenRows } from './import-rows.tsx'
import { pickSource, sourceDrop } from './read-source.ts'
import type { ImportSource } from './source-reading.ts'

interface RowsGridProps {
  /** The names of all values in the rows. */
  readonly columns: readonly string[]
  readonly rows: readonly JsonRecord[]
  /** Those of the columns that are no variables. */
  readonly kinds: ColumnKinds
  /** Whether the plan has the file that a value names. Keeps its identity. */
  readonly hasFile: (value: unknown) => boolean
  /** The names in the request that the rows fill. */
  readonly variables: readonly string[]
  readonly onChange: (rows: readonly JsonRecord[], kinds: ColumnKinds) => void
  /** `onChange` with the rows of a file follows. */
  readonly onImport: (taken: TakenRows) => void
}

const loadCells = lateCode(async () => (await import('#lab/rows/delimited-text.ts')).pastedCells)

/** The rows of a plan, edited in place. Its undo holds rows: give it the plan's id as its key. */
export function RowsGrid({ columns, rows, kinds, hasFile, variables, onChange, onImport }: RowsGridProps) {
  const [added, setAdded] = useState<readonly string[]>([])
  const [naming, setNaming] = useState<string>()
  const [source, setSource] = useState<ImportSource>()
  const { change, say, undo } = useChanges(rows, kinds, onChange)
  const names = useMemo(() => [...new Set([...columns, ...variables, ...added])], [columns, variables, added])
  const missing = useMemo(() => variables.filter((name) => !columns.includes(name)), [columns, variables])
  const [wanted, setWanted] = useState<object>()

  function nameColumn(typed: string | undefined): void {
    const name = typed?.trim() ?? ''
    setNaming(undefined)
    if (naming === undefined || name === '' || name === naming) return
    if (names.includes(name)) say(`There is a column “${name}” already.`)
    else if (naming === '' && names.length >= planLimits.columns) say(`At most ${planLimits.columns} columns.`)
    else {
      setAdded([...added.filter((one) => one !== naming), ...(columns.includes(naming) ? [] : [name])])
      if (columns.includes(naming))
        change(withColumnAs(rows, naming, name), `Column “${naming}” renamed.`, withKindAs(kinds, naming, name))
    }
  }
  function deleteColumn(name: string): void {
    setAdded(added.filter((one) => one !== name))
    if (columns.includes(name))
      change(withColumnAs(rows, name, undefined), `Column “${name}” deleted.`, withKindAs(kinds, name))
  }
  function take({ rows: taken, columns: own, table }: TakenRows, how: HowTaken): void {
    setSource(undefined)
    setAdded([])
    onImport({ rows: taken, columns: how === 'keep' ? kinds : own, table })
    if (how === 'keep') return
    const isMore = how === 'append'
    change(
      isMore ? [...rows, ...taken] : taken,
      `${counted(taken.length, 'row')} imported.`,
      isMore ? { ...kinds, ...own } : own,
    )
  }
  return (
    <section aria-label="Rows of the plan" {...sourceDrop(setSource)} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <Cells
        {...{ names, missing, rows, kinds, hasFile, change, wanted, naming }}
        onUndo={undo.undo}
        onSay={say}
        onNaming={setNaming}
        onNamed={nameColumn}
        onDelete={deleteColumn}
        onKind={(name, kind) => change(rows, `Column “${name}” is ${kind} now.`, withKindAs(kinds, name, name, kind))}
        onImport={setSource}
      />
      {undo.last?.words !== '' && (
        <UndoLine of={undo} hint={{ keys: 'Ctrl Z' }} className="shrink-0 border-line border-t bg-surface px-4 py-2" />
      )}
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-t px-4 py-2">
        <p role="status" className="mr-auto text-soft text-xs tabular-nums">
          {counted(rows.length, 'row')} · {counted(columns.length, 'column')}
        </p>
        <Button small look="quiet" icon={<Plus size={16} />} onClick={() => (names[0] ? setWanted({}) : setNaming(''))}>
          Add row
        </Button>
        <Button small look="quiet" icon={<Columns3 size={16} />} onClick={() => setNaming('')}>
          Add column
        </Button>
        <Button small icon={<FileUp size={16} />} onClick={() => pickSource(setSource)}>
          Import files…
        </Button>
      </div>
      {source !== undefined && (
        <ImportRows
          title="Import rows"
          {...{ source, variables }}
          existing={rows}
          about={({ foreign }) =>
            foreign?.request && (
              <p className="text-soft text-xs">Rows only: prompts, models and shared checks stay those of this plan.</p>
            )
          }
          onCancel={() => setSource(undefined)}
          onRows={take}
        />
      )}
    </section>
  )
}

/** Changes of rows that can be undone, the last one first. What exceeds a limit of plans is not done, and said. */
function useChanges(rows: readonly JsonRecord[], kinds: ColumnKinds, onChange: RowsGridProps['onChange']) {
  const undo = useUndo(() => {})
  const latest = useLatest({ rows, kinds, onChange })
  const say = (words: string) => undo.push({ words, isFailed: true })
  return {
    undo,
    say,
    /** Without `words` it is undone by the key alone. */
    change(next: readonly JsonRecord[], words = '', nextKinds = latest.current.kinds): void {
      const before = latest.current
      if (next === before.rows && nextKinds === before.kinds) return
      const beyond = beyondLimits(next)
      if (beyond !== undefined) say(beyond)
      else {
        undo.push({ words, undo: async () => latest.current.onChange(before.rows, before.kinds) })
        onChange(next, nextKinds)
      }
    },
  }
}

interface CellsProps extends Pick<RowsGridProps, 'rows' | 'hasFile'>, Omit<GridHeadProps, 'active'> {
  readonly change: (rows: readonly JsonRecord[], words?: string, kinds?: ColumnKinds) => void
  /** Another object begins a row. */
  readonly wanted: object | undefined
  readonly onUndo: () => void
  readonly onSay: (words: string) => void
  readonly onImport: (source: ImportSource) => void
}

/** The grid itself. One cell is its tab stop; the row behind the last one becomes a row when it is typed into. */
function Cells({ names, missing, rows, kinds, hasFile, change, wanted, naming, ...on }: CellsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const isTouch = useMedia('(pointer: coarse)')
  const rowHeight = isTouch ? 44 : 36
  const view = useRowWindow(scroller, rows.length + 1, rowHeight)
  const [at, setActive] = useState<GridPlace>({ row: 0, column: 0 })
  const [editing, setEditing] = useState<string>()
  const end = { row: rows.length, column: names.length - 1 }
  const active = { row: Math.min(at.row, end.row), column: Math.min(at.column, end.column) }
  const latest = useLatest({ rows, names, active, change })
  const wish = useRef(false)

  useLayoutEffect(() => {
    const cell = wish.current && scroller.current?.querySelector<HTMLElement>('[data-active]')
    if (!cell) return
    wish.current = false
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (!cell.querySelector('textarea')) (cell.querySelector('button') ?? cell).focus({ preventScroll: true })
  })

  const [begun, setBegun] = useState(wanted)
  if (begun !== wanted) {
    setBegun(wanted)
    setActive({ row: rows.length, column: 0 })
    setEditing('')
  }

  function move(to: GridPlace, text?: string): void {
    wish.current = true
    setActive(to)
    setEditing(text)
  }
  const edit = (to = active, text = cellText(rows[to.row], names[to.column])) => move(to, text)
  function done(text: string | undefined, next: 'leave' | 'stay' | 'down' | 1 | -1): boolean {
    const changed = withCell(rows, active.row, names[active.column], text)
    const last = { ...end, row: changed.length }
    const to = typeof next === 'number' ? nextCell(active, next, last) : active
    if (!to) return false
    change(changed)
    if (next === 'leave') setEditing(undefined)
    else if (typeof next === 'number') move(to, cellText(changed[to.row], names[to.column]))
    else move(next === 'down' ? { ...active, row: Math.min(last.row, active.row + 1) } : active)
    return true
  }
  const deleteRow = (row: number) => {
    wish.current = true
    change(rows.toSpliced(row, 1), `Row ${row + 1} deleted.`)
  }
  const [onDone, onDelete] = [useSteady(done), useSteady(deleteRow)]
  function onKey(event: globalThis.KeyboardEvent): boolean {
    const action = gridAction(event, active, end, view.page)
    if (action?.kind === 'move') move(action.to)
    else if (action?.kind === 'edit') edit(active, action.text)
    else if (action?.kind === 'empty') change(withCell(rows, active.row, names[active.column], ''), 'Cell emptied.')
    else if (action?.kind === 'remove') deleteRow(active.row)
    else if (action?.kind === 'undo') on.onUndo()
    return action !== undefined
  }
  const fill = (text: string) =>
    loadCells().then(
      (read) => {
        const { rows, names, active, change } = latest.current
        const cells = read(text)
        const from = { row: Math.max(0, active.row), column: Math.max(0, active.column) }
        change(withCells(rows, names, from, cells), `${counted(cells.flat().length, 'cell')} pasted.`)
      },
      (error: unknown) => on.onSay(sayMissing(error, 'Could not paste.')),
    )
  const editAt = ({ target }: { readonly target: EventTarget | null }) => {
    const place = placeAt(target)
    if (place && place.row >= 0 && place.column >= 0 && editing === undefined) edit(place)
  }
  const handlers = {
    onDoubleClick: editAt,
    ...(isTouch && { onClick: editAt }),
    onKeyDownCapture(event: KeyboardEvent): void {
      const { target, nativeEvent } = event
      if (!(target instanceof Element) || target.closest('textarea, input, [role=menu]')) return
      if (isComposing(nativeEvent) || names.length === 0 || !onKey(nativeEvent)) return
      event.preventDefault()
      event.stopPropagation()
    },
    onFocus({ target }: FocusEvent): void {
      const place = placeAt(target)
      if (place && !(target instanceof HTMLTextAreaElement)) setActive(place)
    },
    onPaste(event: ClipboardEvent): void {
      const pasted = pastedIn(event, names.length === 0 ? 'none' : rows.length === 0 ? 'columns' : 'rows')
      if (!pasted) return
      event.preventDefault()
      setEditing(undefined)
      if (pasted.kind === 'table') on.onImport(pasted.source)
      else void fill(pasted.text)
    },
    onCopy(event: ClipboardEvent): void {
      if (editing !== undefined || active.row < 0 || active.column < 0) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', cellText(rows[active.row], names[active.column]))
    },
  }
  const shown = Array.from({ length: view.last - view.first }, (_, nth) => view.first + nth)
  if (active.row >= 0 && !shown.includes(active.row)) shown.push(active.row)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows of a table cannot be windowed.
    <div
      {...handlers}
      ref={scroller}
      role="grid"
      aria-label="Rows"
      aria-rowcount={rows.length + 2}
      aria-colcount={names.length + 1}
      tabIndex={names.length === 0 ? 0 : -1}
      className="relative min-h-40 flex-1 scroll-pt-9 scroll-pl-14 overflow-auto overscroll-contain outline-offset-[-2px]"
    >
      {names.length === 0 && naming === undefined ? (
        <EmptyNote />
      ) : (
        <>
          <GridHead
            {...{ names, missing, kinds, naming }}
            active={active.row < 0 ? active.column : undefined}
            {...on}
            onNamed={(name) => {
              wish.current = true
              on.onNamed(name)
            }}
          />
          <div
            role="presentation"
            style={{ height: view.height, minWidth: columnWidths(names.length).minWidth }}
            className="relative"
          >
            {shown.map((row) => (
              <GridRow
                key={row}
                at={row}
                row={rows[row]}
                {...{ names, missing, kinds, hasFile }}
                top={view.offset + (row - view.first) * rowHeight}
                height={rowHeight}
                active={row === active.row ? active.column : undefined}
                editing={row === active.row ? editing : undefined}
                {...{ onDone, onDelete }}
              />
            ))}
          </div>
        </>
      )}
    </div>
  )
}

const EmptyNote = () => (
  <p className="absolute inset-0 grid place-items-center p-6 text-center text-soft">
    Paste from a spreadsheet, drop a file here, or add a column for each {'{{name}}'} in the request.
  </p>
)
