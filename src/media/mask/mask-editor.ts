import { type Brush, BrushStroke, type StrokePoint } from './brush-stroke.ts'
import { MaskBuffer } from './mask-buffer.ts'
import type { MaskChange, Patch } from './patch.ts'
import { Bounds, joinedRects, noPixels, type Rect } from './rect.ts'
import { type Box, fillEllipse, fillPolygon, fillRectangle, floodFill, type Place } from './shapes.ts'

export type { Brush, StrokePoint } from './brush-stroke.ts'
export type { MaskChange } from './patch.ts'
export type { Rect } from './rect.ts'

interface MaskStep extends MaskChange {
  readonly dirty: Rect
  readonly markedBefore: number
  readonly markedAfter: number
}

/** The last `steps` steps may hold up to `limit` bytes; more steps only up to `aim` bytes. */
const steps = 100
const aim = 16 * 2 ** 20
const limit = 64 * 2 ** 20

/** Estimated memory of a patch besides its packed bytes. */
const overhead = 96

/** Undo and redo as a list with a position. The oldest steps are dropped when all are too large. */
class MaskHistory {
  readonly #steps: MaskStep[] = []
  /** The position: so many steps are done, the rest is undone. */
  #done = 0
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  get canUndo(): boolean {
    return this.#done > 0
  }

  get canRedo(): boolean {
    return this.#done < this.#steps.length
  }

  add(step: MaskStep): void {
    for (const gone of this.#steps.splice(this.#done)) this.#bytes -= sizeOf(gone)
    this.#steps.push(step)
    this.#bytes += sizeOf(step)
    while (this.#steps.length > 1 && this.#bytes > (this.#steps.length > steps ? aim : limit)) {
      const oldest = this.#steps.shift()
      if (oldest) this.#bytes -= sizeOf(oldest)
    }
    this.#done = this.#steps.length
  }

  back(): MaskStep | undefined {
    if (!this.canUndo) return undefined
    this.#done -= 1
    return this.#steps[this.#done]
  }

  forth(): MaskStep | undefined {
    if (!this.canRedo) return undefined
    this.#done += 1
    return this.#steps[this.#done - 1]
  }
}

function sizeOf(step: MaskStep): number {
  return step.patches.reduce((sum, { packed }) => sum + packed.length + overhead, overhead)
}

/** Called with the pixels that may have changed; `inverted` when each of them became 255 − itself and nothing else changed. */
type MaskListener = (dirty: Rect, how: 'changed' | 'inverted') => void

interface OpenStep {
  readonly patches: Patch[]
  readonly markedBefore: number
  inverts: boolean
}

/**
 * A mask while it is edited: one byte a pixel, row by row. 0 keeps the pixel, 255 repaints it, values between do so in part. Pixel
 * (i, j) has its centre at (i + 0.5, j + 0.5). Every method clips to the mask and returns the rectangle that it may have changed,
 * after the listeners were called. A change outside of `begin` and `end` is a step of its own.
 */
export class MaskEditor {
  readonly #buffer: MaskBuffer
  readonly #stroke: BrushStroke
  readonly #history = new MaskHistory()
  readonly #listeners = new Set<MaskListener>()
  readonly #stepListeners = new Set<(change: MaskChange) => void>()
  readonly #stepDirty = new Bounds()
  #step: OpenStep | undefined
  #version = 0

  /** The bytes are copied. Throws a RangeError when they are not width * height. */
  constructor(width: number, height: number, bytes?: Uint8Array) {
    this.#buffer = new MaskBuffer(width, height, bytes)
    this.#stroke = new BrushStroke(this.#buffer)
  }

  get width(): number {
    return this.#buffer.width
  }

  get height(): number {
    return this.#buffer.height
  }

  /** The live bytes, not a copy. Not to be written to. */
  get bytes(): Uint8Array {
    return this.#buffer.bytes
  }

  /** How many bytes are not 0. */
  get marked(): number {
    return this.#buffer.marked
  }

  get version(): number {
    return this.#version
  }

  /** Whether a step is open: the bytes hold a part of it. */
  get isStepOpen(): boolean {
    return this.#step !== undefined
  }

  get canUndo(): boolean {
    return this.#history.canUndo
  }

  get canRedo(): boolean {
    return this.#history.canRedo
  }

  /** Memory of all steps that can be undone and redone. */
  get historyBytes(): number {
    return this.#history.bytes
  }

  /** Everything until `end` is one step, and one stroke. An open step ends. */
  begin(): void {
    this.end()
    this.#open()
  }

