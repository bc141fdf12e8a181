import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { textOrJson } from '#contract/core/loose-json.ts'
import { columnName, columnsOf, columnValues, rowsOf } from '#lab/cells.ts'
import type { CheckResult } from '#lab/checks/check.ts'
import { outcomeOf } from '#lab/checks/evaluate.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { useModels } from '../../../connection/use-connection.ts'
import { useRunChoices } from '../../../history/found-runs.ts'
import { SearchField } from '../../../history/list-fields.tsx'
import { UndoLine } from '../../../history/undo-line.tsx'
import { withJudged } from '../../../lab/judge-answers.ts'
import { pairWords } from '../../../lab/pair-words.ts'
import { type Places, placeState, type Row, runAt } from '../../../lab/places.ts'
import type { PlanVersion } from '../../../lab/plan-drafts.ts'
import { useHistory } from '../../../run/history/use-history.ts'
import { ComparedRuns, isComparable } from '../../../tool/results/compared-runs.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { counted } from '../../../ui/format.ts'
import { phoneQuery, useMedia } from '../../../ui/hooks/use-media.ts'
import { usePageKeys } from '../../../ui/keys/keyboard.ts'
import { letterOf } from '../../../ui/keys/letter-keys.tsx'
import { OptionSelect } from '../../../ui/option-select.tsx'
import { useCellChecks } from '../checks/use-cell-checks.ts'
import { JudgeBar } from '../judges/judge-bar.tsx'
import { useJudges } from '../judges/use-judges.ts'
import { useLabPlace } from '../lab-place.ts'
import { useVersionPlan } from '../stored-plans.ts'
import { drawPause, type usePlaces } from '../use-places.ts'
import type { PlanRuns } from '../use-plan-runs.ts'
import { CellPage, type Comparable, runsOfRow } from './cell-page.tsx'
import type { RowSize } from './cell-view.tsx'
import { FiguresList } from './column-figures.tsx'
import { ExportResults } from './export-results.tsx'
import { ResultsGrid, type ResultsGridProps } from './results-grid.tsx'
import { type RowOrder, sortedRows } from './row-order.ts'
import { useCellMarks } from './use-cell-marks.ts'
import { type Baseline, BaselineLine, type Turn, useBaseline, VersionChoice } from './versions.tsx'

interface ResultsProps extends ReturnType<typeof usePlaces> {
  /** Of the plan. */
  readonly id: string
  /** The plan as it is now, whose checks are applied to the results of every version. */
  readonly current: LabPlan
  readonly versions: readonly PlanVersion[]
  /** The batch that is shown. */
  readonly batch: string | undefined
  readonly runs: PlanRuns
}

/** What the cells of a plan gave, as a grid of rows and columns; an open cell stands beside it. */
export function Results({ batch, ...props }: ResultsProps) {
  const { loading, plan } = useVersionPlan(batch)
  if (batch === undefined)
    return <p className="p-6 text-soft text-sm">Nothing was run yet. Each row becomes one request to each model.</p>
  if (loading) return <div className="flex-1" aria-busy="true" />
  if (!plan)
    return <p className="p-6 text-soft text-sm">The plan of this version is no longer stored. Its runs are in Runs.</p>
  return <VersionResults key={batch} {...{ batch, plan, ...props }} />
}

type Takes = (row: Row | undefined, checks: readonly CheckResult[] | undefined, turn: Turn | undefined) => boolean

/** Which rows are listed: those with a cell in that state. */
const filters = {
  'All rows': () => true,
  'With a result': (row) => placeState(row) === 'done',
  Failed: (row) => placeState(row) === 'failed',
  'Unknown result': (row) => placeState(row) === 'unclear',
  'Not sent': (row) => placeState(row) === 'not sent',
  Marked: (row) => row !== undefined && (row.verdict ?? row.score ?? row.note ?? row.tags?.[0]) !== undefined,
  'Without a verdict': (row) => placeState(row) === 'done' && row?.verdict === undefined,
  Passed: (row) => row?.verdict === 'pass',
  'Marked as fail': (row) => row?.verdict === 'fail',
  'With a score': (row) => row?.score !== undefined,
  'Passed checks': (_, checks) => checks !== undefined && outcomeOf(checks) === 'passed',
  'Failed checks': (_, checks) => checks !== undefined && outcomeOf(checks) === 'failed',
  'Newly failed': (_row, _checks, turn) => turn === 'newly failed',
  'Newly passed': (_row, _checks, turn) => turn === 'newly passed',
  // By the row as a whole.
  'Different results': () => true,
} as const satisfies Record<string, Takes>
type Filter = keyof typeof filters
const filterNames = (Object.keys(filters) as Filter[]).map((one) => [one, one] as const)

