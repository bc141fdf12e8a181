import type { Rect } from '#media/mask/rect.ts'
import { type Point, toBox, type View } from '../../view/zoom.ts'
import type { StrokeDraft } from '../document/stroke-painter.ts'

/** What is drawn over the mask: brush outline, keyboard cursor, and the open shape. In CSS pixels. */
export interface HudScene {
  readonly view: View
  readonly tip: { readonly at: Point; readonly radius: number; readonly hardness: number } | undefined
  readonly cross: Point | undefined
  readonly draft: StrokeDraft | undefined
  readonly sent: Rect | undefined
}

const light = 'rgb(255 255 255 / 0.95)'
const dark = 'rgb(0 0 0 / 0.75)'

/** Draws every line twice, dark below light, so that it shows on any background. */
export function drawHud(pen: CanvasRenderingContext2D, { view, tip, cross, draft, sent }: HudScene): void {
  if (sent) twice(pen, rectPath(sent, view), [8, 6])
  if (draft?.kind === 'path') closeLightly(pen, draft, view)
  // Dashes along a lasso of thousands of points take longer than a frame.
  if (draft) twice(pen, draftPath(draft, view), draft.tool === 'lasso' ? [] : [5, 4])
  // The first corner is larger once a click on it closes the polygon.
  if (draft?.tool === 'polygon')
    for (const [n, point] of draft.points.entries())
      dot(pen, toBox(view, point), n === 0 && draft.points.length > 2 ? 4.5 : 2.5)
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

function dot(pen: CanvasRenderingContext2D, { x, y }: Point, half: number): void {
  const path = new Path2D()
  path.rect(x - half, y - half, 2 * half, 2 * half)
  pen.fillStyle = light
  twice(pen, path)
  pen.fill(path)
}

function closeLightly(
  pen: CanvasRenderingContext2D,
  { points, to }: StrokeDraft & { readonly kind: 'path' },
  view: View,
): void {
  const first = points[0]
  if (!first || points.length < 2) return
  const path = new Path2D()
  const [a, b] = [toBox(view, to), toBox(view, first)]
  path.moveTo(a.x, a.y)
  path.lineTo(b.x, b.y)
  pen.save()
  pen.globalAlpha = 0.6
  twice(pen, path, [2, 6])
  pen.restore()
}

function rectPath(rect: Rect, view: View): Path2D {
  const { x, y } = toBox(view, rect)
  const path = new Path2D()
  path.rect(x, y, rect.width * view.scale, rect.height * view.scale)
  return path
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

function draftPath(draft: StrokeDraft, view: View): Path2D {
  const path = new Path2D()
  if (draft.kind === 'path') {
    let last: Point | undefined
    for (const point of draft.points) {
      const at = toBox(view, point)
      if (last && Math.abs(at.x - last.x) + Math.abs(at.y - last.y) < 1) continue
      path.lineTo(at.x, at.y)
      last = at
    }
    const end = toBox(view, draft.to)
    path.lineTo(end.x, end.y)
    return path
  }
  const from = toBox(view, draft.from)
  const to = toBox(view, draft.to)
  const [width, height] = [to.x - from.x, to.y - from.y]
  if (draft.tool === 'rectangle') path.rect(from.x, from.y, width, height)
  else
    path.ellipse(from.x + width / 2, from.y + height / 2, Math.abs(width / 2), Math.abs(height / 2), 0, 0, 2 * Math.PI)
  return path
}