  end(): void {
    if (this.#keep()) this.#notify(noPixels)
  }

  /** Puts back everything since `begin`; undefined when no step is open. */
  cancel(): Rect | undefined {
    if (!this.#step) return undefined
    const step = this.#close()
    return step && this.#apply(step, step.markedBefore)
  }

  /** Continues from the last point since `begin`. */
  stroke(points: readonly StrokePoint[], brush: Brush): Rect {
    return this.#change(() => this.#stroke.go(points, brush))
  }

  rectangle(rect: Box, value: 255 | 0): Rect {
    return this.#shape(() => fillRectangle(this.#buffer, rect, value))
  }

  /** The ellipse that touches the four sides of the rectangle. */
  ellipse(rect: Box, value: 255 | 0): Rect {
    return this.#shape(() => fillEllipse(this.#buffer, rect, value))
  }

  /** Even-odd rule; the last corner is joined to the first. */
  polygon(corners: readonly Place[], value: 255 | 0): Rect {
    return this.#shape(() => fillPolygon(this.#buffer, corners, value))
  }

  /** Flood fill over sides, not corners: painting stops at what is marked, erasing takes everything that is marked at all. */
  fill(x: number, y: number, value: 255 | 0): Rect {
    return this.#shape(() => floodFill(this.#buffer, x, y, value))
  }

  /** Replaces all bytes by a copy of these. Throws a RangeError when there are not as many. */
  replace(bytes: Uint8Array): Rect {
    return this.#shape((step) => {
      step.patches.push(...this.#buffer.takePatches(), ...this.#buffer.replace(bytes))
    })
  }

  /** 255 less each byte. */
  invert(): Rect {
    return this.#shape((step) => {
      step.patches.push(...this.#buffer.takePatches())
      step.inverts = !step.inverts
      this.#buffer.invert()
      this.#buffer.dirty.addRect(this.#all())
    }, 'inverted')
  }

  clear(): Rect {
    return this.#shape((step) => {
      step.patches.push(...this.#buffer.takePatches(), ...this.#buffer.clear())
    })
  }

  undo(): Rect | undefined {
    this.end()
    const step = this.#history.back()
    if (!step) return undefined
    this.#notifyStep(step)
    return this.#apply(step, step.markedBefore)
  }

  redo(): Rect | undefined {
    this.end()
    const step = this.#history.forth()
    if (!step) return undefined
    this.#notifyStep(step)
    return this.#apply(step, step.markedAfter)
  }

  /**
   * Calls the listener after every change; after an undo or redo possibly several times, each time with a part of it; and with an empty
   * rectangle when a step ends, for `canUndo` may differ then.
   */
  readonly subscribe = (listener: MaskListener): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Calls the listener with every step that ends, is undone or redone, in the same task. */
  readonly subscribeToSteps = (listener: (change: MaskChange) => void): (() => void) => {
    this.#stepListeners.add(listener)
    return () => {
      this.#stepListeners.delete(listener)
    }
  }

  #notifyStep({ patches, inverts }: MaskChange): void {
    for (const listener of this.#stepListeners) listener({ patches, inverts })
  }

  #open(): OpenStep {
    this.#stroke.end()
    this.#stepDirty.take()
    this.#step = { patches: [], markedBefore: this.marked, inverts: false }
    return this.#step
  }

  #close(): MaskStep | undefined {
    const step = this.#step
    if (!step) return undefined
    this.#step = undefined
    step.patches.push(...this.#buffer.takePatches())
    return { ...step, dirty: this.#stepDirty.take(), markedAfter: this.marked }
  }

  /** Ends the open step and records it. False where nothing changed. */
  #keep(): boolean {
    const step = this.#close()
    const changed = step !== undefined && (step.inverts || step.patches.length > 0)
    if (!changed) return false
    this.#history.add(step)
    this.#notifyStep(step)
    return true
  }

  /** Ends the stroke under way, then changes. */
  #shape(change: (step: OpenStep) => void, how: 'changed' | 'inverted' = 'changed'): Rect {
    this.#stroke.end()
    return this.#change(change, how)
  }

  #change(change: (step: OpenStep) => void, how: 'changed' | 'inverted' = 'changed'): Rect {
    const alone = !this.#step
    change(this.#step ?? this.#open())
    const dirty = this.#buffer.dirty.take()
    this.#stepDirty.addRect(dirty)
    if (alone) this.#keep()
    if (dirty.width > 0) this.#notify(dirty, how)
    return dirty
  }

  /** Patches and inversion are their own inverse, and commute. */
  #apply(step: MaskStep, marked: number): Rect {
    for (const patch of step.patches) this.#buffer.apply(patch)
    if (step.inverts) this.#buffer.invert()
    this.#buffer.marked = marked
    // Not the whole bounds: a diagonal stroke touches little of them.
    const parts = step.inverts ? [step.dirty] : joinedRects(step.patches.map(({ rect }) => rect))
    const how = step.inverts && step.patches.length === 0 ? 'inverted' : 'changed'
    for (const part of parts) this.#notify(part, how)
    return step.dirty
  }

  #notify(dirty: Rect, how: 'changed' | 'inverted' = 'changed'): void {
    this.#version += 1
    for (const listener of this.#listeners) listener(dirty, how)
  }

  #all(): Rect {
    return { x: 0, y: 0, width: this.width, height: this.height }
  }
}
