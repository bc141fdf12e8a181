import type { Dimensions } from '#media/dimensions.ts'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import { Bounds, type Rect } from '#media/mask/rect.ts'
import type { View } from '../../view/zoom.ts'
import { BlockMap, type SampledMask, sampleMask } from './sample-mask.ts'

/** Draws the changed parts of a mask onto a canvas of the box's size. Lengths and views are in device pixels. */
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

/** How a mask is shown: `fill` covers what is marked, `outline` draws its edge only, `both` does both. */
export const overlayLooks = ['both', 'fill', 'outline'] as const
export type OverlayLook = (typeof overlayLooks)[number]

export interface OverlayStyle {
  readonly look: OverlayLook
  readonly colour: string
  /** 0 to 1. */
  readonly opacity: number
  /** How wide the edge is, in screen pixels: on dense screens one could hardly be seen. */
  readonly line: 1 | 2
}

/** Colours as they are stored in an ImageData, for each strength of the mask. */
interface Inks {
  readonly fill: Uint32Array
  /** The outline is drawn inside and outside the edge, dashed light and dark, so that it shows on any background. */
  readonly edge: number
  readonly gap: number
  readonly around: number
  readonly hasEdge: boolean
  readonly line: 1 | 2
}

const isLittle = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1

function ink(red: number, green: number, blue: number, alpha: number): number {
  const [a, b, c, d] = isLittle ? [alpha, blue, green, red] : [red, green, blue, alpha]
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
}

export function inksOf({ look, colour, opacity, line }: OverlayStyle): Inks {
  const packed = Number.parseInt(colour.slice(1), 16)
  const [red, green, blue] = [packed >> 16, (packed >> 8) & 255, packed & 255]
  const strength = look === 'outline' ? 0 : opacity
  const fill = new Uint32Array(256)
  for (let value = 1; value < 256; value++) {
    const alpha = Math.round(value * strength)
    fill[value] = alpha === 0 ? 0 : ink(red, green, blue, alpha)
  }
  const light = red * 0.299 + green * 0.587 + blue * 0.114
  const isDark = light < 90
  const isLight = light > 190
  return {
    fill,
    edge: ink(red, green, blue, 255),
    gap: isLight ? ink(20, 20, 24, 255) : ink(255, 255, 255, 255),
    around: isDark ? ink(255, 255, 255, 150) : ink(0, 0, 0, 140),
    hasEdge: look !== 'fill',
    line,
  }
}

const inside = 128

/** Padding before and (at least) after each row of strengths: neighbours are read four at a time. */
export const rowMargin = 4

/**
 * Turns strengths into colours. `values` has `inks.line` more rows above and below; its rows hold `stride` strengths, a multiple of
 * four, and begin `rowMargin` before those of `out`. `dash` is the phase of the outline's dashes at the first pixel.
 */
export function paintPixels(
  values: Uint8Array<ArrayBuffer>,
  stride: number,
  out: Uint32Array,
  { width, height }: { readonly width: number; readonly height: number },
  inks: Inks,
  dash: number,
): void {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length >> 2)
  const line = stride >> 2
  const far = line * inks.line
  for (let y = 0; y < height; y++) {
    const from = (y + inks.line) * stride + rowMargin
    const to = y * width
    for (let x = 0; x < width; x += 4) {
      const at = (from + x) >> 2
      const four = words[at] as number
      const isFlat =
        (four === 0 || four === 0xffffffff) &&
        words[at - 1] === four &&
        words[at + 1] === four &&
        words[at - line] === four &&
        words[at + line] === four &&
        words[at - far] === four &&
        words[at + far] === four
      const end = Math.min(4, width - x)
      if (isFlat) {
        const ink = inks.fill[four & 255] as number
        for (let i = 0; i < end; i++) out[to + x + i] = ink
      } else paintFew(values, from + x, stride, out, to + x, end, inks, dash + y + x)
    }
  }
}

function paintFew(
  values: Uint8Array,
  from: number,
  stride: number,
  out: Uint32Array,
  to: number,
  count: number,
  { fill, edge, gap, around, hasEdge, line }: Inks,
  dash: number,
): void {
  for (let i = 0; i < count; i++) {
    const at = from + i
    const value = values[at] as number
    const here = value >= inside
    const isEdge =
      hasEdge && (isBeside(values, at, 1, stride, here) || (line === 2 && isBeside(values, at, 2, 2 * stride, here)))
    if (!isEdge) out[to + i] = fill[value] as number
    else if (here) out[to + i] = (((dash + i) >> (line - 1)) & 15) < 10 ? edge : gap
    else out[to + i] = around
  }
}

/** Whether a pixel at this distance to the left, right, top or bottom is on the other side of the edge. */
function isBeside(values: Uint8Array, at: number, across: number, down: number, here: boolean): boolean {
  return (
    (values[at - across] as number) >= inside !== here ||
    (values[at + across] as number) >= inside !== here ||
    (values[at - down] as number) >= inside !== here ||
    (values[at + down] as number) >= inside !== here
  )
}
