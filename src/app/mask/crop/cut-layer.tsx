import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useCallback, useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import type { View } from '../../view/zoom.ts'
import { useMaskSettings } from '../tools/mask-settings.ts'
import { type Frame, longestEdge } from './cut.ts'
import { type CutPlan, type Edge, type Handle, withDrag } from './cut-plan.ts'

/** What the frame is drawn over: the mask canvas, or a plain picture. */
export interface CutSurface {
  readonly view: View
  /** Calls the listener when the view was drawn. Returns the function that ends it. */
  readonly onDraw: (listener: () => void) => () => void
  readonly setFrame: (plan: CutPlan) => void
  readonly showFrame: () => void
}

interface CutLayerProps {
  readonly surface: CutSurface
  readonly plan: CutPlan
  readonly children?: ReactNode
}

export function CutLayer({ surface, plan, children }: CutLayerProps) {
  const follow = useView(surface)
  const { frame, way } = plan
  return (
    <div ref={follow} className="pointer-events-none absolute inset-0 overflow-hidden">
      {way === 'extend' && <NewArea plan={plan} />}
      <div
        style={{ ...placed(frame), ...(way === 'crop' && { boxShadow: '0 0 0 100vmax rgb(0 0 0 / 0.6)' }) }}
        className="absolute outline-2 outline-cable"
      >
        {children}
        {edges.map(([edge, name, look]) => (
          <EdgeHandle key={edge} {...{ surface, plan, edge, name, look }} />
        ))}
        {corners.map(([corner, look]) => (
          <CornerHandle key={corner} {...{ surface, plan, corner, look }} />
        ))}
      </div>
    </div>
  )
}

/** A ref that keeps the canvas's view in custom properties, in the frame in which it is drawn and without React. */
function useView(surface: CutSurface): (layer: HTMLElement | null) => (() => void) | undefined {
  return useCallback(
    (layer) => {
      if (!layer) return undefined
      const write = () => writeView(layer, surface.view)
      write()
      return surface.onDraw(write)
    },
    [surface],
  )
}

export function writeView(box: HTMLElement, { scale, x, y }: View): void {
  for (const [name, length] of Object.entries({ '--scale': scale, '--x': x, '--y': y }))
    box.style.setProperty(name, `${length}px`)
}

/** Where a rectangle in pixels of the picture lies on the layer, or in another box with the custom properties of its view. */
export const placed = ({ x, y, width, height }: Frame): CSSProperties => ({
  left: `calc(var(--x) + ${x} * var(--scale))`,
  top: `calc(var(--y) + ${y} * var(--scale))`,
  width: `calc(${width} * var(--scale))`,
  height: `calc(${height} * var(--scale))`,
})

const board = 'repeating-conic-gradient(#d4d4d8 0 25%, #fff 0 50%) 0 0 / 16px 16px'

function NewArea({ plan: { frame, picture, fill } }: { readonly plan: CutPlan }) {
  const { colour, opacity } = useMaskSettings()
  const at = (x: number, y: number) => `calc(${x - frame.x} * var(--scale)) calc(${y - frame.y} * var(--scale))`
  const { width, height } = picture
  const hole = [at(0, 0), at(0, height), at(width, height), at(width, 0), at(0, 0)]
  const clipPath = `polygon(evenodd, 0 0, 100% 0, 100% 100%, 0 100%, 0 0, ${hole.join(', ')})`
  const background = fill === 'white' || fill === 'black' ? fill : board
  return (
    <div style={{ ...placed(frame), background, clipPath }} className="absolute">
      {fill === 'model' && <div style={{ background: colour, opacity: opacity / 100 }} className="size-full" />}
    </div>
  )
}

interface Grip {
  readonly plan: CutPlan
  readonly x: number
  readonly y: number
}