const rowSizes = [
  ['small', 'Small rows'],
  ['medium', 'Medium rows'],
  ['large', 'Large rows'],
] as const

interface VersionResultsProps extends ResultsProps {
  readonly batch: string
  readonly plan: LabPlan
}

function VersionResults({ id, versions, batch, current, plan, runs, places, loading }: VersionResultsProps) {
  const [place, go] = useLabPlace()
  const cards = useModels().data?.cards
  const columns = useMemo(
    () =>
      columnsOf(plan).map((column) => ({
        ...{ ...column, name: columnName(column), own: columnValues(column) },
        isGone: cards?.every(({ id }) => id !== column.model),
      })),
    [plan, cards],
  )
  const [filter, setFilter] = useState<Filter>('All rows')
  const [text, setText] = useState('')
  const [size, setSize] = useState<RowSize>('medium')
  const search = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const sought = useDeferredValue(text).trim().toLowerCase()
  const [order, setOrder] = useState<RowOrder>()
  const asked = useMemo(
    () => ({ ...plan, checks: current.checks, columns: current.columns }),
    [plan, current.checks, current.columns],
  )
  const judges = useJudges(id, batch, asked, places)
  const found = useCellChecks(current, plan, places)
  const checks = useMemo(() => withJudged(found, judges.results), [found, judges.results])
  const baseline = useBaseline(id, current, { batch, plan, places, checks })
  const { turns } = baseline
  const matching = useMemo(
    () => listedRows({ plan, places, checks, turns }, columns.length, filter, sought),
    [plan, places, checks, turns, columns.length, filter, sought],
  )
  const [compared, compare] = useState<readonly string[]>()
  const listed = useMemo(
    () => sortedRows(matching, places, columns.length, order),
    [matching, places, columns.length, order],
  )
  const { rows } = useHistory(drawPause)
  const isOfVersion = (row: Row) => row.batch?.id === batch || row.thread === judges.thread
  const marks = useCellMarks(useRunChoices(rows).tags)
  const [noteWish, setNoteWish] = useState(false)
  const isPhone = useMedia(phoneQuery)
  const [askedAgain, askAgain] = useState<number>()
  const isLast = runs.isLast && batch === versions.at(-1)?.batch
  const canAgain = (cell: number) => isLast && !['open', 'not sent'].includes(placeState(places.get(cell)))
  usePageKeys((event) => {
    if (event.defaultPrevented || letterOf(event) !== '/') return
    event.preventDefault()
    search.current?.querySelector('input')?.focus()
  })
  const noteShown = useCallback(() => setNoteWish(false), [])
  const open = (cell: number | undefined) =>
    go({ cell, view: 'results' }, place.cell === undefined ? 'push' : 'replace')
  const close = () => {
    open(undefined)
    grid.current?.focus()
  }
  if (compared) return <ComparedRuns ids={compared} onClose={() => compare(undefined)} />
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-3 md:px-6">
        <div ref={search} className="min-w-40 flex-1">
          <SearchField look="small" name="Search results" value={text} onText={setText} />
        </div>
        <OptionSelect
          look="small"
          aria-label="Rows listed"
          options={filterNames.filter(([one]) => baseline.comparison || !one.startsWith('Newly'))}
          value={filter}
          onValue={setFilter}
        />
        <OptionSelect look="small" aria-label="Height of rows" options={rowSizes} value={size} onValue={setSize} />
        <VersionChoice {...{ versions, batch, baseline }} />
        <p role="status" className="text-faint text-xs tabular-nums">
          {loading ? 'Reading…' : counted(listed.length, 'row')}
        </p>
        <ExportResults
          {...{ plan: asked, places, judged: judges.results, comparison: baseline.comparison }}
          runs={rows.flatMap((row) => (isOfVersion(row) && placeState(row) !== 'open' ? row.id : []))}
        />
      </div>
      {!runs.isLast && batch === versions.at(-1)?.batch && (
        <p className="shrink-0 px-4 pb-3 text-soft text-xs md:px-6">
          The plan has changed since. The next run is a new version.
        </p>
      )}
      <BaselineLine plan={plan} comparison={baseline.comparison} />
      <div className="@container/results flex min-h-0 min-w-0 flex-1 border-line border-t">
        <div
          className={`min-h-0 min-w-0 flex-1 flex-col ${place.cell === undefined ? 'flex' : 'hidden @3xl/results:flex'}`}
        >
          {isPhone && <FiguresList {...{ columns, listed, places, checks }} />}
          <ResultsGrid
            {...{ plan, batch, columns, listed, places, size, runs, grid, marks, order, checks }}
            open={place.cell}
            onOpen={open}
            onClose={close}
            onOrder={setOrder}
            onAgain={(cell) => canAgain(cell) && askAgain(cell)}
            onNote={(cell) => {
              setNoteWish(true)
              open(cell)
            }}
          />
        </div>
        {place.cell !== undefined && (
          <CellPage
            {...{ plan, columns, listed, places, runs, marks, isLast }}
            checks={checks.get(place.cell)}
            onAgain={canAgain(place.cell) ? () => askAgain(place.cell) : undefined}
            comparisons={comparisonsOf(place.cell, columns.length, places, baseline)}
            onCompare={compare}
            asksForNote={noteWish}
            onNoteShown={noteShown}
            at={place.cell}
            onOpen={open}
            onClose={close}
          />
        )}
      </div>
      {askedAgain !== undefined && (
        <ConfirmDialog
          title="Run this cell again?"
          verb="Run again"
          onConfirm={() => {
            askAgain(undefined)
            runs.again([askedAgain])
          }}
          onCancel={() => askAgain(undefined)}
        >
          <p className="wrap-anywhere text-soft text-sm">
            Row {Math.floor(askedAgain / columns.length) + 1} · {columns[askedAgain % columns.length]?.name}. It may be
            billed. The earlier run stays in Runs, unless it was deleted.
          </p>
        </ConfirmDialog>
      )}
      <JudgeBar judges={judges} said={pairWords(plan, places, judges.pairs)} />
      <UndoLine
        of={marks.undo}
        hint={{ keys: 'Z' }}
        className="shrink-0 border-line border-t bg-surface px-4 py-2 md:px-6"
      />
    </>
  )
}

