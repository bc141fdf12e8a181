import { CircleStop } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type RefObject, useId, useLayoutEffect, useMemo, useState } from 'react'
import { textOrJson } from '#contract/core/loose-json.ts'
import type { Column } from '#lab/cell-facts.ts'
import { rowsOf, shownValues } from '#lab/cells.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { runAt } from '../../../lab/places.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { phoneQuery, useMedia } from '../../../ui/hooks/use-media.ts'
import { useRowWindow } from '../../../ui/hooks/use-row-window.ts'
import { firstField } from '../../../ui/keys/first-field.ts'
import { letterOf } from '../../../ui/keys/letter-keys.tsx'
import { Menu } from '../../../ui/popup/menu.tsx'
import type { PlanRuns } from '../use-plan-runs.ts'
import { CellView, cellLooks, type RowSize, rowHeights } from './cell-view.tsx'
import { type FiguresProps, Foot, Part, stickyCell } from './column-figures.tsx'
import { type GridCell, gridLines, movedTo, placeFrom } from './grid-lines.ts'
import { orderAfter, type RowOrder, sortFigures } from './row-order.ts'
import type { CellMarks } from './use-cell-marks.ts'

export interface NamedColumn extends Column {
  readonly name: string
  /** What tells it from the others of its model. */
  readonly own: string
  /** The router no longer offers its model. */
  readonly isGone?: boolean | undefined
}

export interface ResultsGridProps extends FiguresProps {
  readonly plan: LabPlan
  readonly batch: string
  readonly columns: readonly NamedColumn[]
  readonly size: RowSize
  readonly runs: Pick<PlanRuns, 'shown' | 'isLast' | 'missing'> & {
    readonly queue: Pick<PlanRuns['queue'], 'isSendingHere' | 'stopModel'>
  }
  readonly grid: RefObject<HTMLDivElement | null>
  /** The place of the cell that is shown beside the grid. */
  readonly open: number | undefined
  readonly onOpen: (cell: number) => void
  readonly onClose: () => void
  readonly marks: Pick<CellMarks, 'press'>
  /** Opens a cell with its note. */
  readonly onNote: (cell: number) => void
  /** Asks whether a cell is to be sent once more. */
  readonly onAgain: (cell: number) => void
  readonly order: RowOrder | undefined
  readonly onOrder: (order: RowOrder | undefined) => void
}

/** The width of the first column and of each other, in pixels. */
const widths = { head: 200, listHead: 128, cell: 220 }

/**
 * Rows by columns; on a phone a list of cells. The grid has the focus and names the active cell; arrows move, Enter opens, Space plays, P and F
 * set the verdict, S and the brackets go to the cell after and before, R asks to run a cell again. Only the lines that are seen are drawn.
 */
