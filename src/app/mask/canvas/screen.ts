import type { Dimensions } from '#media/dimensions.ts'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { Rect } from '#media/mask/rect.ts'
import {
  centredIn,
  inSight,
  largestScale,
  movedBy,
  type Point,
  recentred,
  type View,
  zoomedTo,
} from '../../view/zoom.ts'
import { isEqual } from '../crop/cut.ts'
import { drawHud, type HudScene } from './hud.ts'
import { MaskOverlay, type OverlayStyle, withPart } from './mask-overlay.ts'
import { PictureLayer } from './picture-layer.ts'

/** Three stacked canvases, bottom to top: picture, mask, and outlines. */
export interface Layers {
  readonly picture: HTMLCanvasElement
  readonly mask: HTMLCanvasElement
  readonly hud: HTMLCanvasElement
}

/** A part of the picture or around it, and the CSS pixels that are covered at the foot of the box. */
export interface FittedArea extends Rect {
  readonly foot: number
}

interface ScreenOptions {
  readonly editor: MaskEditor
  /** The base: its size is the frame of whatever is drawn. */
  readonly image: ImageBitmap
  /** The picture to draw: the base, or another one fitted into its frame. */
  readonly picture: () => ImageBitmap
  readonly style: () => OverlayStyle
  readonly scene: () => Omit<HudScene, 'view'>
  /** What `fit` shows: in pixels of the picture. */
  readonly fitted: () => FittedArea
  readonly onFrame: () => void
}

const sight = 64

const leftAt = new WeakMap<MaskEditor, { view: View; place: Dimensions; picture: Dimensions; isFitted: boolean }>()

/** The view, and the canvases of the box's size. Draws once a frame, and of each layer only what changed. */
export class Screen {
  readonly #options: ScreenOptions
  readonly #picture: Dimensions
  /** Before rounding. Zooming continues from here: otherwise rounding errors would add up. */
  #exact: View = { scale: 1, x: 0, y: 0 }
  /** After rounding: used for drawing and for pointers. */
  #view: View = this.#exact
  #place: Dimensions | undefined
  #ratio = 1
  #measure = () => {}
  #layers:
    | {
        readonly pens: Record<keyof Layers, CanvasRenderingContext2D>
        readonly mask: MaskOverlay
        readonly pictureOf: (image: ImageBitmap) => PictureLayer
      }
    | undefined
  #frame = 0
  #all = true
  #dirty: readonly Rect[] = []
  #style: OverlayStyle | undefined
  #isFitted = true

  constructor(options: ScreenOptions) {
    this.#options = options
    this.#picture = { width: options.image.width, height: options.image.height }
  }

  get view(): View {
    return this.#view
  }

  get place(): Dimensions | undefined {
    return this.#place
  }

