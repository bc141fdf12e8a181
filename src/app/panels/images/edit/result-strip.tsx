import { ChevronLeft, ChevronRight, ChevronUp, ScanSearch, SquarePen, X } from 'lucide-react'
import { useState } from 'react'
import type { TrayPicture } from '../../../files/read-file.ts'
import { inspectRun } from '../../../inspect/drawer/inspector-place.ts'
import { FailureCard } from '../../../inspect/line/failure-card.tsx'
import { PatchLine } from '../../../inspect/line/patch-line.tsx'
import { StatusWord } from '../../../inspect/line/status-word.tsx'
import { ResultBoundary } from '../../../inspect/reply/result-boundary.tsx'
import { useAssets } from '../../../run/history/use-assets.ts'
import { hasFailed } from '../../../run/life/states.ts'
import type { Run } from '../../../run/run.ts'
import { useIsOpen } from '../../../run/use-runs.tsx'
import { fieldsOf } from '../../../tool/asked.ts'
import { panelPlace } from '../../../tool/panels.ts'
import { ProgressLine } from '../../../tool/progress-line.tsx'
import { arrivedWords, isModerated, ModerationNote, RunMissing, shortfallOf } from '../../../tool/results/shortfall.tsx'
import { SlotContent } from '../../../tool/results/slot-content.tsx'
import { slotRatio, slotsOf } from '../../../tool/results/slots.ts'
import { codeAndLink } from '../../../tool/show-code.tsx'
import { editTool } from '../../../tool/tools.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { onFirstPress } from '../../../ui/keys/first-press.ts'
import { useIsFormAway } from '../../../ui/on-stage.ts'
import { Menu, menuItem } from '../../../ui/popup/menu.tsx'
import { otherBody } from './edit-request.ts'
import type { ResultPlace } from './staging/staging.ts'
import type { EditSending } from './use-edit.ts'

/** The newest run, or an earlier one that was chosen: a new run is what one wants to see. */
export function useStripPlace(runs: readonly Run[]) {
  const [chosen, setChosen] = useState<{ readonly run: string; readonly newest: string }>()
  const newest = runs.at(-1)
  const found = chosen && chosen.newest === newest?.id ? runs.findIndex(({ id }) => id === chosen.run) : -1
  const at = found < 0 ? runs.length - 1 : found
  const go = (to: number) => {
    const next = runs[to]
    if (next && newest) setChosen({ run: next.id, newest: newest.id })
  }
  return { run: runs[at], at, go }
}

interface ResultStripProps {
  readonly sending: EditSending
  /** What results look like where no size was asked for: mostly the same shape. */
  readonly base: TrayPicture | undefined
  readonly place: ReturnType<typeof useStripPlace>
  readonly shown: ResultPlace | undefined
  readonly onShow: (result: ResultPlace) => void
  readonly onOpenAgain: (run: Run) => void
}

/** One run's results: a column beside a wide canvas, a row below it, or a sheet on a phone. Its size never depends on results. */
export function ResultStrip(props: ResultStripProps) {
  const phone = useIsFormAway()
  return phone ? (
    <PhoneStrip {...props} />
  ) : (
    <section
      aria-label="Results"
      className="flex h-34 shrink-0 flex-col border-line border-t bg-surface @4xl/stage:h-auto @4xl/stage:w-64 @4xl/stage:border-t-0 @4xl/stage:border-l"
    >
      <StripHead {...props} />
      <StripRun {...props} />
    </section>
  )
}

function PhoneStrip(props: ResultStripProps) {
  const { run } = props.place
  const [open, setOpen] = useState(false)
  const short = run && shortfallOf(run)
  return (
    <section aria-label="Results" className="flex min-h-11 shrink-0 items-center border-line border-t bg-surface">
      <Button
        look="quiet"
        aria-haspopup="dialog"
        disabled={!run}
        className="min-h-11! min-w-0 flex-1 justify-start! rounded-none! px-4!"
        onClick={() => setOpen(true)}
      >
        <span className="min-w-0 flex-1 truncate text-left">
          <span className="font-medium text-ink">Results</span>{' '}
          <span className="text-xs">{short ? arrivedWords(short) : (run?.title ?? 'None yet')}</span>
        </span>
        <ChevronUp size={16} />
      </Button>
      <Dialog kind="sheet" title="Results" open={open} onClose={() => setOpen(false)}>
        <div className="-m-5 grid grid-cols-1 pb-4">
          <StripHead {...props} />
          <StripRun
            {...props}
            onShow={(result) => {
              setOpen(false)
              props.onShow(result)
            }}
          />
        </div>
      </Dialog>
    </section>
  )
}

function StripHead({ sending, place: { run, at, go }, onOpenAgain }: ResultStripProps) {
  const { runs } = sending.thread
  const short = run && shortfallOf(run)
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-1 py-1 pr-2 pl-4 md:pl-5 @4xl/stage:pl-4">
      <h3 className="font-medium text-sm leading-8 coarse:leading-11 max-md:hidden">Results</h3>
      {short && <span className="ml-1 text-warning text-xs tabular-nums">{arrivedWords(short)}</span>}
      <p className="ml-1 min-w-0 flex-1 truncate text-faint text-xs @4xl/stage:order-last @4xl/stage:ml-0 @4xl/stage:basis-full">
        {run?.title}
      </p>
      {run && (
        <div className="ml-auto flex items-center">
          {runs.length > 1 && (
            <>
              <IconButton
                name="Earlier edit"
                icon={<ChevronLeft size={16} />}
                aria-disabled={at === 0 || undefined}
                className="aria-disabled:opacity-45"
                onClick={() => go(at - 1)}
              />
              <span className="text-faint text-xs tabular-nums">
                {at + 1} of {runs.length}
              </span>
              <IconButton
                name="Later edit"
                icon={<ChevronRight size={16} />}
                aria-disabled={at === runs.length - 1 || undefined}
                className="aria-disabled:opacity-45"
                onClick={() => go(at + 1)}
              />
            </>
          )}
          <Menu
            name="Actions of this edit"
            items={[
              menuItem('Open this edit again', SquarePen, () => onOpenAgain(run)),
              ...codeAndLink(run.id),
              menuItem('Inspect', ScanSearch, () => inspectRun(run.id)),
            ]}
          />
        </div>
      )}
    </div>
  )
}