export function ResultsGrid(props: ResultsGridProps) {
  const { plan, batch, columns, listed, places, checks, size, runs, grid, marks, open, onOpen, onClose, onNote } = props
  const id = useId()
  const isList = useMedia(phoneQuery)
  const lines = useMemo(
    () => gridLines(listed, columns.length, isList ? 'list' : 'grid'),
    [listed, columns.length, isList],
  )
  const height = rowHeights[size]
  const view = useRowWindow(grid, lines.count, height)
  const [chosen, setActive] = useState<GridCell>({ line: 0, column: 0 })
  const active = {
    line: Math.min(chosen.line, Math.max(0, lines.count - 1)),
    column: Math.min(chosen.column, lines.width - 1),
  }
  const cellId = ({ line, column }: GridCell) => `${id}-${line}-${column}`
  const all = rowsOf(plan)
  const { shown } = runs
  // Also those that are being begun: their runs are not there yet.
  const sent = shown.status === 'sending' && shown.plan?.id === batch ? shown.plan.cells : []

  // The cell that was opened elsewhere becomes the active one.
  useLayoutEffect(() => {
    const cell = open === undefined ? undefined : lines.cellAt(open)
    if (!cell) return
    setActive(cell)
    // Beside the cell that is shown large, the grid is narrower.
    requestAnimationFrame(() => scrollTo(`${id}-${cell.line}-${cell.column}`))
  }, [open, lines, id])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const place = lines.placeAt(active)
    const letter = letterOf(event)
    const step = letter === '[' ? -1 : letter === ']' || letter === 's' ? 1 : undefined
    const stepped = step && placeFrom(place, step, listed, columns.length)
    const to =
      movedTo(event.key, active, lines, view.page) ?? (stepped === undefined ? undefined : lines.cellAt(stepped))
    const row = runAt(places, place)
    if (to) {
      setActive(to)
      view.reveal(to.line)
      requestAnimationFrame(() => scrollTo(cellId(to)))
      if (open !== undefined) onOpen(lines.placeAt(to))
    } else if (event.key === 'Enter' && lines.count > 0) onOpen(place)
    else if (event.key === ' ')
      document.getElementById(cellId(active))?.querySelector<HTMLElement>('[data-play]')?.click()
    else if (event.key === 'Escape' && open !== undefined) onClose()
    else if (letter === 'n' && row) onNote(place)
    else if (letter === 'r') props.onAgain(place)
    else if (!marks.press(row, letter)) return
    event.preventDefault()
  }

  function onClick({ target }: MouseEvent): void {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : undefined
    if (cell) onOpen(Number(cell.dataset.place))
  }

  const head = isList ? widths.listHead : widths.head
  const style = useMemo(
    () => ({ gridTemplateColumns: `${head}px repeat(${lines.width}, minmax(${isList ? 0 : widths.cell}px, 1fr))` }),
    [head, lines.width, isList],
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot place its rows by their offset.
    <div
      {...firstField}
      ref={grid}
      role="grid"
      aria-label="Results"
      aria-rowcount={lines.count + (isList ? 0 : 2)}
      aria-colcount={lines.width + 1}
      aria-activedescendant={lines.count > 0 ? cellId(active) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
      // What is scrolled to stands beside the head, the foot and the first column.
      style={{ scrollPadding: isList ? 0 : `44px 0 88px ${head}px` }}
      className={`group/grid min-h-0 flex-1 overflow-auto overscroll-contain outline-offset-[-2px] ${lines.count > 0 ? 'outline-none' : ''}`}
    >
      <div style={{ minWidth: isList ? 0 : head + columns.length * widths.cell }}>
        {!isList && <Head {...{ columns, runs, style }} order={props.order} onOrder={props.onOrder} />}
        <div role="presentation" className="relative" style={{ height: view.height }}>
          {Array.from({ length: view.last - view.first }, (_, n) => {
            const line = view.first + n
            const first = lines.placeAt({ line, column: 0 })
            const at = Math.floor(first / columns.length)
            return (
              <Part
                key={first}
                role="row"
                aria-rowindex={line + (isList ? 1 : 2)}
                style={{ ...style, height, top: view.offset + n * height }}
                // Of an automatic height, what is in it would be laid out twice.
                className="absolute inset-x-0 grid grid-rows-[100%] border-line border-b contain-strict"
              >
                <RowHead
                  {...{ at, size }}
                  values={shownValues(plan, all[at])}
                  column={isList ? columns[first % columns.length]?.name : undefined}
                />
                {Array.from({ length: lines.width }, (_, column) => {
                  const place = first + column
                  const isActive = line === active.line && column === active.column
                  return (
                    <Part
                      key={place}
                      id={cellId({ line, column })}
                      role="gridcell"
                      aria-colindex={column + 2}
                      aria-selected={isActive}
                      data-place={place}
                      className={`min-w-0 cursor-pointer border-line border-r px-3 hover:bg-surface ${cellLooks[size]} ${isActive ? 'group-focus/grid:ring-2 group-focus/grid:ring-cable group-focus/grid:ring-inset' : ''} ${place === open ? 'bg-raised' : ''}`}
                    >
                      <CellView
                        row={places.get(place)}
                        checks={checks.get(place)}
                        unsent={
                          runs.isLast && runs.missing.has(at)
                            ? 'No file'
                            : sent[place] && !sent[place].leftOut
                              ? 'Waiting'
                              : 'Not sent'
                        }
                        size={size}
                      />
                    </Part>
                  )
                })}
              </Part>
            )
          })}
        </div>
        {!isList && <Foot {...{ columns, listed, places, checks, style }} />}
      </div>
    </div>
  )
}

