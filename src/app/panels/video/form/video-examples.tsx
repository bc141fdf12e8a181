import { ImagePlay, RectangleHorizontal, RectangleVertical } from 'lucide-react'
import type { ToolExample } from '../../../tool/tool-examples.tsx'

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

/** In pixels: the size of the video that it is the first frame of. */
const { width, height } = { width: 1280, height: 720 } as const

/** A balloon over hills, painted here and now as a first frame. Rejects where the browser has no canvas. */
async function drawBalloon(): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser has no canvas support.')
  const sky = pen.createLinearGradient(0, 0, 0, height)
  sky.addColorStop(0, '#5b8fc7')
  sky.addColorStop(1, '#f6d9b8')
  pen.fillStyle = sky
  pen.fillRect(0, 0, width, height)
  hill(pen, '#7f9fae', 520, 70)
  hill(pen, '#5d8070', 590, 45)
  hill(pen, '#3d5b49', 650, 25)
  balloon(pen, 800, 270, 105)
  return await canvas.convertToBlob({ type: 'image/png' })
}

type Pen = OffscreenCanvasRenderingContext2D

/** A wave from edge to edge, filled down to the foot. */
function hill(pen: Pen, colour: string, top: number, rise: number): void {
  pen.fillStyle = colour
  pen.beginPath()
  pen.moveTo(0, height)
  for (let x = 0; x <= width; x += 8) pen.lineTo(x, top + rise * Math.sin(x / (2 * rise + 60) + top))
  pen.lineTo(width, height)
  pen.fill()
}

function balloon(pen: Pen, x: number, y: number, radius: number): void {
  const foot = y + radius * 1.5
  pen.strokeStyle = '#4a3427'
  pen.lineWidth = 3
  for (const side of [-1, 1]) {
    pen.beginPath()
    pen.moveTo(x + side * radius * 0.5, y + radius * 0.85)
    pen.lineTo(x + side * 16, foot)
    pen.stroke()
  }
  pen.fillStyle = '#6b4a35'
  pen.fillRect(x - 18, foot, 36, 28)
  // Stripes: each ellipse is narrower and covers the middle of the one before.
  for (const [share, colour] of [
    [1, '#c8442f'],
    [0.66, '#f3e3c3'],
    [0.33, '#c8442f'],
  ] as const) {
    pen.fillStyle = colour
    pen.beginPath()
    pen.ellipse(x, y, radius * share, radius * 1.08, 0, 0, 2 * Math.PI)
    pen.fill()
  }
}
