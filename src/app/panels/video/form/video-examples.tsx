import { ImagePlay, RectangleHorizontal, RectangleVertical } from 'lucide-react'
import type { ToolExample } from '../../../tool/tool-examples.tsx'
import { drawBalloon } from './example-frame.ts'

const tile = 'rounded-[3px] border border-cable bg-cable/12'

export const videoExamples: readonly ToolExample[] = [
  {
    icon: RectangleHorizontal,
    title: 'A landscape clip',
    prompt: 'Waves roll onto a rocky shore at dusk. The camera glides slowly along the coast. Sound of the sea.',
    settings: { size: '1280x720', seconds: '4', input_reference: undefined },
    says: '1280 × 720, 4 s',
    drawing: <span className={`aspect-video h-20 ${tile}`} />,
  },
  {
    icon: RectangleVertical,
    title: 'A portrait clip',
    prompt: 'A paper lantern rises past lit windows into the night sky. The camera tilts up with it.',
    settings: { size: '720x1280', seconds: '4', input_reference: undefined },
    says: '720 × 1280, 4 s',
    drawing: <span className={`aspect-9/16 h-28 ${tile}`} />,
  },
  {
    icon: ImagePlay,
    title: 'Animate an image',
    prompt: 'The balloon drifts to the left over the hills. The camera pulls back slowly.',
    settings: { size: '1280x720', seconds: '4', input_reference: undefined },
    says: 'a first frame, 1280 × 720, 4 s',
    drawing: (
      <span className="flex w-full max-w-64 gap-1 px-3">
        <span className={`aspect-video flex-1 ${tile} bg-cable/40`} />
        <span className={`aspect-video flex-1 ${tile}`} />
        <span className={`aspect-video flex-1 ${tile} opacity-50`} />
      </span>
    ),
    files: { input_reference: async () => ({ name: 'balloon.png', blob: await drawBalloon() }) },
  },
]
