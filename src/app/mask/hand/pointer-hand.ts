import type { StrokePoint } from '#media/mask/mask-editor.ts'
import { Pointers } from '../../view/pointers.ts'
import { type Point, toBox, toPicture } from '../../view/zoom.ts'
import type { MaskDesk } from '../canvas/mask-desk.ts'
import { type CutPlan, isInFrame, withDrag } from '../crop/cut-plan.ts'
import { changeSettings, maskSettings } from '../tools/mask-settings.ts'
import { isRound } from '../tools/tools.ts'
import { type Tip, tipDragged } from './tip-drag.ts'

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
  /** Moves the chosen frame, from where it was. */
  | { readonly kind: 'moves frame'; readonly id: number; readonly at: Point; readonly plan: CutPlan }
  /** Changes the round tip, which stays where the press was. */
  | { readonly kind: 'shapes tip'; readonly id: number; readonly at: Point; readonly tip: Tip }

/** Maps pointer events on the canvas to drawing, moving the view, pinches and taps. */
export class PointerHand {
  readonly #desk: MaskDesk
  readonly #canvas: HTMLCanvasElement
  readonly #fingers = new Pointers(slack)
  #held: Held | undefined
  /** The largest distance of the press from its start, in CSS pixels. */
  #way = 0
  /** Space is held down: a drag moves the view. */
  grip: 'open' | 'held' = 'open'

  constructor(desk: MaskDesk, canvas: HTMLCanvasElement) {
    this.#desk = desk
    this.#canvas = canvas
  }

  /** Whether a pointer is over the canvas, or pressed. */
  get isHere(): boolean {
    return this.#held !== undefined || this.#desk.cursor.kind === 'pointer'
  }

  /** Whether one draws or moves the view at this moment. */
  get isPressed(): boolean {
    return this.#held !== undefined
  }

