import type { Draft } from './painter.ts'
import { type Point, toPlace, type View } from './view.ts'

/** What lies over the mask: the tip, the cursor of the keyboard, and the shape that is being drawn. In CSS pixels. */
export interface HudScene {
  readonly view: View
  /** The round tip, where it is shown. */
  readonly tip: { readonly at: Point; readonly radius: number; readonly hardness: number } | undefined
  /** Where the keyboard paints. */
  readonly cross: Point | undefined
  readonly draft: Draft | undefined
}

const light = 'rgb(255 255 255 / 0.95)'
const dark = 'rgb(0 0 0 / 0.75)'

/** Draws the scene, dark below and light above, so that it is seen on any ground. */
export function drawHud(pen: CanvasRenderingContext2D, { view, tip, cross, draft }: HudScene): void {
  if (draft) twice(pen, draftPath(draft, view), [5, 4])
  if (draft?.tool === 'polygon') for (const point of draft.points) dot(pen, toPlace(view, point))
  if (tip) {
    const ring = new Path2D()
    ring.arc(tip.at.x, tip.at.y, Math.max(0.5, tip.radius), 0, 2 * Math.PI)
    twice(pen, ring)
    if (tip.hardness < 1 && tip.radius * tip.hardness > 4) {
      const core = new Path2D()
      core.arc(tip.at.x, tip.at.y, tip.radius * tip.hardness, 0, 2 * Math.PI)
      twice(pen, core, [2, 4])
    }
    if (tip.radius < 4) twice(pen, crossPath(tip.at, 4, 9))
  }
  if (cross) twice(pen, crossPath(cross, 3, 11))
}

function twice(pen: CanvasRenderingContext2D, path: Path2D, dash: number[] = []): void {
  pen.setLineDash([])
  pen.strokeStyle = dark
  pen.lineWidth = 3
  pen.stroke(path)
  pen.setLineDash(dash)
  pen.strokeStyle = light
  pen.lineWidth = 1.25
  pen.stroke(path)
}

function dot(pen: CanvasRenderingContext2D, { x, y }: Point): void {
  const path = new Path2D()
  path.rect(x - 2.5, y - 2.5, 5, 5)
  pen.fillStyle = light
  twice(pen, path)
  pen.fill(path)
}

function crossPath({ x, y }: Point, from: number, to: number): Path2D {
  const path = new Path2D()
  for (const [dx, dy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    path.moveTo(x + dx * from, y + dy * from)
    path.lineTo(x + dx * to, y + dy * to)
  }
  return path
}

function draftPath(draft: Draft, view: View): Path2D {
  const path = new Path2D()
  if (draft.kind === 'path') {
    for (const point of [...draft.points, draft.to]) {
      const { x, y } = toPlace(view, point)
      path.lineTo(x, y)
    }
    return path
  }
  const from = toPlace(view, draft.from)
  const to = toPlace(view, draft.to)
  const [width, height] = [to.x - from.x, to.y - from.y]
  if (draft.tool === 'rectangle') path.rect(from.x, from.y, width, height)
  else
    path.ellipse(from.x + width / 2, from.y + height / 2, Math.abs(width / 2), Math.abs(height / 2), 0, 0, 2 * Math.PI)
  return path
}
