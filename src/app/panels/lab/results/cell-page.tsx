import { BookMarked, ChevronLeft, ChevronRight, GitCompareArrows, RotateCcw, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, Suspense, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { textOrJson } from '#contract/core/loose-json.ts'
import { rowsOf, shownValues } from '#lab/cells.ts'
import type { CheckResult } from '#lab/checks/check.ts'
import { RunMarks, useNoteFocus } from '../../../history/marks/run-marks.tsx'
import { FailureCard } from '../../../inspect/line/failure-card.tsx'
import { Metrics } from '../../../inspect/line/metrics.tsx'
import { PatchLine } from '../../../inspect/line/patch-line.tsx'
import { ResultBoundary } from '../../../inspect/reply/result-boundary.tsx'
import { type Places, type Row, runAt } from '../../../lab/places.ts'
import type { Run } from '../../../run/run.ts'
import { useIsOpen, useRun } from '../../../run/use-runs.tsx'
import { addToCollection } from '../../../tool/collections/add-to-collection.tsx'
import { RunStatus } from '../../../tool/jobs/job-line.tsx'
import { addressOf } from '../../../tool/panels.ts'
import { ProgressLine } from '../../../tool/progress-line.tsx'
import { ResultView } from '../../../tool/results/run-result.tsx'
import { kindOf, useTools } from '../../../tool/tools.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { letterOf } from '../../../ui/keys/letter-keys.tsx'
import { CheckList } from '../checks/check-marks.tsx'
import type { PlanRuns } from '../use-plan-runs.ts'
import { placeFrom } from './grid-lines.ts'
import type { ResultsGridProps } from './results-grid.tsx'
import type { CellMarks } from './use-cell-marks.ts'

/** Runs that can be shown side by side. */
export interface Comparable {
  readonly name: string
  readonly ids: readonly string[]
}

/** The ids of the runs of a row. */
export const runsOfRow = (places: Places, row: number, width: number): readonly string[] =>
  Array.from({ length: width }, (_, column) => runAt(places, row * width + column)?.id ?? []).flat()

interface CellPageProps
  extends Pick<ResultsGridProps, 'plan' | 'columns' | 'listed' | 'places' | 'onOpen' | 'onClose'> {
  readonly runs: PlanRuns
  readonly at: number
  /** The version shown is the one that the next press goes on with. */
  readonly isLast: boolean
  readonly marks: CellMarks
  readonly checks: readonly CheckResult[] | undefined
  /** Asks whether the cell is to be sent once more; absent where it cannot be. */
  readonly onAgain: (() => void) | undefined
  readonly comparisons: readonly Comparable[]
  readonly onCompare: (ids: readonly string[]) => void
  /** Focus the note, once. */
  readonly asksForNote: boolean
  readonly onNoteShown: () => void
}

/** One cell: the values of its row, its whole result, its checks and marks. `[` and `]` go to the listed cell before and after, S to the one after as well, R asks to run it again, Escape closes. */
export function CellPage({
  plan,
  columns,
  listed,
  places,
  runs,
  at,
  isLast,
  marks,
  checks,
  comparisons,
  ...own
}: CellPageProps) {
  const { asksForNote, onNoteShown, onOpen, onClose, onAgain, onCompare } = own
  const head = runAt(places, at)
  const run = useRun(head?.id ?? '')
  const rows = rowsOf(plan)
  const [row, column] = [Math.floor(at / columns.length), columns[at % columns.length]]
  const before = placeFrom(at, -1, listed, columns.length)
  const next = placeFrom(at, 1, listed, columns.length)
  const inRow = runsOfRow(places, row, columns.length)
  const page = useRef<HTMLElement>(null)
  const note = useNoteFocus(asksForNote && run !== undefined, onNoteShown)
  // In a narrow place it stands where the grid was that had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) page.current?.focus()
  }, [])
  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented) return
    const letter = letterOf(event)
    if (event.key === 'Escape') onClose()
    else if (letter === '[' && before !== undefined) onOpen(before)
    else if ((letter === ']' || letter === 's') && next !== undefined) onOpen(next)
    else if (letter === 'r' && onAgain) onAgain()
    else if (letter === 'n') note.current?.focus()
    else if (!marks.press(head, letter)) return
    event.preventDefault()
  }
  return (
    <section
      ref={page}
      aria-label="Cell"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="flex min-h-0 w-full min-w-0 flex-col border-line outline-none @3xl/results:w-[min(34rem,50%)] @3xl/results:border-l"
    >
      <header className="flex shrink-0 items-center gap-1 border-line border-b py-1.5 pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate text-sm">
          <span className="tabular-nums">Row {row + 1}</span> ·{' '}
          <span className="font-mono text-xs">{column?.name}</span>
        </h2>
        {onAgain && <IconButton name="Run this cell again (R)" icon={<RotateCcw size={16} />} onClick={onAgain} />}
        <IconButton
          name="Previous cell ([)"
          icon={<ChevronLeft size={16} />}
          disabled={before === undefined}
          onClick={() => before !== undefined && onOpen(before)}
        />
        <IconButton
          name="Next cell (])"
          icon={<ChevronRight size={16} />}
          disabled={next === undefined}
          onClick={() => next !== undefined && onOpen(next)}
        />
        <IconButton name="Close" icon={<X size={16} />} onClick={onClose} />
      </header>
      <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-5 overflow-y-auto overscroll-contain p-4">
        <RowValues values={shownValues(plan, rows[row])} />
        {checks && checks.length > 0 && <CheckList results={checks} vars={rows[row] ?? {}} />}
        {run && head ? (
          <CellRun
            key={run.id}
            {...{ run, head, marks, note, page }}
            onRunAgain={isLast ? () => runs.again([at]) : undefined}
          />
        ) : (
          <p className="text-soft text-sm">
            {places.has(at) ? 'The run of this cell was deleted.' : 'This cell has not been sent.'}
          </p>
        )}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {inRow.length > 1 && (
            <Button small icon={<BookMarked size={16} />} onClick={() => addToCollection(inRow)}>
              Add the row to collection
            </Button>
          )}
          {comparisons.map(({ name, ids }) => (
            <Button key={name} small icon={<GitCompareArrows size={16} />} onClick={() => onCompare(ids)}>
              {name}
            </Button>
          ))}
        </div>
      </div>
    </section>
  )
}

