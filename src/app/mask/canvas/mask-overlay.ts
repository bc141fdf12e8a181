import type { Dimensions } from '#media/dimensions.ts'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import { Bounds, type Rect } from '#media/mask/rect.ts'
import type { View } from '../../view/zoom.ts'
import { BlockMap } from './block-map.ts'
import { inksOf, type OverlayStyle, paintPixels, rowMargin } from './overlay-pixels.ts'
import { type SampledMask, sampleMask } from './sample-mask.ts'

/**
 * Draws the changed parts of a mask onto a canvas of the box's size. All its lengths are in device pixels: views must be scaled to
 * those.
 */
export class MaskOverlay {
  readonly #pen: CanvasRenderingContext2D
  readonly #mask: SampledMask
  #values = new Uint8Array(0)
  #pixels = new ArrayBuffer(0)
  #style: OverlayStyle | undefined
  #inks: ReturnType<typeof inksOf> | undefined

  constructor(pen: CanvasRenderingContext2D, { bytes, width, height }: Pick<MaskEditor, 'bytes' | 'width' | 'height'>) {
    this.#pen = pen
    this.#mask = { bytes, width, height, blocks: new BlockMap(bytes, width, height) }
  }

  changed(rect: Rect, how: 'changed' | 'inverted' = 'changed'): void {
    if (how === 'inverted') this.#mask.blocks.inverted()
    else this.#mask.blocks.changed(rect)
  }

  drawPart(part: Rect, view: View, place: Dimensions, style: OverlayStyle): void {
    // One pixel more for downscaling, which mixes neighbours, and the width of the outline.
    const more = 1 + style.line
    const left = Math.max(0, Math.floor(part.x * view.scale + view.x) - more)
    const top = Math.max(0, Math.floor(part.y * view.scale + view.y) - more)
    const right = Math.min(place.width, Math.ceil((part.x + part.width) * view.scale + view.x) + more)
    const bottom = Math.min(place.height, Math.ceil((part.y + part.height) * view.scale + view.y) + more)
    if (right > left && bottom > top)
      this.#draw({ x: left, y: top, width: right - left, height: bottom - top }, view, style)
  }

  drawAll(view: View, place: Dimensions, style: OverlayStyle): void {
    this.#pen.clearRect(0, 0, place.width, place.height)
    this.drawPart({ x: 0, y: 0, width: this.#mask.width, height: this.#mask.height }, view, place, style)
  }

  #draw(area: Rect, view: View, style: OverlayStyle): void {
    const { x, y, width, height } = area
    const stride = (width + 2 * rowMargin + 3) & ~3
    const around = { x: x - rowMargin, y: y - style.line, width: stride, height: height + 2 * style.line }
    const count = around.width * around.height
    if (this.#values.length < count) this.#values = new Uint8Array(count)
    if (this.#pixels.byteLength < width * height * 4) this.#pixels = new ArrayBuffer(count * 4)
    if (this.#style !== style) this.#inks = inksOf(style)
    this.#style = style
    if (!this.#inks) return
    sampleMask(this.#mask, view, around, this.#values)
    const out = new Uint32Array(this.#pixels, 0, width * height)
    paintPixels(this.#values, stride, out, { width, height }, this.#inks, x + y)
    this.#pen.putImageData(
      new ImageData(new Uint8ClampedArray(this.#pixels, 0, width * height * 4), width, height),
      x,
      y,
    )
  }
}

/** More parts are drawn as one: each has a cost of its own. */
const most = 32

/** Two parts are joined where the rectangle around both has at most so many times their area. */
const hardly = 1.25

const areaOf = ({ width, height }: Rect) => width * height

/** Adds a dirty rectangle, joined with the last where little else is covered: a stroke's events become one, distant tiles stay apart. */
export function withPart(parts: readonly Rect[], part: Rect): readonly Rect[] {
  if (areaOf(part) === 0) return parts
  const last = parts.at(-1)
  if (last === undefined) return [part]
  const around = together(last, part)
  if (areaOf(around) <= hardly * (areaOf(last) + areaOf(part))) return [...parts.slice(0, -1), around]
  const all = [...parts, part]
  return all.length <= most ? all : [all.reduce(together)]
}

function together(a: Rect, b: Rect): Rect {
  const bounds = new Bounds()
  bounds.addRect(a)
  bounds.addRect(b)
  return bounds.take()
}
