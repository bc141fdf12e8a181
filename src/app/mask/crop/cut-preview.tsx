import { type CSSProperties, type PointerEvent, useCallback, useState } from 'react'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { TrayPicture } from '../../files/read-file.ts'
import { checkerboard } from '../../view/media/mask-style.ts'
import { usePicture } from '../../view/media/use-picture.ts'
import { type Corner, dragged, type Frame } from './cut.ts'
import type { CutPlan } from './use-cut-plan.ts'

interface CutPreviewProps {
  readonly plan: CutPlan
  readonly picture: TrayPicture
  readonly mask: MaskEditor
}

const corners: readonly (readonly [Corner, CSSProperties])[] = [
  ['nw', { left: 0, top: 0, translate: '-50% -50%', cursor: 'nwse-resize' }],
  ['ne', { right: 0, top: 0, translate: '50% -50%', cursor: 'nesw-resize' }],
  ['sw', { left: 0, bottom: 0, translate: '-50% 50%', cursor: 'nesw-resize' }],
  ['se', { right: 0, bottom: 0, translate: '50% 50%', cursor: 'nwse-resize' }],
]

const frameStyle = {
  cursor: 'move',
  outline: '2px solid var(--cable)',
  boxShadow: '0 0 0 100vmax rgb(0 0 0 / 0.6)',
} as const

const grounds = { clear: checkerboard, white: '#fff', black: '#000' } as const

/** The picture with a frame that is dragged as a whole or by its corners. The dialog's number fields are the keyboard's way. */
export function CutPreview({ plan, picture, mask }: CutPreviewProps) {
  const { frame, way, size, ground, outside } = plan
  const { url } = usePicture(picture.blob)
  const drawMask = useMaskDrawing(mask)
  const [drag, setDrag] = useState<{
    readonly world: Frame
    readonly frame: Frame
    readonly x: number
    readonly y: number
  }>()
  const world = drag?.world ?? worldOf(frame, picture)
  const place = (box: Frame) => ({
    left: `${((box.x - world.x) / world.width) * 100}%`,
    top: `${((box.y - world.y) / world.height) * 100}%`,
    width: `${(box.width / world.width) * 100}%`,
    height: `${(box.height / world.height) * 100}%`,
  })
  const whole = place({ x: 0, y: 0, width: picture.width, height: picture.height })
  const start = (event: PointerEvent) => {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ world, frame, x: event.clientX, y: event.clientY })
  }
  const move = (corner: Corner | 'all') => (event: PointerEvent) => {
    if (!drag || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    event.stopPropagation()
    const seen = event.currentTarget.closest('[role=img]')?.getBoundingClientRect().width ?? 1
    const by = {
      x: ((event.clientX - drag.x) / seen) * world.width,
      y: ((event.clientY - drag.y) / seen) * world.width,
    }
    plan.frameTo(dragged(drag.frame, by, corner, size))
  }
  const hand = (corner: Corner | 'all') => ({
    onPointerDown: start,
    onPointerMove: move(corner),
    onLostPointerCapture: () => setDrag(undefined),
  })
  return (
    <div
      role="img"
      aria-label={`Frame of ${frame.width} × ${frame.height} over ${picture.name}`}
      style={{
        aspectRatio: `${world.width} / ${world.height}`,
        width: `min(100%, ${(32 * world.width) / world.height}dvh)`,
      }}
      className="relative mx-auto touch-none overflow-hidden rounded-md bg-sunken"
    >
      {way === 'pad' && (
        <div style={{ ...place(frame), background: grounds[ground] }} className="absolute">
          {outside === 'marked' && <div className="absolute inset-0 bg-cable/50" />}
        </div>
      )}
      {url && <img src={url} alt="" draggable={false} style={whole} className="absolute max-w-none" />}
      <canvas ref={drawMask} style={whole} className="absolute text-cable opacity-50" />
      <div style={{ ...place(frame), ...frameStyle }} className="absolute" {...hand('all')}>
        {corners.map(([corner, style]) => (
          <div
            key={corner}
            style={style}
            className="absolute grid size-6 place-items-center coarse:size-11"
            {...hand(corner)}
          >
            <span className="size-2.5 rounded-full border border-ground bg-cable" />
          </div>
        ))}
      </div>
    </div>
  )
}

/** The visible area: picture and frame with a margin to drag into. */
function worldOf(frame: Frame, picture: TrayPicture): Frame {
  const [left, top] = [Math.min(0, frame.x), Math.min(0, frame.y)]
  const width = Math.max(picture.width, frame.x + frame.width) - left
  const height = Math.max(picture.height, frame.y + frame.height) - top
  const room = Math.max(width, height) * 0.05
  return { x: left - room, y: top - room, width: width + 2 * room, height: height + 2 * room }
}

/** The longer edge of the drawing, in pixels. */
const edge = 512

/** A ref for a canvas that shows the mask, scaled down, as it is when the canvas mounts. */
function useMaskDrawing(mask: MaskEditor): (canvas: HTMLCanvasElement | null) => void {
  return useCallback(
    (canvas) => {
      if (!canvas) return
      const by = Math.min(1, edge / Math.max(mask.width, mask.height))
      canvas.width = Math.ceil(mask.width * by)
      canvas.height = Math.ceil(mask.height * by)
      const pen = canvas.getContext('2d')
      if (!pen || mask.marked === 0) return
      const drawing = pen.createImageData(canvas.width, canvas.height)
      const [red = 0, green = 0, blue = 0] = cableOf(canvas, pen)
      for (let y = 0, at = 0; y < canvas.height; y += 1) {
        const row = Math.min(mask.height - 1, Math.floor(y / by)) * mask.width
        for (let x = 0; x < canvas.width; x += 1, at += 4) {
          const alpha = mask.bytes[row + Math.min(mask.width - 1, Math.floor(x / by))] ?? 0
          drawing.data.set([red, green, blue, alpha], at)
        }
      }
      pen.putImageData(drawing, 0, 0)
    },
    [mask],
  )
}

/** The canvas's CSS colour as RGBA bytes, resolved by drawing it. */
function cableOf(canvas: HTMLCanvasElement, pen: CanvasRenderingContext2D): Uint8ClampedArray {
  pen.fillStyle = getComputedStyle(canvas).color
  pen.fillRect(0, 0, 1, 1)
  return pen.getImageData(0, 0, 1, 1).data
}
