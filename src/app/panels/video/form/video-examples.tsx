import { ImagePlay, RectangleHorizontal, RectangleVertical } from 'lucide-react'
import { type Example, ExampleCards } from '../../../tool/example-cards.tsx'
import type { ToolState } from '../../../tool/use-tool.ts'
import { drawBalloon } from './example-frame.ts'

interface VideoExample extends Example {
  readonly settings: { readonly size: string; readonly seconds: string }
  /** Draws its first frame. */
  readonly frame?: () => Promise<Blob>
}

const tile = 'rounded-[3px] border border-cable bg-cable/12'

const examples: readonly VideoExample[] = [
  {
    icon: RectangleHorizontal,
    title: 'A landscape clip',
    prompt: 'Waves roll onto a rocky shore at dusk. The camera glides slowly along the coast. Sound of the sea.',
    settings: { size: '1280x720', seconds: '4' },
    says: '1280 × 720, 4 s',
    drawing: <span className={`aspect-video h-20 ${tile}`} />,
  },
  {
    icon: RectangleVertical,
    title: 'A portrait clip',
    prompt: 'A paper lantern rises past lit windows into the night sky. The camera tilts up with it.',
    settings: { size: '720x1280', seconds: '4' },
    says: '720 × 1280, 4 s',
    drawing: <span className={`aspect-9/16 h-28 ${tile}`} />,
  },
  {
    icon: ImagePlay,
    title: 'Animate an image',
    prompt: 'The balloon drifts to the left over the hills. The camera pulls back slowly.',
    settings: { size: '1280x720', seconds: '4' },
    says: 'a first frame, 1280 × 720, 4 s',
    drawing: (
      <span className="flex w-full max-w-64 gap-1 px-3">
        <span className={`aspect-video flex-1 ${tile} bg-cable/40`} />
        <span className={`aspect-video flex-1 ${tile}`} />
        <span className={`aspect-video flex-1 ${tile} opacity-50`} />
      </span>
    ),
    frame: drawBalloon,
  },
]

/** The examples of an empty stage; a press runs one. */
export function VideoExamples({ tryOut }: Pick<ToolState, 'tryOut'>) {
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-4 py-[8vh]">
      <h2 className="font-semibold text-base">Describe a video, or start with an example</h2>
      <ExampleCards
        examples={examples}
        onTry={({ prompt, settings, frame }) =>
          tryOut(
            { prompt, ...settings, input_reference: undefined },
            frame && { input_reference: async () => ({ name: 'balloon.png', blob: await frame() }) },
          )
        }
      />
    </div>
  )
}
