import { Moon, Sailboat, SunMedium } from 'lucide-react'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { Example } from '../../../tool/examples/example.ts'

/** An edit of the harbour. Without a mark the whole of it is reworked. */
export interface EditExample extends Example {
  readonly mark?: (mask: MaskEditor) => void
}

export const editExamples: readonly EditExample[] = [
  {
    icon: Sailboat,
    title: 'Add an object',
    prompt: 'A small red sailing boat on the still water',
    says: 'an ellipse on the water',
    mark: (mask) => mask.ellipse({ x: 170, y: 390, width: 300, height: 190 }, 255),
  },
  {
    icon: SunMedium,
    title: 'Replace an area',
    prompt: 'A clear blue sky with small clouds',
    says: 'a rectangle over the sky',
    mark: (mask) => mask.rectangle({ x: 0, y: 0, width: harbour.width, height: 180 }, 255),
  },
  { icon: Moon, title: 'Restyle everything', prompt: 'The same harbour by night, under the moon', says: 'no mask' },
]

const harbour = { width: 960, height: 640, horizon: 400 } as const

/** A picture to try edits on, painted here and now. Rejects where the browser has no canvas. */
export async function drawHarbour(): Promise<Blob> {
  const { width, height, horizon } = harbour
  const canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser has no canvas support.')
  pen.fillStyle = shade(pen, 0, horizon, '#7d8aa8', '#e8b184')
  pen.fillRect(0, 0, width, horizon)
  pen.fillStyle = '#ffe3b0'
  pen.beginPath()
  pen.arc(690, 250, 56, 0, 2 * Math.PI)
  pen.fill()
  hills(pen, '#566b8c', [0, 330, 150, 210, 300, 320, 430, 190, 660, 390, 800, 340, width, 300])
  hills(pen, '#3b5271', [0, 380, 240, 300, 420, 370, 700, 400, 860, 350, width, 370])
  pen.fillStyle = shade(pen, horizon, height, '#46708f', '#22384d')
  pen.fillRect(0, horizon, width, height - horizon)
  pen.fillStyle = '#e8b18466'
  for (let line = 0; line < 9; line += 1) {
    const half = 26 + 9 * ((line * 5) % 7)
    pen.fillRect(690 - half, horizon + 14 + line * 22, 2 * half, 3)
  }
  return await canvas.convertToBlob({ type: 'image/png' })
}

type Pen = OffscreenCanvasRenderingContext2D

function shade(pen: Pen, top: number, bottom: number, above: string, below: string): CanvasGradient {
  const gradient = pen.createLinearGradient(0, top, 0, bottom)
  gradient.addColorStop(0, above)
  gradient.addColorStop(1, below)
  return gradient
}

/** A ridge through points (x, y, x, y …), filled down to the water. */
function hills(pen: Pen, colour: string, ridge: readonly number[]): void {
  pen.fillStyle = colour
  pen.beginPath()
  pen.moveTo(0, harbour.horizon)
  for (let at = 0; at < ridge.length; at += 2) pen.lineTo(ridge[at] ?? 0, ridge[at + 1] ?? 0)
  pen.lineTo(harbour.width, harbour.horizon)
  pen.fill()
}
