import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useConnection } from '../../connection/use-connection.ts'
import type { Row } from '../../history/found-runs.ts'
import { RunMarks, useNoteFocus } from '../../history/marks/run-marks.tsx'
import { FailureCard } from '../../inspect/line/failure-card.tsx'
import { Metrics } from '../../inspect/line/metrics.tsx'
import { PatchLine } from '../../inspect/line/patch-line.tsx'
import { stateOf } from '../../inspect/line/run-state.tsx'
import { ResultBoundary } from '../../inspect/reply/result-boundary.tsx'
import { jsonOf } from '../../json/parse-json.ts'
import { JsonView } from '../../json/view/json-view.tsx'
import type { Run } from '../../run/run.ts'
import { useIsOpen } from '../../run/use-runs.tsx'
import { useRepeat } from '../../tool/again/use-repeat.ts'
import { AskAgain, canAskAgain, JobButtons } from '../../tool/jobs/job-actions.tsx'
import { RunStatus } from '../../tool/jobs/job-line.tsx'
import { ProgressLine } from '../../tool/progress-line.tsx'
import { AsItCame, FilesSent } from '../../tool/results/media-files.tsx'
import { ResultView } from '../../tool/results/run-result.tsx'
import { kindOf, panelOf, toolOf, useTools } from '../../tool/tools.ts'
import { letterOf } from '../../ui/keys/letter-keys.tsx'
import { fullTime } from '../../ui/short-time.ts'
import { FileLineage, Lineage } from './lineage.tsx'
import { RunHead } from './run-head.tsx'
import type { RunEdits } from './use-run-edits.ts'
import type { RunsList } from './use-runs-list.ts'

export interface RunPageProps {
  readonly run: Run
  readonly rows: readonly Row[]
  readonly tags: readonly string[]
  readonly list: RunsList
  readonly edits: RunEdits
  /** Focus the note, once. */
  readonly asksForNote: boolean
  readonly onNoteShown: () => void
}

/** One run: result, marks, lineage, request and states. */
export function RunPage({ run, rows, tags, list, edits, asksForNote, onNoteShown }: RunPageProps) {
  const connection = useConnection()
  const tools = useTools()
  const gives = toolOf(tools, run)?.gives
  const note = useNoteFocus(asksForNote, onNoteShown)
  const again = useRepeat(connection, list.open)
  const remove = () => edits.remove([run.id])
  const open = useIsOpen(run)
  const page = useRef<HTMLElement>(null)
  // On small screens it replaces the list that had the focus.
  useEffect(() => {
    if (list.pressed && document.activeElement === document.body) page.current?.focus()
  }, [list.pressed])
  const leaveNote = () => {
    note.current?.blur()
    list.box.current?.focus()
    // A list hidden by this page cannot be focused.
    if (document.activeElement === document.body) page.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent): void {
    const letter = event.defaultPrevented ? undefined : letterOf(event)
    if (event.key === 'Delete' && event.target === event.currentTarget) remove()
    else if (letter === undefined || !edits.pressOnPage(letter)) return
    event.preventDefault()
  }
  return (
    <section
      ref={page}
      aria-label="Run"
      data-cable={panelOf(tools, run).cable}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the page scrolls and listens to single letters.
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="min-h-0 min-w-0 flex-1 overflow-y-auto overscroll-contain outline-offset-[-2px]"
    >
      <div className="mx-auto grid max-w-4xl grid-cols-1 gap-6 px-4 py-5 md:px-6">
        <RunHead run={run} again={again} onDelete={remove} />
        <RunMarks {...{ run, tags, note }} onMark={(mark) => edits.marking.mark([run], mark)} onNoteLeft={leaveNote} />
        <article aria-label="Result" aria-busy={open} className="grid grid-cols-1 gap-4">
          <PatchLine run={run} panel={kindOf(tools, run)} />
          {gives === 'transcript' || gives === 'dub' ? (
            <ResultView run={run} />
          ) : (
            <ResultBoundary run={run}>
              <AsItCame run={run} />
            </ResultBoundary>
          )}
          {open ? (
            <ProgressLine run={run} />
          ) : (
            <>
              <RunStatus run={run} />
              <div className="-mx-2 -mt-2 flex flex-wrap items-center empty:hidden">
                <JobButtons run={run} />
              </div>
              <FailureCard
                run={run}
                connection={connection}
                onRunAgain={() => again.repeat(run)}
                free={canAskAgain(run) && <AskAgain run={run} />}
              />
              <Metrics run={run} />
            </>
          )}
        </article>
        <Lineage run={run} rows={rows} onOpen={list.open} />
        <FileLineage run={run} rows={rows} onOpen={list.open} />
        <Fold title="Request">
          <FilesSent run={run} />
          <JsonView text={jsonOf(run.request)} />
        </Fold>
        <Fold title="States">
          <StatesTable run={run} />
        </Fold>
      </div>
    </section>
  )
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group border-line border-t pt-4">
      <summary className="flex w-fit items-center gap-2 font-semibold coarse:min-h-11">
        <ChevronRight size={16} className="transition-transform duration-120 group-open:rotate-90" />
        {title}
      </summary>
      <div className="grid grid-cols-1 gap-4 pt-3">{children}</div>
    </details>
  )
}

const stepNames = { prepared: 'Saved', sending: 'Sent', receiving: 'Response started' } as const

function nameOf(status: Run['status']): string {
  if (status === 'prepared' || status === 'sending' || status === 'receiving') return stepNames[status]
  return stateOf({ status }).word
}

/** Every status of the run, with time and offset from the start. */
function StatesTable({ run }: { run: Run }) {
  const [first] = run.log
  return (
    <table className="w-full max-w-xl text-xs">
      <thead>
        <tr className="border-line border-b text-left text-faint">
          <th className="py-1.5 font-normal">State</th>
          <th className="py-1.5 font-normal">When</th>
          <th className="py-1.5 text-right font-normal">After send</th>
        </tr>
      </thead>
      <tbody>
        {run.log.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the log only grows.
          <tr key={at} className="border-line border-b last:border-b-0">
            <td className="py-1.5 pr-3">{nameOf(step.status)}</td>
            <td className="py-1.5 pr-3 text-soft">{fullTime(step.at)}</td>
            <td className="py-1.5 text-right font-mono tabular-nums">{after(first, step)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Step = Run['log'][number]

/** Seconds by the monotone clock; by the wall clock where the page was reloaded in between. */
function after(first: Step | undefined, step: Step): string {
  if (first === undefined) return ''
  const ms = step.mono >= first.mono ? step.mono - first.mono : step.at - first.at
  return `${(Math.max(0, ms) / 1000).toFixed(2)} s`
}