/** Pointer events that drag a handle from where the frame was at the press. Shift keeps the ratio, Alt moves the opposite edge too. */
export function useGrip({ surface, plan }: CutLayerProps, handle: Handle) {
  const [grip, setGrip] = useState<Grip>()
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setGrip({ plan, x: event.clientX, y: event.clientY })
    },
    onPointerMove: ({ clientX, clientY, shiftKey, altKey }: PointerEvent) => {
      if (!grip) return
      const { scale } = surface.view
      const by = { x: (clientX - grip.x) / scale, y: (clientY - grip.y) / scale }
      surface.setFrame(withDrag(grip.plan, { by, handle, even: shiftKey, both: altKey }))
    },
    onLostPointerCapture: () => {
      setGrip(undefined)
      surface.showFrame()
    },
  }
}

const edges = [
  ['n', 'Top edge', 'inset-x-0 top-0 h-6 -translate-y-1/2 cursor-ns-resize coarse:h-11'],
  ['e', 'Right edge', 'inset-y-0 right-0 w-6 translate-x-1/2 cursor-ew-resize coarse:w-11'],
  ['s', 'Bottom edge', 'inset-x-0 bottom-0 h-6 translate-y-1/2 cursor-ns-resize coarse:h-11'],
  ['w', 'Left edge', 'inset-y-0 left-0 w-6 -translate-x-1/2 cursor-ew-resize coarse:w-11'],
] as const

/** How far an edge lies past the picture's own, in pixels: negative inside it. */
function reachOf({ frame: { x, y, width, height }, picture }: CutPlan, edge: Edge): number {
  return { n: -y, w: -x, s: y + height - picture.height, e: x + width - picture.width }[edge]
}

interface EdgeHandleProps extends CutLayerProps {
  readonly edge: Edge
  readonly name: string
  readonly look: string
}

/** An edge: dragged, or moved by arrow keys by a step of the grid, with Shift by ten. */
function EdgeHandle({ surface, plan, edge, name, look }: EdgeHandleProps) {
  const grip = useGrip({ surface, plan }, edge)
  const isLevel = edge === 'n' || edge === 's'
  const reach = reachOf(plan, edge)
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event
    const sign = isLevel ? ownOf({ ArrowUp: -1, ArrowDown: 1 }, key) : ownOf({ ArrowLeft: -1, ArrowRight: 1 }, key)
    if (!sign || ctrlKey || metaKey) return
    event.preventDefault()
    const step = sign * plan.grid * (shiftKey ? 10 : 1)
    surface.setFrame(withDrag(plan, { by: { x: step, y: step }, handle: edge, both: altKey }))
    surface.showFrame()
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-orientation={isLevel ? 'vertical' : 'horizontal'}
      aria-valuemin={plan.way === 'crop' ? -plan.picture[isLevel ? 'height' : 'width'] : 0}
      aria-valuemax={plan.way === 'crop' ? 0 : longestEdge}
      aria-valuenow={reach}
      aria-valuetext={reach < 0 ? `${-reach} px cropped` : `${reach} px added`}
      onKeyDown={onKeyDown}
      className={`group pointer-events-auto absolute grid touch-none place-items-center outline-none ${look}`}
      {...grip}
    >
      <span
        className={`rounded-full border border-ground bg-cable outline-cable outline-offset-2 group-focus-visible:outline-3 ${isLevel ? 'h-2 w-8 max-w-full' : 'h-8 max-h-full w-2'}`}
      />
    </div>
  )
}

const corners = [
  ['nw', 'top-0 left-0 -translate-1/2 cursor-nwse-resize'],
  ['ne', 'top-0 right-0 translate-x-1/2 -translate-y-1/2 cursor-nesw-resize'],
  ['sw', 'bottom-0 left-0 -translate-x-1/2 translate-y-1/2 cursor-nesw-resize'],
  ['se', 'right-0 bottom-0 translate-1/2 cursor-nwse-resize'],
] as const

interface CornerHandleProps extends CutLayerProps {
  readonly corner: Handle
  readonly look: string
}

function CornerHandle({ surface, plan, corner, look }: CornerHandleProps) {
  const grip = useGrip({ surface, plan }, corner)
  return (
    <div
      className={`pointer-events-auto absolute grid size-6 touch-none place-items-center coarse:size-11 ${look}`}
      {...grip}
    >
      <span className="size-3 rounded-full border border-ground bg-cable" />
    </div>
  )
}
