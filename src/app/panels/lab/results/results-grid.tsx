import { CircleStop } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type RefObject, useId, useLayoutEffect, useMemo, useState } from 'react'
import { textOrJson } from '#contract/core/loose-json.ts'
import { type Column, rowsOf } from '#lab/cells.ts'
import { quantile, wilsonInterval } from '#lab/figures.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { sayPriceSum, sumPrices } from '#lab/sum-prices.ts'
import { verdictOf, verdictOn } from '../../../history/marks/verdict.tsx'
import { useRunActions } from '../../../run/history/run-actions.ts'
import { timeTaken } from '../../../run/time-taken.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { useRowWindow } from '../../../ui/hooks/use-row-window.ts'
import { firstField } from '../../../ui/keys/first-field.ts'
import { type Places, placeState, type Row } from '../use-places.ts'
import type { PlanRuns } from '../use-plan-runs.ts'
import { CellView, type RowSize, rowHeights } from './cell-view.tsx'

export interface NamedColumn extends Column {
  readonly name: string
  /** What tells it from the others of its model. */
  readonly own: string
}

interface ResultsGridProps {
  readonly plan: LabPlan
  readonly batch: string
  readonly columns: readonly NamedColumn[]
  /** The rows that are listed, by their place in the plan. */
  readonly listed: readonly number[]
  readonly places: Places
  readonly size: RowSize
  readonly runs: PlanRuns
  readonly grid: RefObject<HTMLDivElement | null>
  /** The place of the cell that is shown beside the grid. */
  readonly open: number | undefined
  readonly onOpen: (cell: number) => void
}

/** The width of the first column and of each other, in pixels. */
const widths = { head: 200, cell: 220 }

interface Active {
  /** Index in `listed`. */
  readonly row: number
  readonly column: number
}

/**
 * Rows by columns. The grid has the focus and names the active cell; arrows move, Enter opens, Space plays, P and F set the verdict. Only the
 * rows that are seen are drawn.
 */
