import type { StrokePoint } from '#media/mask/mask-editor.ts'
import { Pointers } from '../../view/pointers.ts'
import { type Point, toBox, toPicture } from '../../view/zoom.ts'
import type { MaskView } from '../canvas/mask-view.ts'
import { type CutPlan, isInFrame, withDrag } from '../crop/cut-plan.ts'
import type { MaskDocument } from '../document/mask-document.ts'
import { changeSettings, largestSize, maskSettings } from '../tools/mask-settings.ts'
import { isRound, type MaskTool } from '../tools/mask-tools.ts'

/** Movement of two fingers up to here, in CSS pixels, counts as none. */
const slack = 8
/** A click within so many CSS pixels of its first corner closes a polygon; a finger is less exact. */
const closing = { mouse: 10, touch: 24 }
/** A shorter stroke, in CSS pixels and milliseconds, is undone when a second finger comes down. */
const stray = { way: 14, time: 300 }

/** After the first pen event, touches only move the view, which rejects palms. Kept until the page is left. */
let sawPen = false

type Held =
  | { readonly kind: 'draws'; readonly id: number; readonly at: Point; readonly time: number }
  | { readonly kind: 'moves'; readonly id: number; readonly at: Point }
  | { readonly kind: 'moves frame'; readonly id: number; readonly at: Point; readonly frame: CutPlan }
  /** Changes the round tip, which stays where the press was. */
  | { readonly kind: 'shapes tip'; readonly id: number; readonly at: Point; readonly tip: Tip }

export class PointerInput {
  readonly #mask: MaskDocument
  readonly #view: MaskView
  readonly #canvas: HTMLCanvasElement
  readonly #fingers = new Pointers(slack)
  #held: Held | undefined
  /** The largest distance of the press from its start, in CSS pixels. */
  #way = 0
  #space: 'up' | 'held' = 'up'

  constructor(mask: MaskDocument, view: MaskView, canvas: HTMLCanvasElement) {
    this.#mask = mask
    this.#view = view
    this.#canvas = canvas
  }

  get isHere(): boolean {
    return this.#held !== undefined || this.#view.cursor.kind === 'pointer'
  }

  get isPressed(): boolean {
    return this.#held !== undefined
  }

