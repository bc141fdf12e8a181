import { ChevronRight } from 'lucide-react'
import { type ComponentProps, memo } from 'react'
import { outcomeOf } from '#lab/checks/evaluate.ts'
import { meanOf, percents, quantile, wilsonInterval } from '#lab/figures.ts'
import { sayPriceSum, sumPrices } from '#lab/sum-prices.ts'
import { type Places, placeState, type Row } from '../../../lab/places.ts'
import { timeTaken } from '../../../run/time-taken.ts'
import { grouped } from '../../../ui/format.ts'
import type { CellChecks } from '../checks/cell-checks.ts'

export interface FiguresProps {
  readonly columns: readonly { readonly name: string }[]
  /** The rows that are counted, by their place in the plan. */
  readonly listed: readonly number[]
  readonly places: Places
  readonly checks: CellChecks
}

/** A part of the grid, which has the focus and names the active cell, so that no part takes it. */
export const Part = (
  props: ComponentProps<'div'> & { readonly role: 'row' | 'gridcell' | 'rowheader' | 'columnheader' },
) => <div {...props} />

export const stickyCell = 'sticky left-0 z-10 min-w-0 border-line border-r bg-ground px-3 md:pl-6'

type FootProps = FiguresProps & { readonly style: { readonly gridTemplateColumns: string } }

/** The figures of each column over the listed rows. Memoised, since the grid is drawn with each step that it is scrolled. */
export const Foot = memo(function Foot({ style, ...figures }: FootProps) {
  return (
    <Part
      role="row"
      aria-rowindex={figures.listed.length + 2}
      style={style}
      className="sticky bottom-0 z-20 grid border-line border-t bg-ground text-2xs text-soft"
    >
      <Part role="rowheader" aria-colindex={1} className={`${stickyCell} py-2 text-faint`}>
        Figures
      </Part>
      {figures.columns.map(({ name }, at) => (
        <Part
          key={name}
          role="gridcell"
          aria-colindex={at + 2}
          className="grid min-w-0 content-start gap-0.5 border-line border-r px-3 py-2 tabular-nums"
        >
          {figuresOf(figures, at).map((line) => (
            <span key={line} className="truncate" title={line}>
              {line}
            </span>
          ))}
        </Part>
      ))}
    </Part>
  )
})

/** The same where there is no room for columns. */
export const FiguresList = memo(function FiguresList(figures: FiguresProps) {
  return (
    <details className="group shrink-0 border-line border-b text-xs">
      <summary className="flex min-h-11 items-center gap-2 px-4 text-soft hover:text-ink">
        <ChevronRight size={14} className="group-open:rotate-90" />
        Figures of each column
      </summary>
      <dl className="grid max-h-[40dvh] grid-cols-1 gap-2 overflow-y-auto px-4 pb-3">
        {figures.columns.map(({ name }, at) => (
          <div key={name}>
            <dt className="wrap-anywhere font-mono">{name}</dt>
            <dd className="text-soft tabular-nums">{figuresOf(figures, at).join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
})

/** `7 of 10 (40–89 %)` */
const rate = (passed: number, trials: number) => `${passed} of ${trials} (${percents(wilsonInterval(passed, trials))})`

/**
 * The figures of a column, each as a line: results, cells that passed their checks, without those whose checks could not be carried out, verdicts of
 * people, seconds, and what was shown as price.
 */
function figuresOf({ columns, listed, places, checks }: FiguresProps, column: number): readonly string[] {
  const all = listed.map((row) => row * columns.length + column)
  const cells = all.flatMap((at): Row | readonly never[] => places.get(at) ?? [])
  const count = (state: ReturnType<typeof placeState>) => cells.filter((row) => placeState(row) === state).length
  const [done, failed, unclear] = [count('done'), count('failed'), count('unclear')]
  const outcomes = all.map((at) => outcomeOf(checks.get(at) ?? []))
  const fitting = outcomes.filter((outcome) => outcome === 'passed').length
  const checked = fitting + outcomes.filter((outcome) => outcome === 'failed').length
  const passed = cells.filter(({ verdict }) => verdict === 'pass').length
  const judged = cells.filter(({ verdict }) => verdict !== undefined).length
  const scores = cells.flatMap(({ score }) => score ?? [])
  const seconds = cells
    .flatMap((row) => (placeState(row) === 'done' ? (timeTaken(row) ?? []) : []))
    .toSorted((one, other) => one - other)
  const [median, p95] = [quantile(seconds, 0.5), quantile(seconds, 0.95)]
  const price = sayPriceSum(sumPrices(cells.flatMap((row) => (row.status === 'refused' ? [] : (row.price ?? [])))))
  return [
    [`${grouped(done)} done`, failed > 0 && `${grouped(failed)} failed`, unclear > 0 && `${grouped(unclear)} unknown`]
      .filter(Boolean)
      .join(' · '),
    ...(checked > 0 ? [`checks passed ${rate(fitting, checked)}`] : []),
    ...(judged > 0 ? [`passed ${rate(passed, judged)}`] : []),
    ...(scores.length > 0 ? [`mean score ${meanOf(scores).toFixed(1)} (${grouped(scores.length)})`] : []),
    ...(median !== undefined && p95 !== undefined
      ? [`median ${(median / 1000).toFixed(2)} s · p95 ${(p95 / 1000).toFixed(2)} s`]
      : []),
    ...(price === undefined ? [] : [price]),
  ]
}