function StripRun({ place: { run }, ...rest }: ResultStripProps) {
  if (!run)
    return <p className="px-4 text-faint text-xs md:px-5 @4xl/stage:px-4">Results appear here, and on the canvas.</p>
  return (
    <ResultBoundary key={run.id} run={run}>
      <RunInStrip run={run} {...rest} />
    </ResultBoundary>
  )
}

function RunInStrip({ run, sending, base, shown, onShow }: Omit<ResultStripProps, 'place'> & { readonly run: Run }) {
  const open = useIsOpen(run)
  return (
    <article
      aria-label={`Run: ${run.title}`}
      aria-busy={open}
      className="flex min-h-0 flex-1 gap-x-4 gap-y-3 px-4 pb-2 max-md:flex-col md:overflow-y-auto md:px-5 @4xl/stage:flex-col @4xl/stage:px-4"
    >
      <div className="grid w-full shrink-0 grid-cols-1 content-start gap-2 md:w-56 @2xl/stage:w-64 @4xl/stage:w-full">
        <PatchLine run={run} panel={panelPlace(editTool.panel).title} />
        {open ? <ProgressLine run={run} /> : <StatusWord run={run} />}
        {!open && <RunMissing run={run} onRun={(missing, price) => sending.runMissing(run, missing, price)} />}
      </div>
      <div className="min-w-0 flex-1">
        <ResultSlots
          run={run}
          base={base}
          shown={shown?.run === run.id ? shown.place : undefined}
          onShow={(place) => onShow({ run: run.id, place })}
        />
      </div>
    </article>
  )
}

interface ResultSlotsProps extends Pick<ResultStripProps, 'base'> {
  readonly run: Run
  readonly shown: number | undefined
  readonly onShow: (place: number) => void
}

/** The pictures of an edit, each in its place from the start: a row of one height, or, in a column, two abreast. */
function ResultSlots({ run, base, shown, onShow }: ResultSlotsProps) {
  const slots = slotsOf(run, useAssets(run))
  if (slots.length === 0) return null
  const ratio = Math.min(2, Math.max(0.75, slotRatio(fieldsOf(run), base)))
  return (
    <ul
      aria-label="Images"
      className={`-m-1 flex gap-2 overflow-x-auto p-1 @4xl/stage:grid @4xl/stage:overflow-visible ${slots.length > 1 ? '@4xl/stage:grid-cols-2' : ''}`}
    >
      {slots.map((slot) => (
        <li
          key={slot.place}
          style={{ aspectRatio: ratio }}
          aria-current={slot.place === shown || undefined}
          className="relative grid h-20 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-sunken aria-[current]:border-cable aria-[current]:ring-1 aria-[current]:ring-cable @4xl/stage:h-auto"
        >
          <SlotContent
            slot={slot}
            ratio={ratio}
            alt={`Image ${slot.place + 1}`}
            opens={`Show image ${slot.place + 1} on the canvas`}
            onOpen={() => onShow(slot.place)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Why a run failed and what can be done, laid over the stage, so that it moves nothing. */
export function FailureNote({ run, sending }: { readonly run: Run; readonly sending: EditSending }) {
  const open = useIsOpen(run)
  // A run that was over when the tool was opened is no news.
  const [dismissed, setDismissed] = useState(open ? undefined : run.id)
  if (open || (!hasFailed(run.status) && !isModerated(run))) return null
  if (dismissed === run.id)
    return (
      <Button small className="pointer-events-auto shadow-float" onClick={() => setDismissed(undefined)}>
        Show error
      </Button>
    )
  return (
    <section
      aria-label="Error"
      className="pointer-events-auto relative grid max-h-72 w-full max-w-lg overflow-y-auto rounded-md bg-raised shadow-float"
    >
      <div className="grid gap-2 py-2.5 pr-11 pl-4 empty:hidden">
        <ModerationNote run={run} />
        <OtherBody run={run} onSend={(way) => sending.againAs(run, way)} />
      </div>
      <FailureCard run={run} connection={sending.connection} onRunAgain={() => sending.again(run)} />
      <IconButton
        name="Close"
        className="absolute top-1 right-1"
        icon={<X size={16} />}
        onClick={() => setDismissed(run.id)}
      />
    </section>
  )
}

/** Where a router could not read the encoding of a request, a button that sends it in the other one. */
function OtherBody({ run, onSend }: { readonly run: Run; readonly onSend: (way: 'json' | 'multipart') => void }) {
  const way = otherBody(run)
  if (!way) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-soft text-xs">
        {way === 'multipart'
          ? 'Some routers accept edits only as multipart.'
          : 'Some routers accept edits only as JSON.'}
      </p>
      <Button small {...onFirstPress(() => onSend(way))}>{`Send as ${way === 'json' ? 'JSON' : 'multipart'}`}</Button>
    </div>
  )
}