  listen(signal: AbortSignal): void {
    const canvas = this.#canvas
    canvas.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    canvas.addEventListener('pointermove', (event) => this.#move(event), { signal })
    canvas.addEventListener('pointerup', (event) => this.#up(event), { signal })
    canvas.addEventListener('pointercancel', (event) => this.#cancel(event), { signal })
    canvas.addEventListener('lostpointercapture', (event) => this.#recapture(event), { signal })
    canvas.addEventListener('pointerleave', () => this.#leave(), { signal })
    canvas.addEventListener('mousedown', (event) => this.#preventMiddle(event), { signal })
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
    canvas.addEventListener('dblclick', () => this.#mask.painter.firstCorner && this.#mask.painter.commit(), { signal })
  }

  setSpace(space: 'up' | 'held'): boolean {
    if (space === this.#space) return false
    this.#space = space
    this.#updateDrags()
    return true
  }

  get #tool(): MaskTool {
    return this.#mask.state.get().tool
  }

  #down(event: PointerEvent): void {
    const at = this.#placeOf(event)
    if (event.pointerType === 'pen') sawPen = true
    // A mouse press focuses by itself, without the focus ring.
    if (event.pointerType !== 'mouse') this.#canvas.focus({ preventScroll: true })
    if (event.pointerType === 'touch') {
      this.#fingers.down(event.pointerId, at, event.timeStamp)
      this.#canvas.setPointerCapture(event.pointerId)
      if (this.#fingers.isGesture) {
        this.#endForGesture(event)
        return
      }
    }
    if (this.#held) return
    this.#canvas.setPointerCapture(event.pointerId)
    this.#view.cursor = { kind: 'pointer', at }
    const { frame } = this.#mask.state.get()
    if (frame && !this.#movesView(event) && isInFrame(frame, toPicture(this.#view.view, at)))
      this.#held = { kind: 'moves frame', id: event.pointerId, at, frame }
    else if (frame || this.#movesView(event)) {
      this.#held = { kind: 'moves', id: event.pointerId, at }
      this.#updateDrags()
    } else if (this.#shapesTip(event)) {
      const { size, hardness } = maskSettings()
      this.#held = { kind: 'shapes tip', id: event.pointerId, at, tip: { size, hardness } }
    } else {
      this.#held = { kind: 'draws', id: event.pointerId, at, time: event.timeStamp }
      this.#way = 0
      this.#press(event, at)
    }
  }

  #preventMiddle(event: MouseEvent): void {
    if (event.button !== 1) return
    event.preventDefault()
    this.#canvas.focus({ preventScroll: true })
  }

  #movesView({ button, pointerType }: PointerEvent): boolean {
    if (button === 1 || this.#space === 'held' || this.#tool === 'hand' || this.#view.state.get().staged) return true
    return pointerType === 'touch' && sawPen
  }

  /** Alt and the right button; on a Mac, where Ctrl and the button are the right button, those with Alt. */
  #shapesTip({ button, altKey, ctrlKey }: PointerEvent): boolean {
    return altKey && (button === 2 || (button === 0 && ctrlKey)) && isRound(this.#tool)
  }

  #press(event: PointerEvent, at: Point): void {
    const { painter, ink } = this.#mask
    const { view } = this.#view
    const tool = this.#tool
    const first = painter.firstCorner
    if (tool === 'polygon' && first) {
      const { x, y } = toBox(view, first)
      const reach = event.pointerType === 'touch' ? closing.touch : closing.mouse
      if (Math.hypot(x - at.x, y - at.y) < reach) {
        painter.commit()
        return
      }
    }
    // Painting always shows the mask.
    this.#view.show('mask')
    // The right button, Alt, and the eraser end of a pen invert the value.
    const isOpposite = event.button === 2 || event.button === 5 || event.altKey
    painter.press({
      at: toPicture(view, at),
      pressure: pressureOf(event),
      tool,
      value: isOpposite ? (ink === 255 ? 0 : 255) : ink,
      isStraight: event.shiftKey,
    })
    this.#view.screen.touch()
  }

  #move(event: PointerEvent): void {
    const at = this.#placeOf(event)
    // Also while hovering: the palm often touches before the tip.
    if (event.pointerType === 'pen') sawPen = true
    const { painter } = this.#mask
    const { screen } = this.#view
    if (event.pointerType === 'touch') {
      const pinch = this.#fingers.move(event.pointerId, at)
      if (pinch && this.#fingers.count > 1) {
        const { view } = screen
        screen.zoom(view.scale * pinch.factor, pinch.from)
        screen.moveBy({ x: pinch.to.x - pinch.from.x, y: pinch.to.y - pinch.from.y })
      }
      if (this.#fingers.isGesture) return
    }
    const held = this.#held
    this.#view.cursor = { kind: 'pointer', at: held?.kind === 'shapes tip' ? held.at : at }
    if (held && held.id !== event.pointerId) return
    // The button was released outside the window.
    if (held && event.buttons === 0) {
      this.#cancel(event)
      return
    }
    if (held?.kind === 'moves') {
      this.#held = { ...held, at }
      screen.moveBy({ x: at.x - held.at.x, y: at.y - held.at.y })
    } else if (held?.kind === 'moves frame') {
      const { scale } = screen.view
      const by = { x: (at.x - held.at.x) / scale, y: (at.y - held.at.y) / scale }
      this.#mask.setFrame(withDrag(held.frame, { by, handle: 'all' }))
    } else if (held?.kind === 'shapes tip') {
      changeSettings(tipDragged(held.tip, { x: at.x - held.at.x, y: at.y - held.at.y }, screen.view.scale))
    } else if (held) {
      this.#way = Math.max(this.#way, Math.hypot(at.x - held.at.x, at.y - held.at.y))
      painter.move(this.#points(event), event.shiftKey)
    } else if (painter.draft?.tool === 'polygon') painter.move([{ ...toPicture(screen.view, at), pressure: 1 }])
  }

  #up(event: PointerEvent): void {
    if (event.pointerType === 'touch') {
      const tap = this.#fingers.up(event.pointerId, event.timeStamp)
      if (tap) this.#view.do({ kind: tap === 'two-tap' ? 'undo' : 'redo' })
    }
    if (this.#held?.id !== event.pointerId) return
    const { kind } = this.#held
    this.#held = undefined
    if (kind === 'draws') this.#mask.painter.release()
    else if (kind === 'moves frame') this.#view.showFrame()
    this.#updateDrags()
    if (event.pointerType === 'touch') this.#leave()
  }

  /** Releasing one of two buttons ends the capture; it is taken again while the other is down. */
  #recapture(event: PointerEvent): void {
    if (event.buttons !== 0 && this.#held?.id === event.pointerId) this.#canvas.setPointerCapture(event.pointerId)
    else this.#cancel(event)
  }

  /** The browser cancelled the pointer: a stroke is kept and can be undone; an unfinished shape is discarded. */
  #cancel(event: PointerEvent): void {
    if (event.pointerType === 'touch') this.#fingers.up(event.pointerId, Number.POSITIVE_INFINITY)
    if (this.#held?.id !== event.pointerId) return
    const { kind } = this.#held
    this.#held = undefined
    if (kind === 'draws') this.#endStroke()
    this.#updateDrags()
  }

  #endStroke(): void {
    const { painter } = this.#mask
    if (painter.isDrawing) painter.release()
    else painter.withdraw()
  }

  /** A second finger came down: ends the first one's stroke, and undoes it if it had hardly begun. */
  #endForGesture(event: PointerEvent): void {
    const held = this.#held
    this.#held = undefined
    this.#view.cursor = { kind: 'none' }
    if (held?.kind !== 'draws') return
    const isStray = event.timeStamp - held.time < stray.time && this.#way < stray.way
    if (isStray) this.#mask.painter.withdraw()
    else this.#endStroke()
  }

  #leave(): void {
    if (!this.#held && this.#view.cursor.kind === 'pointer') this.#view.cursor = { kind: 'none' }
  }

  #updateDrags(): void {
    this.#view.setDrags(this.#held?.kind === 'moves' || this.#space === 'held' ? 'view' : 'tool')
  }

  #points(event: PointerEvent): StrokePoint[] {
    // Synthetic events have none.
    const events = event.getCoalescedEvents?.() ?? []
    const box = this.#canvas.getBoundingClientRect()
    const { view } = this.#view
    return (events.length > 0 ? events : [event]).map((one) => ({
      ...toPicture(view, { x: one.clientX - box.left, y: one.clientY - box.top }),
      pressure: pressureOf(one),
    }))
  }

  #placeOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top } = this.#canvas.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
}

/** Only pens report a usable pressure: a mouse reports 0.5, and some touches 0. */
const pressureOf = ({ pointerType, pressure }: PointerEvent) =>
  pointerType === 'pen' && maskSettings().pressure === 'size' ? Math.max(0.02, pressure) : 1

/** The round tip: its size in pixels of the picture, its hardness in percent. */
interface Tip {
  readonly size: number
  readonly hardness: number
}

/** CSS pixels from which a drag changes the tip: by its longer axis either the size or the hardness. */
const tipSlack = 4

/** The tip after a drag, in CSS pixels: sideways changes the size, up and down the hardness by a percent a pixel. */
export function tipDragged({ size, hardness }: Tip, by: Point, scale: number): Tip {
  const within = (value: number, least: number, most: number) => Math.round(Math.min(most, Math.max(least, value)))
  if (Math.max(Math.abs(by.x), Math.abs(by.y)) < tipSlack) return { size, hardness }
  return Math.abs(by.x) >= Math.abs(by.y)
    ? { size: within(size + (2 * by.x) / scale, 1, largestSize), hardness }
    : { size, hardness: within(hardness - by.y, 0, 100) }
}