/** What the run of a cell can be compared with: those of its row, and that of the baseline. */
function comparisonsOf(cell: number, columns: number, places: Places, { runBefore }: Baseline): readonly Comparable[] {
  const run = runAt(places, cell)?.id
  const row = runsOfRow(places, Math.floor(cell / columns), columns)
  const before = runBefore(run)
  return [
    ...(isComparable(row) ? [{ name: 'Compare the row', ids: row }] : []),
    ...(run && before ? [{ name: 'Compare with the baseline', ids: [before, run] }] : []),
  ]
}

/** Whether cells of one row gave different results. */
const differ = (cells: readonly (Row | undefined)[]): boolean =>
  new Set(cells.flatMap((row) => row?.output?.sha256 ?? [])).size > 1

type Listing = Pick<ResultsGridProps, 'plan' | 'places' | 'checks'> & Pick<Baseline, 'turns'>

/** The rows with a cell that the filter takes and, where something is sought, in whose values or first words it stands. */
function listedRows({ plan, places, checks, turns }: Listing, columns: number, filter: Filter, sought: string) {
  const takes: Takes = filters[filter]
  return rowsOf(plan).flatMap((values, row) => {
    const all = Array.from({ length: columns }, (_, column) => row * columns + column)
    const cells = all.map((at) => places.get(at))
    if (
      !all.some((at) => takes(places.get(at), checks.get(at), turns.get(at))) ||
      (filter === 'Different results' && !differ(cells))
    )
      return []
    if (sought === '') return row
    const texts = [...Object.values(values).map(textOrJson), ...cells.map((cell) => cell?.output?.peek ?? '')]
    return texts.some((text) => text.toLowerCase().includes(sought)) ? row : []
  })
}
