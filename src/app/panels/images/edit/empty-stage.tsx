import { ClipboardPaste, ImagePlus, MousePointer2, Sparkles } from 'lucide-react'
import { useLocation } from 'wouter'
import { editImages } from '#contract/images/images.ts'
import { PickFiles } from '../../../files/drop-place.tsx'
import { ExampleCards } from '../../../tool/example-cards.tsx'
import { generateTool, hrefOf } from '../../../tool/tools.ts'
import { Button } from '../../../ui/button.tsx'
import { modifierName } from '../../../ui/keys/keyboard.ts'
import { type EditExample, editExamples } from './edit-examples.ts'
import type { EditSession } from './edit-session.ts'

const look = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

interface EmptyStageProps {
  readonly session: EditSession
  readonly onTry: (example: EditExample) => void
}

/** Before the first image: the ways to get one here, and what comes then. */
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
            Mark what is to change, say how, and see afterwards whether the rest was kept. More images are references.
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
            Make one with Generate
          </Button>
        </div>
        <ul className="grid gap-1.5 text-faint text-xs">
          <li className="flex items-center justify-center gap-2">
            <ClipboardPaste size={14} strokeWidth={1.5} aria-hidden="true" />
            Or paste it: {modifierName} V
          </li>
          <li>PNG, JPEG or WebP, up to 16 images of 50 MB and 64 megapixels each</li>
        </ul>
      </div>
      <div className="grid w-full max-w-3xl gap-3">
        <h3 className="font-medium text-sm">Or see it at work on a painted harbour</h3>
        <ExampleCards examples={editExamples} onTry={onTry} />
      </div>
    </section>
  )
}