  listen(signal: AbortSignal): void {
    const canvas = this.#canvas
    canvas.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    canvas.addEventListener('pointermove', (event) => this.#move(event), { signal })
    canvas.addEventListener('pointerup', (event) => this.#up(event), { signal })
    canvas.addEventListener('pointercancel', (event) => this.#lose(event), { signal })
    canvas.addEventListener('lostpointercapture', (event) => this.#keep(event), { signal })
    canvas.addEventListener('pointerleave', () => this.#leave(), { signal })
    canvas.addEventListener('mousedown', (event) => this.#keepMiddle(event), { signal })
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
    canvas.addEventListener('dblclick', () => this.#desk.painter.firstCorner && this.#desk.painter.commit(), { signal })
  }

  /** Space went down, or up again. */
  hold(grip: 'open' | 'held'): void {
    this.grip = grip
    this.#showHand()
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
        this.#letGo(event)
        return
      }
    }
    if (this.#held) return
    this.#canvas.setPointerCapture(event.pointerId)
    this.#desk.cursor = { kind: 'pointer', at }
    const { plan } = this.#desk.cut
    if (plan && !this.#movesView(event) && isInFrame(plan, toPicture(this.#desk.screen.view, at)))
      this.#held = { kind: 'moves frame', id: event.pointerId, at, plan }
    else if (plan || this.#movesView(event)) {
      this.#held = { kind: 'moves', id: event.pointerId, at }
      this.#showHand()
    } else if (this.#shapesTip(event)) {
      const { size, hardness } = maskSettings()
      this.#held = { kind: 'shapes tip', id: event.pointerId, at, tip: { size, hardness } }
    } else {
      this.#held = { kind: 'draws', id: event.pointerId, at, time: event.timeStamp }
      this.#way = 0
      this.#press(event, at)
    }
  }

  /** Prevents autoscroll and paste by the middle button. */
  #keepMiddle(event: MouseEvent): void {
    if (event.button !== 1) return
    event.preventDefault()
    this.#canvas.focus({ preventScroll: true })
  }

  #movesView({ button, pointerType }: PointerEvent): boolean {
    if (button === 1 || this.grip === 'held' || this.#desk.tool === 'hand' || this.#desk.staged) return true
    return pointerType === 'touch' && sawPen
  }

  /** Alt and the right button; on a Mac, where Ctrl and the button are the right button, those with Alt. */
  #shapesTip({ button, altKey, ctrlKey }: PointerEvent): boolean {
    return altKey && (button === 2 || (button === 0 && ctrlKey)) && isRound(this.#desk.tool)
  }

  #press(event: PointerEvent, at: Point): void {
    const { painter, tool, ink, screen } = this.#desk
    const first = painter.firstCorner
    if (tool === 'polygon' && first) {
      const { x, y } = toBox(screen.view, first)
      if (Math.hypot(x - at.x, y - at.y) < reachOf(event)) {
        painter.commit()
        return
      }
    }
    // Painting always shows the mask.
    this.#desk.show('mask')
    // The right button, Alt, and the eraser end of a pen invert the value.
    const isOpposite = event.button === 2 || event.button === 5 || event.altKey
    painter.press({
      at: toPicture(screen.view, at),
      pressure: pressureOf(event),
      tool,
      value: isOpposite ? (ink === 255 ? 0 : 255) : ink,
      isStraight: event.shiftKey,
    })
    screen.touch()
  }

  #move(event: PointerEvent): void {
    const at = this.#placeOf(event)
    // Also while hovering: the palm often touches before the tip.
    if (event.pointerType === 'pen') sawPen = true
    const { painter, screen } = this.#desk
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
    this.#desk.cursor = { kind: 'pointer', at: held?.kind === 'shapes tip' ? held.at : at }
    if (held && held.id !== event.pointerId) return
    // The button was released outside the window.
    if (held && event.buttons === 0) {
      this.#lose(event)
      return
    }
    if (held?.kind === 'moves') {
      this.#held = { ...held, at }
      screen.moveBy({ x: at.x - held.at.x, y: at.y - held.at.y })
    } else if (held?.kind === 'moves frame') {
      const { scale } = screen.view
      const by = { x: (at.x - held.at.x) / scale, y: (at.y - held.at.y) / scale }
      this.#desk.cut.set(withDrag(held.plan, { by, handle: 'all' }))
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
      if (tap) this.#desk.do({ kind: tap === 'two-tap' ? 'undo' : 'redo' })
    }
    if (this.#held?.id !== event.pointerId) return
    const { kind } = this.#held
    this.#held = undefined
    if (kind === 'draws') this.#desk.painter.release()
    else if (kind === 'moves frame') this.#desk.cut.show()
    this.#showHand()
    if (event.pointerType === 'touch') this.#leave()
  }

  /** Releasing one of two buttons ends the capture; it is taken again while the other is down. */
  #keep(event: PointerEvent): void {
    if (event.buttons !== 0 && this.#held?.id === event.pointerId) this.#canvas.setPointerCapture(event.pointerId)
    else this.#lose(event)
  }

  /** The browser cancelled the pointer: a stroke is kept and can be undone; an unfinished shape is discarded. */
  #lose(event: PointerEvent): void {
    if (event.pointerType === 'touch') this.#fingers.up(event.pointerId, Number.POSITIVE_INFINITY)
    if (this.#held?.id !== event.pointerId) return
    const { kind } = this.#held
    this.#held = undefined
    if (kind === 'draws') this.#endStroke()
    this.#showHand()
  }

  #endStroke(): void {
    const { painter } = this.#desk
    if (painter.isDrawing) painter.release()
    else painter.withdraw()
  }

  /** A second finger came down: ends the first one's stroke, and undoes it if it had hardly begun. */
  #letGo(event: PointerEvent): void {
    const held = this.#held
    this.#held = undefined
    this.#desk.cursor = { kind: 'none' }
    if (held?.kind !== 'draws') return
    const isStray = event.timeStamp - held.time < stray.time && this.#way < stray.way
    if (isStray) this.#desk.painter.withdraw()
    else this.#endStroke()
  }

  #leave(): void {
    if (!this.#held && this.#desk.cursor.kind === 'pointer') this.#desk.cursor = { kind: 'none' }
  }

  #showHand(): void {
    this.#desk.hand = this.#held?.kind === 'moves' || this.grip === 'held' ? 'moves' : 'ready'
  }

  #points(event: PointerEvent): StrokePoint[] {
    // Synthetic events have none.
    const events = event.getCoalescedEvents?.() ?? []
    const box = this.#canvas.getBoundingClientRect()
    const { view } = this.#desk.screen
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

const reachOf = ({ pointerType }: PointerEvent) => (pointerType === 'touch' ? closing.touch : closing.mouse)

/** Only pens report a usable pressure: a mouse reports 0.5, and some touches 0. */
const pressureOf = ({ pointerType, pressure }: PointerEvent) =>
  pointerType === 'pen' && maskSettings().pressure === 'size' ? Math.max(0.02, pressure) : 1
