import { ownOf } from '#contract/core/loose-json.ts'
import { isComposing } from '../../ui/keys/is-composing.ts'
import { hasModifier } from '../../ui/keys/keyboard.ts'
import { type Point, toPicture } from '../../view/zoom.ts'
import type { MaskDesk } from '../canvas/mask-desk.ts'
import type { StagedWord } from '../canvas/staged.ts'
import { withDrag } from '../crop/cut-plan.ts'
import { maskSettings } from '../tools/mask-settings.ts'
import { isRound } from '../tools/tools.ts'
import { type Command, holderOf, type OwnKeys } from './key-actions.ts'
import { type KeyPress, latin, nameOfKey, nameOfPlace } from './key-names.ts'
import type { PointerHand } from './pointer-hand.ts'

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Keys while a picture stands in place of the base. */
const stagedWords: Readonly<Record<string, StagedWord>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Enter: 'accept',
  Escape: 'discard',
  Backspace: 'discard',
  Delete: 'discard',
}

/** The position is announced so many ms after the last arrow key. */
const calm = 400

/** Maps keys on the canvas to commands and to a cursor that arrows move and that draws like a pointer. */
export class KeyHand {
  readonly #desk: MaskDesk
  readonly #pointer: PointerHand
  /** The pixel that a box began with. */
  #anchor: Point | undefined
  #space: 'up' | 'held' = 'up'
  /** The key that shows the original while it is held. */
  #original: string | undefined
  #telling: ReturnType<typeof setTimeout> | undefined

  constructor(desk: MaskDesk, pointer: PointerHand) {
    this.#desk = desk
    this.#pointer = pointer
  }

