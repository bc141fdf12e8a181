import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { FailureCard } from '../../../inspect/line/failure-card.tsx'
import { Metrics } from '../../../inspect/line/metrics.tsx'
import { PatchLine } from '../../../inspect/line/patch-line.tsx'
import { stateOf } from '../../../inspect/line/run-state.tsx'
import { ResultBoundary } from '../../../inspect/reply/result-boundary.tsx'
import { jsonOf } from '../../../json/parse-json.ts'
import { JsonView } from '../../../json/view/json-view.tsx'
import type { Mark } from '../../../run/history/run-actions.ts'
import type { Run } from '../../../run/run.ts'
import type { RunConnection } from '../../../run/run-draft.ts'
import { useIsOpen } from '../../../run/use-runs.tsx'
import { useRepeat } from '../../../tool/again/use-repeat.ts'
import { AskAgain, canAskAgain, JobButtons } from '../../../tool/jobs/job-actions.tsx'
import { RunStatus } from '../../../tool/jobs/job-line.tsx'
import { ProgressLine } from '../../../tool/progress-line.tsx'
import { AsItCame, FilesSent } from '../../../tool/results/media-files.tsx'
import { ResultView } from '../../../tool/results/run-result.tsx'
import { kindOf, panelOf, toolOf, useTools } from '../../../tool/tools.ts'
import { fullTime } from '../../../ui/short-time.ts'
import type { Row } from '../list/run-row-view.tsx'
import { Marks, useNoteFocus } from '../marks/marks.tsx'
import { FileLineage, Lineage } from './lineage.tsx'
import { RunHead } from './run-head.tsx'

interface RunPageProps {
  run: Run
  rows: readonly Row[]
  tags: readonly string[]
  connection: RunConnection
  /** Focus the page where nothing has the focus: on small screens it replaces the list. */
  takesFocus: boolean
  /** Focus the note, once. */
  asksForNote: boolean
  onNoteShown: () => void
  onNoteLeft: () => void
  onMark: (mark: Mark) => void
  onOpen: (id: string) => void
  onCompare: (id: string) => void
  onClose: () => void
  onDelete: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** One run: result, marks, lineage, request and states. */
export function RunPage(props: RunPageProps) {
  const { run, rows, tags, connection, takesFocus, onOpen, onCompare, onNoteLeft, onKeyDown } = props
  const tools = useTools()
  const gives = toolOf(tools, run)?.gives
  const note = useNoteFocus(props.asksForNote, props.onNoteShown)
  const again = useRepeat(connection, onOpen)
  const open = useIsOpen(run)
  const page = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) page.current?.focus()
  }, [takesFocus])
  const leaveNote = () => {
    note.current?.blur()
    onNoteLeft()
    // A list hidden by this page cannot be focused.
    if (document.activeElement === document.body) page.current?.focus()
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
        <RunHead {...props} again={again} />
        <Marks run={run} tags={tags} note={note} onMark={props.onMark} onNoteLeft={leaveNote} />
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
        <Lineage run={run} rows={rows} onOpen={onOpen} onCompare={onCompare} />
        <FileLineage run={run} rows={rows} onOpen={onOpen} />
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