  attach(canvases: Layers): () => void {
    const picture = canvases.picture.getContext('2d')
    const mask = canvases.mask.getContext('2d', { willReadFrequently: true })
    const hud = canvases.hud.getContext('2d')
    if (!picture || !mask || !hud) return () => {}
    const { editor } = this.#options
    const overlay = new MaskOverlay(mask, editor)
    const gone = new AbortController()
    const pictureOf = this.#layersOn(picture, gone.signal)
    this.#layers = { pens: { picture, mask, hud }, mask: overlay, pictureOf }
    const place = canvases.hud.parentElement ?? canvases.hud
    this.#measure = () => this.#resize(place.getBoundingClientRect(), canvases)
    const sizes = new ResizeObserver(this.#measure)
    sizes.observe(place)
    const changes = editor.subscribe((rect, how) => this.#changed(rect, how))
    return () => {
      gone.abort()
      sizes.disconnect()
      changes()
      cancelAnimationFrame(this.#frame)
      this.#frame = 0
      this.#layers = undefined
      if (this.#place)
        leftAt.set(editor, { view: this.#exact, place: this.#place, picture: this.#picture, isFitted: this.#isFitted })
    }
  }

  /** The layer of each picture that is drawn on one canvas, made when it is first drawn. */
  #layersOn(pen: CanvasRenderingContext2D, signal: AbortSignal): (image: ImageBitmap) => PictureLayer {
    const made = new WeakMap<ImageBitmap, PictureLayer>()
    return (image) => {
      const known = made.get(image)
      if (known) return known
      const layer = new PictureLayer(pen, image, this.#picture)
      made.set(image, layer)
      void layer.prepare(signal).then(() => this.refresh())
      return layer
    }
  }

  touch(): void {
    if (this.#layers && this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw())
  }

  refresh(): void {
    this.#all = true
    this.touch()
  }

  show(view: View): void {
    if (!this.#place) return
    this.#isFitted = false
    this.#set(inSight(view, sight, this.#picture, this.#place))
  }

  moveBy(by: Point): void {
    this.show(movedBy(this.#exact, by))
  }

  zoom(scale: number, at?: Point): void {
    if (!this.#place) return
    const { width, height } = this.#place
    const wanted = clampedScale(scale, this.#picture, this.#place)
    this.show(zoomedTo(this.#exact, wanted, at ?? { x: width / 2, y: height / 2 }))
  }

  step(direction: 1 | -1): void {
    this.zoom(nextScale(this.#view.scale, direction))
  }

  fit(): void {
    if (!this.#place) return
    const { foot, ...area } = this.#options.fitted()
    const { width, height } = this.#place
    const view = fittedView(area, { width, height: Math.max(1, height - foot) })
    this.#set(movedBy(view, { x: -area.x * view.scale, y: -area.y * view.scale }))
    this.#isFitted = true
  }

  refit(): void {
    if (this.#isFitted) this.fit()
  }

  reveal(point: Point): void {
    if (!this.#place) return
    const { view } = this
    const over = (at: number, room: number) => Math.max(0, 24 - at) + Math.min(0, room - 24 - at)
    const by = {
      x: over(point.x * view.scale + view.x, this.#place.width),
      y: over(point.y * view.scale + view.y, this.#place.height),
    }
    if (by.x !== 0 || by.y !== 0) this.moveBy(by)
  }

  #set(view: View): void {
    this.#exact = view
    this.#view = onScreenPixels(view, this.#ratio)
    this.refresh()
  }

  #resize(room: Dimensions, canvases: Layers): void {
    this.#ratio = devicePixelRatio
    const width = lengthOf(room.width, this.#picture.width, this.#ratio)
    const height = lengthOf(room.height, this.#picture.height, this.#ratio)
    if (width <= 0 || height <= 0) return
    for (const canvas of Object.values(canvases)) {
      canvas.style.width = `${width}px`
      canvas.style.height = `${height}px`
      canvas.width = Math.round(width * this.#ratio)
      canvas.height = Math.round(height * this.#ratio)
    }
    const before = this.#place
    this.#place = { width, height }
    const left = leftAt.get(this.#options.editor)
    if (before) this.#isFitted ? this.fit() : this.show(recentred(this.#exact, before, this.#place))
    else if (left && !left.isFitted && isEqual(left.picture, this.#picture))
      this.show(recentred(left.view, left.place, this.#place))
    else this.fit()
    // Not in the next frame: resizing clears a canvas, which would flash.
    cancelAnimationFrame(this.#frame)
    this.#draw()
  }

  #changed(rect: Rect, how: 'changed' | 'inverted'): void {
    this.#layers?.mask.changed(rect, how)
    this.#dirty = withPart(this.#dirty, rect)
    this.touch()
  }

  #draw(): void {
    this.#frame = 0
    const layers = this.#layers
    if (!layers || !this.#place) return
    // The window moved to a screen of another density: same size in CSS pixels, no resize event.
    if (this.#ratio !== devicePixelRatio) {
      this.#measure()
      return
    }
    const ratio = this.#ratio
    const view = { scale: this.#view.scale * ratio, x: this.#view.x * ratio, y: this.#view.y * ratio }
    const place = { width: layers.pens.hud.canvas.width, height: layers.pens.hud.canvas.height }
    const style = this.#options.style()
    if (this.#all) layers.pictureOf(this.#options.picture()).draw(view, place, ratio)
    if (this.#all || style !== this.#style) layers.mask.drawAll(view, place, style)
    else for (const part of this.#dirty) layers.mask.drawPart(part, view, place, style)
    this.#all = false
    this.#dirty = []
    this.#style = style
    const { hud } = layers.pens
    hud.setTransform(1, 0, 0, 1, 0, 0)
    hud.clearRect(0, 0, place.width, place.height)
    hud.setTransform(ratio, 0, 0, ratio, 0, 0)
    drawHud(hud, { ...this.#options.scene(), view: this.#view })
    this.#options.onFrame()
  }
}

/**
 * The length of a canvas in CSS pixels: of the picture's parity, so that a centred picture has whole margins; and, where at most 10
 * pixels less achieve it, whole in device pixels, for otherwise the browser stretches the canvas.
 */
function lengthOf(room: number, picture: number, ratio: number): number {
  const most = Math.floor(room) - ((Math.floor(room) - picture) & 1)
  const isWhole = (length: number) => Math.abs(length * ratio - Math.round(length * ratio)) < 1e-6
  for (let length = most; length > most - 10; length -= 2) if (isWhole(length)) return length
  return most
}

const smallestScale = 0.05

/** The whole picture in the middle of its box, with a margin in which a stroke can begin. */
export function fittedView(picture: Dimensions, box: Dimensions): View {
  const margin = Math.min(16, box.width / 40)
  const across = (box.width - 2 * margin) / picture.width
  const down = (box.height - 2 * margin) / picture.height
  return centredIn(Math.min(largestScale, Math.max(1e-3, Math.min(across, down))), picture, box)
}

/** From 5 to 3200 %; less only where the whole picture would not fit otherwise. */
export const clampedScale = (scale: number, picture: Dimensions, box: Dimensions): number =>
  Math.min(largestScale, Math.max(Math.min(smallestScale, fittedView(picture, box).scale), scale))

/** Where a pixel of the picture is a whole number of screen pixels, snaps the corner to one: otherwise every edge is blurred. */
export function onScreenPixels(view: View, ratio: number): View {
  const pixels = view.scale * ratio
  if (pixels < 1 || Math.abs(pixels - Math.round(pixels)) > 1e-6) return view
  return { scale: view.scale, x: Math.round(view.x * ratio) / ratio, y: Math.round(view.y * ratio) / ratio }
}

const steps = [
  0.05, 0.0667, 0.1, 0.125, 0.1667, 0.25, 0.3333, 0.5, 0.6667, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32,
] as const

export const nextScale = (scale: number, direction: 1 | -1): number =>
  direction > 0
    ? (steps.find((step) => step > scale * 1.01) ?? largestScale)
    : (steps.findLast((step) => step < scale * 0.99) ?? smallestScale)
