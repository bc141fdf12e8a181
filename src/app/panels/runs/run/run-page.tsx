import { ArrowLeft, ChevronRight, MessageSquare, RotateCcw, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useKnownKeys } from '../../../connection/connection-provider.tsx'
import { ExportButton } from '../../../export/dialog/export-button.tsx'
import { InspectButton } from '../../../inspect/drawer/inspector-slot.tsx'
import { FailureCard } from '../../../inspect/line/failure-card.tsx'
import { Metrics } from '../../../inspect/line/metrics.tsx'
import { PatchLine } from '../../../inspect/line/patch-line.tsx'
import { StatusWord } from '../../../inspect/line/status-word.tsx'
import { JsonView } from '../../../json/view/json-view.tsx'
import type { Mark } from '../../../run/history/run-actions.ts'
import { isOpen } from '../../../run/life/states.ts'
import { failureOf, type Run } from '../../../run/run.ts'
import type { RunConnection } from '../../../run/run-draft.ts'
import { useIsOpen } from '../../../run/use-runs.tsx'
import { EditAndRun } from '../../../tool/again/edit-and-run.tsx'
import { type Repeating, useRepeat } from '../../../tool/again/use-repeat.ts'
import { panelOf } from '../../../tool/panels.ts'
import { ProgressLine } from '../../../tool/progress-line.tsx'
import { FilesSent } from '../../../tool/results/media-files.tsx'
import { jsonOf } from '../../../tool/results/outputs.tsx'
import { AsItCame } from '../../../tool/results/run-result.tsx'
import { hrefOf, toolFor, useTools } from '../../../tool/tools.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { onFirstPress } from '../../../ui/first-press.ts'
import { shortly } from '../../../ui/format.ts'
import type { Row } from '../list/run-row-view.tsx'
import { Marks, useNoteFocus } from '../marks/marks.tsx'
import { endpointTitle, fullTime } from '../run-words.ts'
import { Lineage } from './lineage.tsx'
import { RunTitle } from './run-title.tsx'
import { StatesTable } from './states-table.tsx'

interface RunPageProps {
  run: Run
  rows: readonly Row[]
  tags: readonly string[]
  connection: RunConnection
  /** On a small screen the page takes the list's place, and with it the focus that stood there. */
  takesFocus: boolean
  /** The note shall have the focus, once. */
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

/** Everything about one run: what came, what was sent, how it went, and what the person says of it. */
export function RunPage(props: RunPageProps) {
  const { run, rows, tags, connection, takesFocus, onOpen, onCompare, onNoteLeft, onKeyDown } = props
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
    // A list that this page hides cannot take the focus.
    if (document.activeElement === document.body) page.current?.focus()
  }
  return (
    <section
      ref={page}
      aria-label="Run"
      data-cable={panelOf(run.endpoint).cable}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the page scrolls and listens to single letters.
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="min-h-0 min-w-0 flex-1 overflow-y-auto overscroll-contain outline-offset-[-2px]"
    >
      <div className="mx-auto grid max-w-4xl grid-cols-1 gap-6 px-4 py-5 md:px-6">
        <RunHead {...props} again={again} />
        <Marks run={run} tags={tags} note={note} onMark={props.onMark} onNoteLeft={leaveNote} />
        <article aria-label="Result" aria-busy={open} className="grid grid-cols-1 gap-4">
          <PatchLine run={run} panel={endpointTitle(run.endpoint)} />
          <AsItCame run={run} />
          {open ? (
            <ProgressLine run={run} />
          ) : (
            <>
              <StatusWord run={run} />
              <FailureCard run={run} connection={connection} onRunAgain={() => again.repeat(run)} />
              <Metrics run={run} />
            </>
          )}
        </article>
        <Lineage run={run} rows={rows} onOpen={onOpen} onCompare={onCompare} />
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
        <ChevronRight
          aria-hidden
          size={16}
          strokeWidth={1.5}
          className="transition-transform duration-120 group-open:rotate-90"
        />
        {title}
      </summary>
      <div className="grid grid-cols-1 gap-4 pt-3">{children}</div>
    </details>
  )
}

function RunHead({
  run,
  again,
  onClose,
  onDelete,
}: Pick<RunPageProps, 'run' | 'onClose' | 'onDelete'> & { again: Repeating }) {
  // The failure card has a button of its own, which also knows how long to wait.
  const failed = failureOf(run) !== undefined
  const tool = toolFor(useTools(), run.endpoint)
  const keys = useKnownKeys()
  return (
    <header className="grid grid-cols-1 gap-3">
      <div className="flex items-center gap-1">
        <IconButton
          name="Back to the list"
          icon={<ArrowLeft size={18} strokeWidth={1.5} />}
          className="-ml-2"
          onClick={onClose}
        />
        <RunTitle run={run} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-faint text-xs">
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-2 rounded-full bg-cable" />
          {endpointTitle(run.endpoint)}
        </span>
        <span className="break-all font-mono">{shortly(run.model, 100)}</span>
        <span>{fullTime(run.log[0]?.at ?? 0)}</span>
        <span>{shortly(run.connection.name, 60)}</span>
        <span>{shortly(run.price ?? 'price not stated', 100)}</span>
        {run.resolution && <span>Ruled on: {run.resolution.replace('_', ' ')}</span>}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {!failed && (
          <Button
            look="primary"
            disabled={again.busy || isOpen(run.status) || run.status === 'queued'}
            icon={<RotateCcw size={16} strokeWidth={1.5} />}
            {...onFirstPress(() => again.repeat(run))}
          >
            Repeat
          </Button>
        )}
        <EditAndRun run={run} again={again} />
        <ExportButton ids={[run.id]} keys={keys} />
        {tool?.threads === 'conversations' && run.thread && (
          <Link
            href={hrefOf(tool, { thread: run.thread, run: run.id })}
            className="inline-flex min-h-9 items-center gap-2 rounded-md px-3 text-soft text-sm hover:bg-raised hover:text-ink coarse:min-h-11"
          >
            <MessageSquare size={16} strokeWidth={1.5} aria-hidden="true" />
            Show in chat
          </Link>
        )}
        <span className="ml-auto flex gap-0.5">
          <InspectButton id={run.id} />
          <IconButton name="Delete" icon={<Trash2 size={16} strokeWidth={1.5} />} onClick={onDelete} />
        </span>
      </div>
      {again.said && (
        <p role="status" className="text-warning text-xs">
          {again.said}
        </p>
      )}
    </header>
  )
}
