import { ClipboardPaste, ImagePlus, MousePointer2, Sparkles } from 'lucide-react'
import { useLocation } from 'wouter'
import { editImages } from '#contract/images/images.ts'
import { PickFiles } from '../../../files/drop-place.tsx'
import { MaskCanvas } from '../../../mask/canvas/mask-canvas.tsx'
import { isOpen } from '../../../run/life/states.ts'
import { ExampleCards } from '../../../tool/example-cards.tsx'
import { generateTool, hrefOf } from '../../../tool/tools.ts'
import { Button } from '../../../ui/button.tsx'
import { modifierName } from '../../../ui/keys/keyboard.ts'
import { type EditExample, editExamples } from './edit-examples.ts'
import type { EditSession } from './edit-session.ts'
import { ResultPlace } from './result-place.tsx'
import { ResultStrip } from './result-strip.tsx'
import type { EditTools } from './use-edit.ts'

/** What the stage shows: the mask canvas, or a result compared with its original. */
export type Shown =
  | { readonly kind: 'mask' }
  | { readonly kind: 'result'; readonly run: string; readonly place: number }

interface EditStageProps {
  readonly tool: EditTools
  readonly shown: Shown
  readonly onShow: (shown: Shown) => void
}

/** The mask canvas or a compared result, with the result strip below. */
export function EditStage({ tool, shown, onShow }: EditStageProps) {
  const { session, sending } = tool
  const { mask, work, status } = tool.state
  const { runs } = sending.thread
  const [base] = work.pictures
  const run = shown.kind === 'result' ? runs.find(({ id }) => id === shown.run) : undefined
  const newest = runs.at(-1)
  if (status === 'loading') return <div aria-busy="true" className="flex-1" />
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overflow-x-hidden">
      {shown.kind === 'result' && run ? (
        <ResultPlace
          key={`${run.id} ${shown.place}`}
          run={run}
          place={shown.place}
          onBack={() => onShow({ kind: 'mask' })}
          onUse={(result) => {
            void session.takeResult(result)
            onShow({ kind: 'mask' })
          }}
        />
      ) : base && mask ? (
        <MaskCanvas base={base} mask={mask} tasks={tool.tasks} />
      ) : (
        <EmptyStage session={session} onTry={sending.tryOut} />
      )}
      <ResultStrip tool={tool} shown={shown} onShow={onShow} />
      <p role="status" className="sr-only">
        {sending.running
          ? 'Edit in progress.'
          : newest && !isOpen(newest.status)
            ? `Edit finished: ${newest.status}.`
            : ''}
      </p>
    </div>
  )
}

const look = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

interface EmptyStageProps {
  readonly session: EditSession
  readonly onTry: (example: EditExample) => void
}

/** The stage before the first image: ways to add one, and examples. */
export function EmptyStage({ session, onTry }: EmptyStageProps) {
  const [, go] = useLocation()
  return (
    <section
      aria-label="No image yet"
      className="@container grid min-h-0 flex-1 place-content-center justify-items-center gap-6 overflow-y-auto p-4 md:p-8"
    >
      <div className="grid w-full max-w-3xl justify-items-center gap-6 rounded-md border border-line-strong/60 border-dashed px-5 py-8 text-center md:py-12">
        <ImagePlus size={32} strokeWidth={1.25} aria-hidden="true" className="text-cable" />
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
            icon={<MousePointer2 {...look} />}
            accepts={editImages.accepts}
            count="several"
            onFiles={(files) => void session.add(files)}
          />
          <Button icon={<Sparkles {...look} />} onClick={() => go(hrefOf(generateTool))}>
            Generate one
          </Button>
        </div>
        <ul className="grid gap-1.5 text-faint text-xs">
          <li className="flex items-center justify-center gap-2">
            <ClipboardPaste size={14} strokeWidth={1.5} aria-hidden="true" />
            Or paste: {modifierName} V
          </li>
          <li>PNG, JPEG or WebP, up to 16 images of 50 MB and 64 megapixels each</li>
        </ul>
      </div>
      <div className="grid w-full max-w-3xl gap-3">
        <h3 className="font-medium text-sm">Or try it on a sample image</h3>
        <ExampleCards examples={editExamples} onTry={onTry} />
      </div>
    </section>
  )
}
