import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, SquarePen } from 'lucide-react'
import { useState } from 'react'
import { InspectButton } from '../../../inspect/drawer/inspector-slot.tsx'
import { FailureCard } from '../../../inspect/line/failure-card.tsx'
import { PatchLine } from '../../../inspect/line/patch-line.tsx'
import { StatusWord } from '../../../inspect/line/status-word.tsx'
import { isOpen } from '../../../run/life/states.ts'
import type { Run } from '../../../run/run.ts'
import { useIsOpen } from '../../../run/use-runs.tsx'
import { panelPlace } from '../../../tool/panels.ts'
import { ProgressLine } from '../../../tool/progress-line.tsx'
import { arrivedWords, ModerationNote, RunMissing, shortfallOf } from '../../../tool/results/shortfall.tsx'
import { editTool } from '../../../tool/tools.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { onFirstPress } from '../../../ui/keys/first-press.ts'
import { useMedia } from '../../../ui/use-media.ts'
import { otherBody } from './edit-request.ts'
import type { Shown } from './edit-stage.tsx'
import { ResultSlots } from './result-slots.tsx'
import type { EditTools } from './use-edit.ts'

interface ResultStripProps {
  readonly tool: EditTools
  readonly shown: Shown
  readonly onShow: (shown: Shown) => void
}

const look = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The newest edit, or an earlier one, below the canvas. It can be folded, for the canvas needs the room. */
export function ResultStrip({ tool, shown, onShow }: ResultStripProps) {
  const { runs } = tool.sending.thread
  const newest = runs.at(-1)
  const [chosen, setChosen] = useState<{ readonly run: string; readonly newest: string }>()
  const phone = useMedia('(width < 48rem)')
  const [folded, setFolded] = useState<'nothing' | { readonly newest: string }>(
    phone && newest && !isOpen(newest.status) ? { newest: newest.id } : 'nothing',
  )
  // A new edit is what one wants to see.
  const view = folded !== 'nothing' && folded.newest === newest?.id ? 'folded' : 'open'
  const found = chosen && chosen.newest === newest?.id ? runs.findIndex(({ id }) => id === chosen.run) : -1
  const at = found < 0 ? runs.length - 1 : found
  const run = runs[at]
  if (!run || !newest) return null
  const short = shortfallOf(run)
  const go = (to: number) => {
    const next = runs[to]
    if (next) setChosen({ run: next.id, newest: newest.id })
  }
  return (
    <section
      aria-label="Results"
      style={view === 'open' ? { minHeight: '10rem' } : {}}
      className="flex max-h-[50%] min-h-11 flex-col border-line border-t bg-surface"
    >
      <div className="flex shrink-0 items-center gap-1 py-1 pr-2 pl-4 md:pl-5">
        <h3 className="min-w-0 flex-1 truncate font-medium text-sm">
          Results{' '}
          {short && <span className="mx-1 font-normal text-warning text-xs tabular-nums">{arrivedWords(short)}</span>}{' '}
          <span className="ml-1 font-normal text-faint text-xs">{run.title}</span>
        </h3>
        {runs.length > 1 && (
          <>
            <IconButton
              name="Earlier edit"
              icon={<ChevronLeft {...look} />}
              disabled={at === 0}
              onClick={() => go(at - 1)}
            />
            <span className="text-faint text-xs tabular-nums">
              {at + 1} of {runs.length}
            </span>
            <IconButton
              name="Later edit"
              icon={<ChevronRight {...look} />}
              disabled={at === runs.length - 1}
              onClick={() => go(at + 1)}
            />
          </>
        )}
        <IconButton
          name="Open this edit again"
          icon={<SquarePen {...look} />}
          onClick={() => {
            void tool.earlier.open(run.id)
            onShow({ kind: 'mask' })
          }}
        />
        <InspectButton id={run.id} />
        <IconButton
          name={view === 'open' ? 'Collapse results' : 'Show results'}
          aria-expanded={view === 'open'}
          icon={view === 'open' ? <ChevronDown {...look} /> : <ChevronUp {...look} />}
          onClick={() => setFolded(view === 'open' ? { newest: newest.id } : 'nothing')}
        />
      </div>
      {view === 'open' && (
        <RunInStrip
          key={run.id}
          {...{ run, tool, shown }}
          onShow={(next) => {
            // Both together leave a phone no room for the picture.
            if (phone && next.kind === 'result') setFolded({ newest: newest.id })
            onShow(next)
          }}
        />
      )}
    </section>
  )
}

function RunInStrip({ run, tool, shown, onShow }: ResultStripProps & { readonly run: Run }) {
  const open = useIsOpen(run)
  const { sending } = tool
  return (
    <article
      aria-label={`Run: ${run.title}`}
      aria-busy={open}
      className="@container min-h-0 overflow-y-auto overscroll-contain px-4 pb-3 md:px-5"
    >
      <div className="grid gap-x-6 gap-y-2 @4xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <div className="grid content-start gap-2">
          <PatchLine run={run} panel={panelPlace(editTool.panel).title} />
          {open ? <ProgressLine run={run} /> : <StatusWord run={run} />}
        </div>
        <ResultSlots
          run={run}
          base={tool.state.work.pictures[0]}
          shown={shown.kind === 'result' && shown.run === run.id ? shown.place : undefined}
          onShow={(place) => onShow({ kind: 'result', run: run.id, place })}
          onUse={(result) => {
            void tool.session.takeResult(result)
            onShow({ kind: 'mask' })
          }}
        />
      </div>
      {!open && (
        <div className="mt-2 grid gap-2 empty:hidden">
          <ModerationNote run={run} />
          <OtherBody run={run} onSend={(way) => sending.againAs(run, way)} />
          <FailureCard run={run} connection={sending.connection} onRunAgain={() => sending.again(run)} />
          <RunMissing run={run} onRun={(missing, price) => sending.runMissing(run, missing, price)} />
        </div>
      )}
    </article>
  )
}

interface OtherBodyProps {
  readonly run: Run
  readonly onSend: (way: 'json' | 'multipart') => void
}

/** Where a router could not read the encoding of a request, a button that sends it in the other one. */
function OtherBody({ run, onSend }: OtherBodyProps) {
  const way = otherBody(run)
  if (!way) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-soft text-xs">
        {way === 'multipart'
          ? 'Some routers accept edits only as multipart.'
          : 'Some routers accept edits only as JSON.'}
      </p>
      <Button
        className="min-h-8! px-2.5! text-xs! coarse:min-h-11!"
        {...onFirstPress(() => onSend(way))}
      >{`Send as ${way === 'json' ? 'JSON' : 'multipart'}`}</Button>
    </div>
  )
}
