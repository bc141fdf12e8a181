import { ownOf } from '#contract/core/loose-json.ts'
import { isComposing } from '../../ui/keys/key-press.ts'
import { hasModifier } from '../../ui/keys/keyboard.ts'
import { type Point, toPicture } from '../../view/zoom.ts'
import type { MaskView, StagedCommand } from '../canvas/mask-view.ts'
import { withDrag } from '../crop/cut-plan.ts'
import type { MaskDocument } from '../document/mask-document.ts'
import { maskSettings } from '../tools/mask-settings.ts'
import { isRound } from '../tools/mask-tools.ts'
import { type Command, holderOf, type KeyPress, latin, nameOfKey, nameOfPlace, type OwnKeys } from './mask-keys.ts'
import type { PointerInput } from './pointer-input.ts'

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

const stagedCommands: Readonly<Record<string, StagedCommand>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Enter: 'accept',
  Escape: 'discard',
  Backspace: 'discard',
  Delete: 'discard',
}

const repeating: ReadonlySet<Command['kind']> = new Set(['size', 'hardness', 'zoom', 'undo', 'redo'])

const announceAfter = 400

/** Maps keys on the canvas to commands and to a cursor that arrows move and that draws like a pointer. */
export class KeyInput {
  readonly #mask: MaskDocument
  readonly #view: MaskView
  readonly #pointer: PointerInput
  #anchor: Point | undefined
  #space: 'up' | 'held' = 'up'
  #original: string | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(mask: MaskDocument, view: MaskView, pointer: PointerInput) {
    this.#mask = mask
    this.#view = view
    this.#pointer = pointer
  }

  listen(canvas: HTMLCanvasElement, signal: AbortSignal): void {
    canvas.addEventListener('keydown', (event) => this.#down(event), { signal })
    canvas.addEventListener('keyup', (event) => this.#up(event), { signal })
    canvas.addEventListener('blur', () => this.#leave(), { signal })
    addEventListener('blur', () => this.#leave(), { signal })
    signal.addEventListener('abort', () => clearTimeout(this.#timer))
  }

  #down(event: KeyboardEvent): void {
    if (isComposing(event) || !this.#handles(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  #handles(event: KeyboardEvent): boolean {
    const { key, ctrlKey, metaKey, altKey } = event
    const isPlain = !ctrlKey && !metaKey && !altKey
    const { painter } = this.#mask
    const { staged } = this.#view.state.get()
    const asked = staged && isPlain ? ownOf(stagedCommands, key) : undefined
    if (staged && asked) {
      if (!event.repeat || asked === 'previous' || asked === 'next') staged.onCommand(asked)
      return true
    }
    const arrow = ownOf(arrows, key)
    const count = event.shiftKey ? 10 : 1
    const { frame } = this.#mask.state.get()
    if (frame && isPlain && arrow) {
      this.#mask.setFrame(withDrag(frame, { by: { x: arrow.x * count, y: arrow.y * count }, handle: 'all' }))
      return true
    }
    // Enter and Escape apply and discard the frame, in the whole editor.
    if (frame && [' ', 'Enter', 'Escape', 'Backspace'].includes(key)) return false
    if (arrow && isPlain) return this.#step(arrow, count)
    if (key === ' ' && isPlain) return this.#pressSpace(event.repeat)
    if (key === 'Enter' && isPlain) return event.repeat || this.#act()
    if (key === 'Escape') return painter.cancel()
    if (key === 'Backspace' && isPlain) return painter.removeCorner()
    // Alt alone would focus the browser's menu.
    if (key === 'Alt') return true
    const command = commandOf(event, maskSettings().keys)
    if (!command) return false
    if (command.kind === 'original') this.#original = event.code
    if (!event.repeat || repeating.has(command.kind)) this.#view.do(command)
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
    if (this.#original !== undefined) this.#view.show('mask')
    this.#original = undefined
  }

  /** With a pointer over the canvas, Space switches to panning; otherwise it draws at the keyboard's cursor. */
  #pressSpace(isRepeat: boolean): boolean {
    if (isRepeat || this.#pointer.isPressed) return true
    this.#space = 'held'
    if (this.#pointer.isHere) this.#pointer.setSpace('held')
    else this.#act()
    return true
  }

  #releaseSpace(): void {
    if (this.#space === 'up') return
    this.#space = 'up'
    const wasPanning = this.#pointer.setSpace('up')
    if (!wasPanning && isRound(this.#mask.state.get().tool)) this.#mask.painter.release()
  }

  #step(arrow: Point, count: number): boolean {
    const { editor } = this.#mask
    const view = this.#view
    // No effect while a pointer is pressed.
    if (this.#pointer.isPressed || view.state.get().staged) return true
    if (this.#mask.state.get().tool === 'hand') {
      view.screen.moveBy({ x: -arrow.x * count * 8, y: -arrow.y * count * 8 })
      return true
    }
    const { x, y } = this.#pixel()
    const pixel = {
      x: Math.min(editor.width - 1, Math.max(0, x + arrow.x * count)),
      y: Math.min(editor.height - 1, Math.max(0, y + arrow.y * count)),
    }
    view.cursor = { kind: 'keys', pixel }
    this.#draw(pixel)
    view.screen.reveal(middle(pixel))
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#mask.announce(`${pixel.x}, ${pixel.y}`), announceAfter)
    return true
  }

  #draw(pixel: Point): void {
    const { painter } = this.#mask
    const { draft } = painter
    if (draft?.kind === 'box' && this.#anchor) painter.stretch(...boxOf(this.#anchor, pixel))
    else if (draft || painter.isBusy) painter.move([{ ...middle(pixel), pressure: 1 }])
  }

  /** Space or Enter: paints a dab, adds a corner, begins or ends a shape. Enter closes a polygon, Space adds to it. */
  #act(): boolean {
    const { painter } = this.#mask
    const isOff = this.#mask.state.get().tool === 'hand' || this.#view.state.get().staged
    if (isOff || this.#pointer.isPressed) return true
    this.#view.show('mask')
    const pixel = this.#pixel()
    this.#view.cursor = { kind: 'keys', pixel }
    const isDone = painter.draft !== undefined && (painter.draft.tool !== 'polygon' || this.#space === 'up')
    if (isDone) painter.commit()
    else this.#begin(pixel)
    this.#view.screen.touch()
    return true
  }

  #begin(pixel: Point): void {
    const { painter, ink, state } = this.#mask
    const { tool } = state.get()
    painter.press({ at: middle(pixel), pressure: 1, tool, value: ink, isStraight: false })
    this.#anchor = pixel
    painter.stretch(...boxOf(pixel, pixel))
    // Space keeps a stroke open until its keyup; boxes and lassos stay open until the next press; all else is done.
    const staysOpen = isRound(tool) ? this.#space === 'held' : painter.draft !== undefined && tool !== 'polygon'
    if (!staysOpen) painter.release()
  }

  /** The cursor's pixel: initially the one under the pointer, or the middle of the visible part. */
  #pixel(): Point {
    const { pixel, screen, view } = this.#view
    if (pixel) return pixel
    const { editor } = this.#mask
    const { width, height } = screen.place ?? { width: 0, height: 0 }
    const { x, y } = toPicture(view, { x: width / 2, y: height / 2 })
    const along = (at: number, length: number) => Math.min(length - 1, Math.max(0, Math.floor(at)))
    return { x: along(x, editor.width), y: along(y, editor.height) }
  }
}

const middle = ({ x, y }: Point): Point => ({ x: x + 0.5, y: y + 0.5 })

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