const scrollTo = (cell: string) =>
  document.getElementById(cell)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

type HeadProps = Pick<ResultsGridProps, 'columns' | 'runs' | 'order' | 'onOrder'> & {
  readonly style: { readonly gridTemplateColumns: string }
}

function Head({ columns, runs, order, onOrder, style }: HeadProps) {
  const { shown, queue } = runs
  return (
    <Part
      role="row"
      aria-rowindex={1}
      style={style}
      className="sticky top-0 z-20 grid border-line border-b bg-ground text-xs"
    >
      <Part role="columnheader" aria-colindex={1} className={`${stickyCell} flex min-h-10 items-center text-faint`}>
        Row
      </Part>
      {columns.map(({ name, model, own, isGone }, at) => (
        <Part
          key={name}
          role="columnheader"
          aria-colindex={at + 2}
          aria-sort={order?.column === at ? order.direction : undefined}
          className="flex min-h-10 min-w-0 items-center gap-1 border-line border-r pr-1 pl-3"
        >
          <span className="grid min-w-0 flex-1 py-1 font-mono" title={name}>
            <span className="truncate">{model}</span>
            <span className="truncate text-2xs text-soft empty:hidden">{own}</span>
            <span className="truncate font-sans text-2xs text-warning empty:hidden" title={shown.halts.get(model)}>
              {[isGone && 'not offered', shown.halts.get(model)].filter(Boolean).join(' · ')}
            </span>
          </span>
          {queue.isSendingHere && !shown.halts.has(model) && (
            <IconButton
              name={`Stop ${model}`}
              title="Stop this model"
              icon={<CircleStop size={14} />}
              onClick={() => queue.stopModel(model)}
            />
          )}
          {order?.column === at && (
            <span className="shrink-0 text-cable" aria-hidden="true">
              {order.direction === 'descending' ? '↓' : '↑'} {order.figure}
            </span>
          )}
          <Menu
            name={`Sort by ${name}`}
            items={[
              ...sortFigures.map((figure) => ({
                name: `Sort by ${figure}`,
                checked: order?.column === at && order.figure === figure,
                onSelect: () => onOrder(orderAfter(order, at, figure)),
              })),
              { name: 'Order of the plan', checked: order === undefined, onSelect: () => onOrder(undefined) },
            ]}
          />
        </Part>
      ))}
    </Part>
  )
}

interface RowHeadProps {
  readonly at: number
  readonly values: Readonly<Record<string, unknown>>
  /** In a list, the column that the line is of. */
  readonly column: string | undefined
  readonly size: RowSize
}

function RowHead({ at, values, column, size }: RowHeadProps) {
  return (
    <Part
      role="rowheader"
      aria-colindex={1}
      className={`${stickyCell} flex gap-2 overflow-clip text-xs ${size === 'small' ? 'items-center' : 'py-2'}`}
    >
      <span className="shrink-0 font-mono text-faint tabular-nums">{at + 1}</span>
      <span className={`min-w-0 leading-4 ${size === 'small' ? 'truncate' : 'wrap-anywhere line-clamp-6'}`} dir="auto">
        {column && <span className="block truncate font-mono text-2xs text-soft">{column}</span>}
        {Object.values(values).map(textOrJson).join(' · ')}
      </span>
    </Part>
  )
}
