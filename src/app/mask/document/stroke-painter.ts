import type { MaskEditor, StrokePoint } from '#media/mask/mask-editor.ts'
import type { Point } from '../../view/zoom.ts'
import { maskSettings } from '../tools/mask-settings.ts'
import { isRound, type MaskTool } from '../tools/mask-tools.ts'

type Value = 255 | 0

/** An open shape, not in the mask yet, in pixels of the picture. */
export type StrokeDraft =
  | {
      readonly kind: 'box'
      readonly tool: 'rectangle' | 'ellipse'
      readonly from: Point
      readonly to: Point
      readonly value: Value
    }
  | {
      readonly kind: 'path'
      readonly tool: 'lasso' | 'polygon'
      readonly points: readonly Point[]
      readonly to: Point
      readonly value: Value
    }

export interface Press {
  readonly at: Point
  readonly pressure: number
  readonly tool: MaskTool
  readonly value: Value
  readonly isStraight: boolean
}

interface StrokePainterOptions {
  readonly editor: MaskEditor
  readonly onPress?: () => void
  readonly onStep: (changed: boolean) => void
  readonly onColour: (at: Point, value: Value) => void
}

/** Turns presses and moves, in pixels of the picture, into changes of the mask: press to release is one step. */
export class StrokePainter {
  readonly #options: StrokePainterOptions
  #press: Press | undefined
  #before = 0
  #lastEnd: Point | undefined
  #last: StrokePoint | undefined
  /** The points of an open lasso; appended in place, for they grow by thousands. */
  #loop: Point[] = []
  draft: StrokeDraft | undefined

  constructor(options: StrokePainterOptions) {
    this.#options = options
  }

  get isBusy(): boolean {
    return this.#press !== undefined
  }

  /** Whether a stroke is under way: its step is open in the editor. */
  get isDrawing(): boolean {
    return this.#press !== undefined && isRound(this.#press.tool)
  }

  press(press: Press): void {
    this.#options.onPress?.()
    if (press.tool !== 'polygon') this.finish()
    this.#press = press
    const { tool, at, value } = press
    if (isRound(tool)) this.#beginStroke(press)
    else if (tool === 'rectangle' || tool === 'ellipse') this.draft = { kind: 'box', tool, from: at, to: at, value }
    else if (tool === 'lasso') {
      this.#loop = [at]
      this.draft = { kind: 'path', tool, points: this.#loop, to: at, value }
    } else if (tool === 'polygon') this.#addCorner(at, value)
  }

  /** Continues; `isEven` keeps rectangles square and ellipses round. */
  move(points: readonly StrokePoint[], isEven = false): void {
    const to = points.at(-1)
    if (!to) return
    const { draft } = this
    if (draft?.kind === 'box') this.draft = { ...draft, to: isEven ? even(draft.from, to) : to }
    else if (draft) {
      if (draft.tool === 'lasso') this.#loop.push(...points)
      this.draft = { ...draft, to }
    } else if (this.#press && isRound(this.#press.tool)) this.#stroke(points, this.#press.value)
  }

  release(): void {
    const press = this.#press
    if (!press) return
    this.#press = undefined
    const { editor, onColour } = this.#options
    if (isRound(press.tool)) this.#endStroke()
    else if (press.tool === 'fill')
      this.#step(() => editor.fill(Math.floor(press.at.x), Math.floor(press.at.y), press.value))
    else if (press.tool === 'colour-select') onColour(press.at, press.value)
    else if (press.tool !== 'polygon') this.commit()
  }

  commit(): void {
    const { draft } = this
    this.draft = undefined
    this.#press = undefined
    const { editor } = this.#options
    if (draft?.kind === 'box') {
      const { from, to, value } = draft
      const box = boxOf(from, to)
      this.#step(() => (draft.tool === 'ellipse' ? editor.ellipse(box, value) : editor.rectangle(box, value)))
    } else if (draft && draft.points.length > 2) this.#step(() => editor.polygon(draft.points, draft.value))
    else this.#options.onStep(false)
  }

  finish(): void {
    if (this.#press && isRound(this.#press.tool)) this.release()
    else if (this.draft) this.commit()
    this.#press = undefined
  }

  /** A shape from one corner to another, as the keyboard draws it. */
  stretch(from: Point, to: Point): void {
    if (this.draft?.kind === 'box') this.draft = { ...this.draft, from, to }
  }

  /** Undoes the press under way, which was the first finger of a gesture. */
  withdraw(): void {
    if (!this.#press) return
    if (!this.removeCorner()) this.cancel()
    this.#press = undefined
  }

  /** Discards the stroke or shape under way; returns false if there is none. */
  cancel(): boolean {
    const press = this.#press
    const was = press !== undefined || this.draft !== undefined
    this.#press = undefined
    this.draft = undefined
    if (press && isRound(press.tool)) this.#options.editor.cancel()
    if (was) this.#options.onStep(false)
    return was
  }

  removeCorner(): boolean {
    const { draft } = this
    if (draft?.tool !== 'polygon') return false
    const points = draft.points.slice(0, -1)
    this.draft = points.length > 0 ? { ...draft, points } : undefined
    this.#options.onStep(false)
    return true
  }

  /** Where a closing click would hit: the first corner of an open polygon that has enough of them. */
  get firstCorner(): Point | undefined {
    return this.draft?.tool === 'polygon' && this.draft.points.length > 2 ? this.draft.points[0] : undefined
  }

  #addCorner(at: Point, value: Value): void {
    const { draft } = this
    const points = draft?.tool === 'polygon' ? [...draft.points, at] : [at]
    this.draft = { kind: 'path', tool: 'polygon', points, to: at, value: draft?.value ?? value }
  }

  #beginStroke({ at, pressure, value, isStraight }: Press): void {
    this.#before = this.#options.editor.version
    this.#options.editor.begin()
    const from = isStraight && this.#lastEnd ? [{ ...this.#lastEnd, pressure }] : []
    this.#stroke([...from, { x: at.x, y: at.y, pressure }], value)
  }

  #stroke(points: readonly StrokePoint[], value: Value): void {
    const { size, hardness } = maskSettings()
    this.#last = points.at(-1) ?? this.#last
    this.#options.editor.stroke(points, { radius: size / 2, hardness: hardness / 100, value })
  }

  #endStroke(): void {
    this.#options.editor.end()
    this.#lastEnd = this.#last
    this.#options.onStep(this.#options.editor.version !== this.#before)
  }

  #step(change: () => void): void {
    const { editor, onStep } = this.#options
    const before = editor.version
    change()
    onStep(editor.version !== before)
  }
}

const boxOf = (a: Point, b: Point) => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
})

function even(from: Point, to: Point): Point {
  const side = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y))
  return { x: from.x + (to.x < from.x ? -side : side), y: from.y + (to.y < from.y ? -side : side) }
}