export function ResultsGrid(props: ResultsGridProps) {
  const { plan, batch, columns, listed, places, size, runs, grid, open, onOpen } = props
  const id = useId()
  const height = rowHeights[size]
  const view = useRowWindow(grid, listed.length, height)
  const { mark } = useRunActions()
  const [active, setActive] = useState<Active>({ row: 0, column: 0 })
  const row = Math.min(active.row, Math.max(0, listed.length - 1))
  const column = Math.min(active.column, columns.length - 1)
  const placeAt = (one: Active) => (listed[one.row] ?? 0) * columns.length + one.column
  const cellId = (one: Active) => `${id}-${one.row}-${one.column}`
  const all = rowsOf(plan)
  const { shown } = runs
  const waiting = useMemo(
    () => new Set(shown.status === 'sending' && shown.plan?.id === batch ? shown.left : []),
    [shown, batch],
  )

  // The cell that was opened elsewhere becomes the active one.
  useLayoutEffect(() => {
    if (open === undefined) return
    const at = listed.indexOf(Math.floor(open / columns.length))
    if (at < 0) return
    setActive({ row: at, column: open % columns.length })
    // Beside the cell that is shown large, the grid is narrower.
    requestAnimationFrame(() => scrollTo(`${id}-${at}-${open % columns.length}`))
  }, [open, listed, columns.length, id])

  function move(to: Active): void {
    setActive(to)
    view.reveal(to.row)
    requestAnimationFrame(() => scrollTo(cellId(to)))
    if (open !== undefined) onOpen(placeAt(to))
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const at = { row, column }
    const to = movedTo(event.key, at, { rows: listed.length, columns: columns.length, page: view.page })
    const verdict = verdictOf(event)
    const cell = places.get(placeAt(at))
    if (to) move(to)
    else if (event.key === 'Enter' && listed.length > 0) onOpen(placeAt(at))
    else if (event.key === ' ') document.getElementById(cellId(at))?.querySelector<HTMLElement>('[data-play]')?.click()
    else if (verdict && cell) void mark([cell.id], verdictOn([cell], verdict))
    else return
    event.preventDefault()
  }

  function onClick({ target }: MouseEvent): void {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : undefined
    if (!cell) return
    const to = { row: Number(cell.dataset.row), column: Number(cell.dataset.cell) }
    setActive(to)
    onOpen(placeAt(to))
  }

  const template = { gridTemplateColumns: `${widths.head}px repeat(${columns.length}, minmax(${widths.cell}px, 1fr))` }
  const width = { minWidth: widths.head + columns.length * widths.cell }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot place its rows by their offset.
    <div
      {...firstField}
      ref={grid}
      role="grid"
      aria-label="Results"
      aria-rowcount={listed.length + 2}
      aria-colcount={columns.length + 1}
      aria-activedescendant={listed.length > 0 ? cellId({ row, column }) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className={`group/grid min-h-0 flex-1 overflow-auto overscroll-contain outline-offset-[-2px] ${listed.length > 0 ? 'outline-none' : ''}`}
    >
      <div style={width}>
        <Head {...props} style={template} />
        <div role="presentation" className="relative" style={{ height: view.height }}>
          {Array.from({ length: view.last - view.first }, (_, n) => view.first + n).map((at) => {
            const place = listed[at]
            if (place === undefined) return null
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active cell.
              // biome-ignore lint/a11y/useSemanticElements: as above.
              <div
                key={place}
                role="row"
                aria-rowindex={at + 2}
                style={{ ...template, height, top: view.offset + (at - view.first) * height }}
                className="absolute inset-x-0 grid border-line border-b contain-strict"
              >
                <RowHead at={place} values={all[place] ?? {}} size={size} />
                {columns.map((one, n) => {
                  const cell = place * columns.length + n
                  const isActive = at === row && n === column
                  return (
                    // biome-ignore lint/a11y/useFocusableInteractive: as above.
                    // biome-ignore lint/a11y/useSemanticElements: as above.
                    <div
                      key={one.name}
                      id={cellId({ row: at, column: n })}
                      role="gridcell"
                      aria-colindex={n + 2}
                      aria-selected={isActive}
                      data-cell={n}
                      data-row={at}
                      className={`min-w-0 cursor-pointer overflow-hidden border-line border-r px-3 hover:bg-surface ${size === 'low' ? 'py-0.5' : 'py-2'} ${isActive ? 'group-focus/grid:ring-2 group-focus/grid:ring-cable group-focus/grid:ring-inset' : ''} ${cell === open ? 'bg-raised' : ''}`}
                    >
                      <CellView row={places.get(cell)} isWaiting={waiting.has(cell)} size={size} />
                    </div>
                  )
                })}
              </div>
            )
          })}
        </div>
        <Foot {...props} style={template} />
      </div>
    </div>
  )
}

const scrollTo = (cell: string) =>
  document.getElementById(cell)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

type BarProps = Pick<ResultsGridProps, 'plan' | 'columns' | 'places' | 'listed' | 'runs'> & {
  readonly style: { readonly gridTemplateColumns: string }
}

const stickyCell = 'sticky left-0 z-10 min-w-0 border-line border-r bg-ground px-3 md:pl-6'

function Head({ columns, runs, style }: BarProps) {
  const { shown, queue } = runs
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
    // biome-ignore lint/a11y/useSemanticElements: as above.
    <div
      role="row"
      aria-rowindex={1}
      style={style}
      className="sticky top-0 z-20 grid border-line border-b bg-ground text-xs"
    >
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above. */}
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <div role="columnheader" aria-colindex={1} className={`${stickyCell} flex min-h-10 items-center text-faint`}>
        Row
      </div>
      {columns.map(({ name, model, own }, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: as above.
        // biome-ignore lint/a11y/useSemanticElements: as above.
        <div
          key={name}
          role="columnheader"
          aria-colindex={at + 2}
          className="flex min-h-10 min-w-0 items-center gap-1 border-line border-r pr-1 pl-3"
        >
          <span className="grid min-w-0 flex-1 py-1 font-mono" title={name}>
            <span className="truncate">{model}</span>
            <span className="truncate text-2xs text-soft empty:hidden">{own}</span>
          </span>
          {shown.halts.has(model) ? (
            <span className="truncate text-warning" title={shown.halts.get(model)}>
              {shown.halts.get(model)}
            </span>
          ) : (
            shown.status === 'sending' && (
              <IconButton
                name={`Stop ${model}`}
                title="Stop this model"
                icon={<CircleStop size={14} />}
                onClick={() => queue.stopModel(model)}
              />
            )
          )}
        </div>
      ))}
    </div>
  )
}