export function RowValues({ values }: { readonly values: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(values)
  if (entries.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
      {entries.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="font-mono text-faint">{name}</dt>
          <dd className="wrap-anywhere max-h-40 overflow-y-auto whitespace-pre-wrap" dir="auto">
            {textOrJson(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface CellRunProps extends Pick<CellPageProps, 'marks'> {
  readonly run: Run
  readonly head: Row
  readonly note: RefObject<HTMLTextAreaElement | null>
  readonly page: RefObject<HTMLElement | null>
  readonly onRunAgain: (() => void) | undefined
}

function CellRun({ run, head, marks, note, page, onRunAgain }: CellRunProps) {
  const tools = useTools()
  const open = useIsOpen(run)
  return (
    <>
      <article aria-label="Result" aria-busy={open} className="grid grid-cols-1 gap-4">
        <PatchLine run={run} panel={kindOf(tools, run)} />
        <ResultBoundary run={run}>
          <Suspense>
            <ResultView run={run} />
          </Suspense>
        </ResultBoundary>
        {open ? (
          <ProgressLine run={run} />
        ) : (
          <>
            <RunStatus run={run} />
            <FailureCard run={run} {...(onRunAgain && { onRunAgain })} />
            <Metrics run={run} />
          </>
        )}
      </article>
      <RunMarks
        {...{ run, note }}
        tags={marks.tags}
        onMark={(mark) => marks.mark([head], mark)}
        // The keys of the cell are heard there.
        onNoteLeft={() => page.current?.focus()}
      />
      <Button small className="w-fit" icon={<BookMarked size={16} />} onClick={() => addToCollection([run.id])}>
        Add to collection
      </Button>
      <Link
        href={addressOf('runs', { run: run.id })}
        className="w-fit text-soft text-xs underline underline-offset-2 hover:text-ink"
      >
        Open in Runs
      </Link>
    </>
  )
}