  listen(canvas: HTMLCanvasElement, signal: AbortSignal): void {
    canvas.addEventListener('keydown', (event) => this.#down(event), { signal })
    canvas.addEventListener('keyup', (event) => this.#up(event), { signal })
    canvas.addEventListener('blur', () => this.#leave(), { signal })
    addEventListener('blur', () => this.#leave(), { signal })
    signal.addEventListener('abort', () => clearTimeout(this.#telling))
  }

  #down(event: KeyboardEvent): void {
    if (isComposing(event) || !this.#take(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Returns whether the key was handled. */
  #take(event: KeyboardEvent): boolean {
    const { key, ctrlKey, metaKey, altKey } = event
    const isPlain = !ctrlKey && !metaKey && !altKey
    const { staged } = this.#desk
    const word = staged && isPlain ? ownOf(stagedWords, key) : undefined
    if (staged && word) {
      if (!event.repeat || word === 'previous' || word === 'next') staged.onWord(word)
      return true
    }
    const arrow = ownOf(arrows, key)
    const count = event.shiftKey ? 10 : 1
    const { plan } = this.#desk.cut
    if (plan && isPlain && arrow) {
      this.#desk.cut.set(withDrag(plan, { by: { x: arrow.x * count, y: arrow.y * count }, handle: 'all' }))
      return true
    }
    // Enter and Escape apply and give up the frame, in the whole editor.
    if (plan && [' ', 'Enter', 'Escape', 'Backspace'].includes(key)) return false
    if (arrow && isPlain) return this.#step(arrow, count)
    if (key === ' ' && isPlain) return this.#pressSpace(event.repeat)
    if (key === 'Enter' && isPlain) return event.repeat || this.#act()
    if (key === 'Escape') return this.#desk.painter.cancel()
    if (key === 'Backspace' && isPlain) return this.#desk.painter.removeCorner()
    // Alt alone would focus the browser's menu.
    if (key === 'Alt') return true
    const command = commandOf(event, maskSettings().keys)
    if (!command) return false
    if (command.kind === 'original') this.#original = event.code
    const repeats = command.kind === 'size' || command.kind === 'hardness' || command.kind === 'zoom'
    if (!event.repeat || repeats || command.kind === 'undo' || command.kind === 'redo') this.#desk.do(command)
    return true
  }

  #up(event: KeyboardEvent): void {
    if (event.key === ' ') this.#releaseSpace()
    else if (this.#original !== undefined && event.code === this.#original) this.#releaseOriginal()
    else return
    event.preventDefault()
  }

  #leave(): void {
    this.#releaseSpace()
    this.#releaseOriginal()
  }

  #releaseOriginal(): void {
    if (this.#original !== undefined) this.#desk.show('mask')
    this.#original = undefined
  }

  /** With a pointer over the canvas, Space switches to panning; otherwise it draws at the keyboard's cursor. */
  #pressSpace(isRepeat: boolean): boolean {
    if (isRepeat || this.#pointer.isPressed) return true
    this.#space = 'held'
    if (this.#pointer.isHere) this.#pointer.hold('held')
    else this.#act()
    return true
  }

  #releaseSpace(): void {
    if (this.#space === 'up') return
    this.#space = 'up'
    if (this.#pointer.grip === 'held') this.#pointer.hold('open')
    else if (isRound(this.#desk.tool)) this.#desk.painter.release()
  }

  #step(arrow: Point, count: number): boolean {
    const desk = this.#desk
    // No effect while a pointer is pressed.
    if (this.#pointer.isPressed || desk.staged) return true
    if (desk.tool === 'hand') {
      desk.screen.moveBy({ x: -arrow.x * count * 8, y: -arrow.y * count * 8 })
      return true
    }
    const { x, y } = this.#pixel()
    const pixel = {
      x: Math.min(desk.editor.width - 1, Math.max(0, x + arrow.x * count)),
      y: Math.min(desk.editor.height - 1, Math.max(0, y + arrow.y * count)),
    }
    desk.cursor = { kind: 'keys', pixel }
    this.#draw(pixel)
    desk.screen.reveal(middle(pixel))
    clearTimeout(this.#telling)
    this.#telling = setTimeout(() => desk.say(`${pixel.x}, ${pixel.y}`), calm)
    return true
  }

  #draw(pixel: Point): void {
    const { painter } = this.#desk
    const { draft } = painter
    if (draft?.kind === 'box' && this.#anchor) painter.stretch(...boxOf(this.#anchor, pixel))
    else if (draft || painter.isBusy) painter.move([{ ...middle(pixel), pressure: 1 }])
  }

  /** Space or Enter: paints a dab, adds a corner, begins or ends a shape. Enter closes a polygon, Space adds to it. */
  #act(): boolean {
    const { painter, tool, screen, staged } = this.#desk
    if (tool === 'hand' || this.#pointer.isPressed || staged) return true
    this.#desk.show('mask')
    const pixel = this.#pixel()
    this.#desk.cursor = { kind: 'keys', pixel }
    const isDone = painter.draft !== undefined && (painter.draft.tool !== 'polygon' || this.#space === 'up')
    if (isDone) painter.commit()
    else this.#begin(pixel)
    screen.touch()
    return true
  }

  #begin(pixel: Point): void {
    const { painter, tool, ink } = this.#desk
    painter.press({ at: middle(pixel), pressure: 1, tool, value: ink, isStraight: false })
    this.#anchor = pixel
    painter.stretch(...boxOf(pixel, pixel))
    // Space keeps a stroke open until its keyup; boxes and lassos stay open until the next press; all else is done.
    const staysOpen = isRound(tool) ? this.#space === 'held' : painter.draft !== undefined && tool !== 'polygon'
    if (!staysOpen) painter.release()
  }

  /** The cursor's pixel: initially the one under the pointer, or the middle of the visible part. */
  #pixel(): Point {
    const { pixel, screen, editor } = this.#desk
    if (pixel) return pixel
    const { width, height } = screen.place ?? { width: 0, height: 0 }
    const { x, y } = toPicture(screen.view, { x: width / 2, y: height / 2 })
    const along = (at: number, length: number) => Math.min(length - 1, Math.max(0, Math.floor(at)))
    return { x: along(x, editor.width), y: along(y, editor.height) }
  }
}

const middle = ({ x, y }: Point): Point => ({ x: x + 0.5, y: y + 0.5 })

/** The corners of the box that contains both pixels. */
function boxOf(from: Point, to: Point): [Point, Point] {
  const near = { x: from.x + (to.x < from.x ? 1 : 0), y: from.y + (to.y < from.y ? 1 : 0) }
  return [near, { x: to.x + (to.x < from.x ? 0 : 1), y: to.y + (to.y < from.y ? 0 : 1) }]
}

/** Undo or redo, which work in the whole editor, not only on its canvas. */
export function undoKeyOf(press: KeyPress): 'undo' | 'redo' | undefined {
  if (!hasModifier(press) || press.altKey) return undefined
  const letter = latin(press)
  if (letter === 'z') return press.shiftKey ? 'redo' : 'undo'
  return letter === 'y' && !press.shiftKey ? 'redo' : undefined
}

/** The command of a key on the canvas; undefined for keys that move and draw, and for all others. */
export function commandOf(press: KeyPress, own: OwnKeys): Command | undefined {
  const past = undoKeyOf(press)
  if (past) return { kind: past }
  if (hasModifier(press) && !press.altKey && !press.shiftKey) {
    if (press.key === '0') return { kind: 'fit' }
    return press.key === '1' ? { kind: 'actual' } : undefined
  }
  const name = nameOfKey(press)
  if (name === undefined) return undefined
  const place = nameOfPlace(press)
  return (holderOf(name, own) ?? (place === undefined ? undefined : holderOf(place, own)))?.command
}