function RowHead({
  at,
  values,
  size,
}: {
  readonly at: number
  readonly values: Readonly<Record<string, unknown>>
  readonly size: RowSize
}) {
  const told = Object.entries(values).filter(([name]) => !name.startsWith('__'))
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
    // biome-ignore lint/a11y/useSemanticElements: as above.
    <div
      role="rowheader"
      aria-colindex={1}
      className={`${stickyCell} flex gap-2 overflow-hidden text-xs ${size === 'low' ? 'items-center' : 'py-2'}`}
    >
      <span className="shrink-0 font-mono text-faint tabular-nums">{at + 1}</span>
      <span className={`min-w-0 ${size === 'low' ? 'truncate' : 'wrap-anywhere line-clamp-6'}`} dir="auto">
        {told.map(([, value]) => textOrJson(value)).join(' · ')}
      </span>
    </div>
  )
}

/** The figures of each column over the listed rows. */
function Foot({ columns, listed, places, style }: BarProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
    // biome-ignore lint/a11y/useSemanticElements: as above.
    <div
      role="row"
      aria-rowindex={listed.length + 2}
      style={style}
      className="sticky bottom-0 z-20 grid border-line border-t bg-ground text-2xs text-soft"
    >
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above. */}
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <div role="rowheader" aria-colindex={1} className={`${stickyCell} py-2 text-faint`}>
        Figures
      </div>
      {columns.map(({ name }, at) => {
        const cells = listed.flatMap((row) => places.get(row * columns.length + at) ?? [])
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: as above.
          // biome-ignore lint/a11y/useSemanticElements: as above.
          <div
            key={name}
            role="gridcell"
            aria-colindex={at + 2}
            className="grid min-w-0 content-start gap-0.5 border-line border-r px-3 py-2 tabular-nums"
          >
            {figuresOf(cells).map((line) => (
              <span key={line} className="truncate" title={line}>
                {line}
              </span>
            ))}
          </div>
        )
      })}
    </div>
  )
}

/** The figures of a column's cells, each as a line: results, verdicts with their interval, seconds, and what was shown as price. */
function figuresOf(cells: readonly Row[]): readonly string[] {
  const count = (state: ReturnType<typeof placeState>) => cells.filter((row) => placeState(row) === state).length
  const [done, failed, unclear] = [count('done'), count('failed'), count('unclear')]
  const passed = cells.filter(({ verdict }) => verdict === 'pass').length
  const judged = cells.filter(({ verdict }) => verdict !== undefined).length
  const seconds = cells
    .flatMap((row) => (placeState(row) === 'done' ? (timeTaken(row) ?? []) : []))
    .toSorted((one, other) => one - other)
  const [median, p95] = [quantile(seconds, 0.5), quantile(seconds, 0.95)]
  const price = sayPriceSum(
    sumPrices(cells.flatMap(({ price, status }) => (status === 'refused' ? [] : (price ?? [])))),
  )
  const percent = (share: number) => Math.round(share * 100)
  return [
    [`${done} done`, failed > 0 && `${failed} failed`, unclear > 0 && `${unclear} unknown`].filter(Boolean).join(' · '),
    ...(judged > 0
      ? [`passed ${passed} of ${judged} (${wilsonInterval(passed, judged).map(percent).join('–')} %)`]
      : []),
    ...(median !== undefined && p95 !== undefined
      ? [`median ${(median / 1000).toFixed(2)} s · p95 ${(p95 / 1000).toFixed(2)} s`]
      : []),
    ...(price === undefined ? [] : [price]),
  ]
}

/** The cell that a key moves to; undefined for other keys. */
function movedTo(
  key: string,
  { row, column }: Active,
  { rows, columns, page }: { readonly rows: number; readonly columns: number; readonly page: number },
): Active | undefined {
  const steps = new Map<string, Active>([
    ['ArrowDown', { row: row + 1, column }],
    ['ArrowUp', { row: row - 1, column }],
    ['ArrowRight', { row, column: column + 1 }],
    ['ArrowLeft', { row, column: column - 1 }],
    ['PageDown', { row: row + page, column }],
    ['PageUp', { row: row - page, column }],
    ['Home', { row, column: 0 }],
    ['End', { row, column: columns - 1 }],
  ])
  const to = steps.get(key)
  const within = (at: number, of: number) => Math.max(0, Math.min(of - 1, at))
  return to && { row: within(to.row, rows), column: within(to.column, columns) }
}
