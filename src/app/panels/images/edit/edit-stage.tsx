import { ClipboardPaste, ImageDown, ImagePlus, MousePointer2, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { editImages } from '#contract/images/images.ts'
import { DropPlace, PickFiles } from '../../../files/drop-place.tsx'
import type { NamedFile } from '../../../files/read-file.ts'
import { UndoFoot } from '../../../history/undo-line.tsx'
import { useStageUndo } from '../../../history/use-undo.ts'
import { DeleteRun, ResultBoundary } from '../../../inspect/reply/result-boundary.tsx'
import { isOpen } from '../../../run/life/states.ts'
import type { Run } from '../../../run/run.ts'
import { ExampleCards } from '../../../tool/examples/example-cards.tsx'
import { generateTool, hrefOf, useTools } from '../../../tool/tools.ts'
import { Button } from '../../../ui/button/button.tsx'
import { modifierName } from '../../../ui/keys/keyboard.ts'
import { useOnStage } from '../../../ui/on-stage.ts'
import { EditCanvas } from './edit-canvas.tsx'
import { editExamples } from './edit-examples.ts'
import { FailureNote, ResultStrip, useStripPlace } from './result-strip.tsx'
import { type StagedCandidate, useOffered, useStaged } from './staging/use-staged.ts'
import type { EditTools } from './use-edit.ts'
import { baseMark } from './use-row-drag.ts'

export function EditStage({ tool }: { readonly tool: EditTools }) {
  const { session, sending, focusRequest } = tool
  const { mask, pictures, status } = tool.state
  const { runs } = sending.thread
  const [base] = pictures
  const staged = useStaged(session, base ? runs : noRuns)
  const offered = useOffered(session, base ? runs : noRuns)
  const strip = useStripPlace(runs)
  const { undo, remove } = useStageUndo()
  if (status === 'loading') return <div aria-busy="true" className="flex-1" />
  const failure = strip.run && (
    <ResultBoundary key={strip.run.id} run={strip.run}>
      <FailureNote run={strip.run} sending={sending} />
    </ResultBoundary>
  )
  return (
    <DeleteRun value={remove}>
      <div className="relative flex min-h-0 min-w-0 flex-1 flex-col" {...{ [baseMark]: '' }}>
        <div className="@container/stage flex min-h-0 flex-1 flex-col overflow-y-auto overflow-x-hidden">
          <div className="flex min-h-0 flex-1 flex-col @4xl/stage:flex-row">
            {base && mask ? (
              <EditCanvas {...{ tool, base, mask, staged, offered }}>{failure}</EditCanvas>
            ) : (
              <EmptyStage tool={tool}>{failure}</EmptyStage>
            )}
            {(base || runs.length > 0) && (
              <ResultStrip
                sending={sending}
                base={base}
                place={strip}
                shown={staged && { run: staged.run.id, place: staged.candidate.place }}
                onShow={(result) => {
                  const before = session.state.get().staging
                  session.stage({ kind: 'shown', ...result })
                  // The canvas has the keys of a candidate.
                  focusRequest.current = session.state.get().staging !== before
                }}
                onOpenAgain={(run) => {
                  focusRequest.current = true
                  void tool.earlier.open(run.id)
                }}
              />
            )}
          </div>
          <EditDrop tool={tool} />
          <p role="status" className="sr-only">
            {stageNews({ running: sending.running, newest: runs.at(-1), staged, offered })}
          </p>
        </div>
        <UndoFoot of={undo} />
      </div>
    </DeleteRun>
  )
}

const noRuns: readonly Run[] = []

interface StageNews {
  readonly running: Run | undefined
  readonly newest: Run | undefined
  readonly staged: StagedCandidate | undefined
  readonly offered: object | undefined
}

function stageNews({ running, newest, staged, offered }: StageNews): string {
  if (running) return 'Edit in progress.'
  if (staged && staged.run === newest) {
    // Only the canvas has these keys: where the focus is now, Enter may send again.
    return staged.count === 1
      ? '1 result. On the canvas, Enter accepts and Escape discards.'
      : `${staged.count} results. On the canvas, arrow keys switch, Enter accepts and Escape discards.`
  }
  if (offered) return 'New result. Show it on the canvas, or keep painting.'
  return newest && !isOpen(newest.status) ? `Edit finished: ${newest.status}.` : ''
}

interface EmptyStageProps {
  readonly tool: Pick<EditTools, 'session' | 'sending' | 'focusRequest'>
  readonly children?: ReactNode
}

function EmptyStage({ tool, children }: EmptyStageProps) {
  const [, go] = useLocation()
  const isOnStage = useOnStage() !== undefined
  const canGenerate = useTools().includes(generateTool)
  const { session, sending, focusRequest } = tool
  // What was pressed goes with this stage.
  const toCanvas = () => {
    focusRequest.current = true
  }
  return (
    <section
      aria-label="No image yet"
      className="@container grid min-h-0 flex-1 place-content-center-safe justify-items-center gap-6 overflow-y-auto p-4 md:p-8"
    >
      <div className="grid w-full max-w-3xl justify-items-center gap-6 rounded-md border border-line-strong/60 border-dashed px-5 py-8 text-center md:py-12">
        <ImagePlus size={32} className="stroke-[1.25] text-cable" />
        <div className="grid gap-2">
          <h3 className="font-semibold text-base">Drop an image here to edit it</h3>
          <p className="mx-auto max-w-[52ch] text-soft">
            Mark the area to change, describe the edit, then verify that the rest is unchanged. Additional images are
            references.
          </p>
        </div>
        <div className="flex flex-wrap justify-center gap-2">
          <PickFiles
            name="Choose images"
            look="primary"
            icon={<MousePointer2 size={16} />}
            accepts={editImages.accepts}
            count="several"
            onFiles={(files) => {
              toCanvas()
              void session.add(files)
            }}
          />
          {canGenerate && (
            <Button icon={<Sparkles size={16} />} onClick={() => go(hrefOf(generateTool))}>
              Generate one
            </Button>
          )}
        </div>
        <ul className="grid gap-1.5 text-faint text-xs">
          <li className="flex items-center justify-center gap-2">
            <ClipboardPaste size={14} />
            Or paste: {modifierName} V
          </li>
          <li>PNG, JPEG or WebP, up to 16 images of 50 MB and 64 megapixels each</li>
        </ul>
      </div>
      <div className={`grid w-full max-w-3xl gap-3 ${isOnStage ? 'order-first' : ''}`}>
        <h3 className="font-medium text-sm">Try it on a sample image</h3>
        <ExampleCards
          examples={editExamples}
          onTry={(example) => {
            toCanvas()
            sending.tryOut(example)
          }}
        />
      </div>
      {children && <div className="sticky bottom-0 grid w-full justify-items-center">{children}</div>}
    </section>
  )
}

/** What is dropped on the stage: files become the base or references, each with a zone of its own; an image of the list becomes the base. */
function EditDrop({ tool: { session, state, drag } }: { readonly tool: EditTools }) {
  const [base] = state.pictures
  const { dragged } = drag
  const add = ([first, ...others]: readonly NamedFile[], as: Zone['id'] | undefined) => {
    if (first) void session.add([first], as)
    void session.add(others)
  }
  return (
    <>
      <DropPlace onFiles={(files, on) => add(files, zoneOf(on))}>
        {base &&
          ((on) => (
            <Zones
              over={zoneOf(on)}
              zones={[
                { ...asBase, says: `Replaces ${base.name}, which stays in Steps.` },
                { ...asReference, says: `Sent together with ${base.name}.` },
              ]}
            />
          ))}
      </DropPlace>
      {base && dragged && dragged.picture.id !== base.id && (
        <Zones
          over={dragged.target.kind === 'base' ? 'base' : undefined}
          zones={[{ ...asBase, says: `${base.name} becomes a reference.` }]}
        />
      )}
    </>
  )
}

interface Zone {
  readonly id: 'base' | 'reference'
  readonly name: string
  readonly says: string
  readonly icon: ReactNode
}

const look = { size: 24, className: 'stroke-[1.25] text-cable' } as const
const asBase = { id: 'base', name: 'Use as base', icon: <ImageDown {...look} /> } as const
const asReference = { id: 'reference', name: 'Add as reference', icon: <ImagePlus {...look} /> } as const

const zoneMark = 'data-drop-zone'

function zoneOf(on: EventTarget | null): Zone['id'] | undefined {
  const mark = on instanceof Element ? on.closest(`[${zoneMark}]`)?.getAttribute(zoneMark) : undefined
  return mark === 'base' || mark === 'reference' ? mark : undefined
}

interface ZonesProps {
  readonly over: Zone['id'] | undefined
  readonly zones: readonly Zone[]
}

const Zones = ({ over, zones }: ZonesProps) => (
  <div className="absolute inset-0 z-40 flex gap-4 bg-ground/50 p-4 max-md:flex-col md:p-6">
    {zones.map(({ id, name, says, icon }) => (
      <div
        key={id}
        {...{ [zoneMark]: id }}
        className={`grid min-w-0 flex-1 place-content-center justify-items-center gap-1.5 rounded-md border-2 border-dashed p-4 text-center *:pointer-events-none ${id === over ? 'border-cable bg-raised/95 shadow-float' : 'border-line-strong bg-surface/85'}`}
      >
        {icon}
        <p className="font-medium text-base">{name}</p>
        <p className="wrap-anywhere text-soft text-xs">{says}</p>
      </div>
    ))}
  </div>
)
