import { useSyncExternalStore } from 'react'
import type { MaskEditor, Rect } from '#media/mask/mask-editor.ts'
import { type Point, toBox, toPicture } from '../../view/zoom.ts'
import { CutChoice } from '../crop/cut-choice.ts'
import type { Command } from '../hand/key-actions.ts'
import { coverageOf } from '../import/mask-findings.ts'
import { changeSettings, maskSettings, onSettings, stepHardness, stepSize } from '../tools/mask-settings.ts'
import { isCut, isRound, type MaskTool, maskToolName } from '../tools/tools.ts'
import type { MaskTasks } from '../work/mask-tasks.ts'
import { MaskWork } from '../work/mask-work.ts'
import type { HudScene } from './hud.ts'
import { overlayStyle } from './overlay-style.ts'
import { Painter } from './painter.ts'
import { type Layers, Screen } from './screen.ts'
import type { Staged } from './staged.ts'
import type { StepHistory } from './step-history.ts'

interface DeskOptions {
  readonly editor: MaskEditor
  readonly image: ImageBitmap
  readonly tasks: MaskTasks
  readonly beyond?: StepHistory | undefined
  /** A stroke, shape or frame begins. */
  readonly onPress?: () => void
}

/** A pointer over the canvas, in CSS pixels of its box; or the keyboard's cursor, on a pixel of the picture. */
type Cursor =
  | { readonly kind: 'pointer'; readonly at: Point }
  | { readonly kind: 'keys'; readonly pixel: Point }
  | { readonly kind: 'none' }

/** The state of a mask canvas, and the commands that its bars, keys and pointers call. One for each picture that is shown. */
export class MaskDesk {
  readonly editor: MaskEditor
  readonly painter: Painter
  readonly screen: Screen
  readonly work: MaskWork
  tool: MaskTool = 'brush'
  /** The value that shapes and fills set. */
  value: 255 | 0 = 255
  shows: 'mask' | 'original' = 'mask'
  keys: 'listed' | 'hidden' = 'hidden'
  /** The part of the picture that is sent, which is outlined; undefined for all of it. `screen.touch` draws a change. */
  sent: Rect | undefined
  /** Text of the live region: completed actions, not every move. */
  said = ''
  readonly cut: CutChoice
  readonly #beyond: StepHistory | undefined
  readonly #onPress: () => void
  /** The tool to which the end of a frame returns. */
  #painted: MaskTool = 'brush'
  #cursor: Cursor = { kind: 'none' }
  #hand: 'ready' | 'moves' = 'ready'
  #version = 0
  #staged: Staged | undefined
  readonly #waiting = new Set<() => void>()
  readonly #listeners = new Set<() => void>()
  readonly #frames = new Set<() => void>()

  constructor({ editor, image, tasks, beyond, onPress = () => {} }: DeskOptions) {
    this.editor = editor
    this.#beyond = beyond
    this.#onPress = onPress
    this.cut = new CutChoice({
      picture: editor,
      onNews: () => this.tell(),
      onArea: (how) => (how === 'at once' ? this.screen.fit() : this.screen.refit()),
    })
    this.work = new MaskWork({
      ...{ editor, image, tasks },
      take: (bytes, words) => this.#change(() => editor.replace(bytes), words),
      whenFree: () => this.#whenFree(),
      onNews: () => this.tell(),
    })
    this.painter = new Painter({
      ...{ editor, onPress },
      onStep: (changed) => this.#afterStep(changed),
      onColour: (at, value) => void this.work.selectColour(at, value),
    })
    this.screen = new Screen({
      ...{ editor, image },
      picture: () => (this.shows === 'mask' && this.#staged?.image) || image,
      style: overlayStyle,
      scene: () => sceneOf(this),
      fitted: () => this.cut.area,
      onFrame: () => {
        for (const listener of this.#frames) listener()
      },
    })
  }

  get cursor(): Cursor {
    return this.#cursor
  }

  set cursor(cursor: Cursor) {
    this.#cursor = cursor
    this.screen.touch()
  }

  /** Whether a drag moves the picture: no tip is shown then. */
  get hand(): 'ready' | 'moves' {
    return this.#hand
  }

  set hand(hand: 'ready' | 'moves') {
    if (hand === this.#hand) return
    this.#hand = hand
    this.tell()
    this.screen.touch()
  }

  /** What stands in place of the base. Meanwhile the mask is hidden and cannot be changed: drags and keys only move the view. */
  get staged(): Staged | undefined {
    return this.#staged
  }

  stage(staged: Staged | undefined): void {
    if (staged === this.#staged) return
    if (staged && !this.#staged) {
      this.painter.finish()
      this.shows = 'mask'
    }
    this.#staged = staged
    this.tell()
    this.screen.refresh()
  }

  /** The value that the tool sets. */
  get ink(): 255 | 0 {
    if (this.tool === 'brush') return 255
    return this.tool === 'eraser' ? 0 : this.value
  }

  /** The pixel of the picture under the cursor, where there is one. */
  get pixel(): Point | undefined {
    const cursor = this.#cursor
    if (cursor.kind === 'keys') return cursor.pixel
    if (cursor.kind === 'none') return undefined
    const { x, y } = toPicture(this.screen.view, cursor.at)
    const isInside = x >= 0 && y >= 0 && x < this.editor.width && y < this.editor.height
    return isInside ? { x: Math.floor(x), y: Math.floor(y) } : undefined
  }

  attach(layers: Layers): () => void {
    const detach = this.screen.attach(layers)
    const forget = onSettings(() => this.screen.touch())
    const changes = this.editor.subscribe(() => {
      // React renders at the end of a stroke, not during it; for other changes at once.
      if (!this.painter.isBusy) this.tell()
    })
    return () => {
      this.painter.finish()
      changes()
      forget()
      detach()
    }
  }

  choose(tool: MaskTool): void {
    if (tool === this.tool) return
    // An open shape is committed when its tool changes; Undo takes it back. The hand tool only moves the view.
    if (tool !== 'hand') this.painter.finish()
    if (!isCut(this.tool)) this.#painted = this.tool
    this.tool = tool
    if (isCut(tool)) this.#onPress()
    this.cut.begin(tool)
    this.say(maskToolName(tool))
  }

  /** Gives up the frame and returns to the tool before it. */
  endCut(): void {
    if (this.cut.plan) this.choose(this.#painted)
  }

  can(direction: 'undo' | 'redo'): boolean {
    const { editor, painter } = this
    const isOpen = direction === 'undo' && (painter.draft ?? this.cut.plan) !== undefined
    return isOpen || (direction === 'undo' ? editor.canUndo : editor.canRedo) || (this.#beyond?.can(direction) ?? false)
  }

  setValue(value: 255 | 0): void {
    this.value = value
    this.tell()
  }

  show(what: 'mask' | 'original'): void {
    if (what === this.shows) return
    this.shows = what
    this.tell()
    this.screen.refresh()
  }

  listKeys(keys: 'listed' | 'hidden'): void {
    this.keys = keys
    this.tell()
  }

  do(command: Command): void {
    const { screen, editor } = this
    const { kind } = command
    if (this.#staged && !viewCommands.has(kind)) return
    if (kind === 'tool') this.choose(command.tool)
    else if (kind === 'size') changeSettings({ size: stepSize(maskSettings().size, command.direction) })
    else if (kind === 'hardness') changeSettings({ hardness: stepHardness(maskSettings().hardness, command.direction) })
    else if (kind === 'zoom') screen.step(command.direction)
    else if (kind === 'fit') screen.fit()
    else if (kind === 'actual') screen.zoom(1)
    else if (kind === 'undo' || kind === 'redo') this.#goBack(kind)
    else if (kind === 'original') this.show('original')
    else if (kind === 'keys') this.listKeys('listed')
    else
      this.#change(
        () => (kind === 'clear' ? editor.clear() : editor.invert()),
        kind === 'clear' ? 'Cleared' : 'Inverted',
      )
  }

  /** Puts an exact shape into the mask. */
  addShape(
    tool: 'rectangle' | 'ellipse',
    box: { x: number; y: number; width: number; height: number },
    value: 255 | 0,
  ): void {
    this.#change(
      () => (tool === 'ellipse' ? this.editor.ellipse(box, value) : this.editor.rectangle(box, value)),
      maskToolName(tool),
    )
  }

  say(words: string): void {
    this.said = words
    this.tell()
  }

  tell(): void {
    this.#version += 1
    for (const listener of [...this.#listeners]) listener()
  }

  readonly version = (): number => this.#version
  readonly subscribe = (listener: () => void): (() => void) => heard(this.#listeners, listener)
  /** The listener is called after each drawn frame. */
  readonly onFrame = (listener: () => void): (() => void) => heard(this.#frames, listener)

  /** How much of the picture is marked, in words. */
  get coverage(): string {
    return coverageOf(this.editor.marked, this.editor.width * this.editor.height)
  }

  async #whenFree(): Promise<void> {
    while (this.painter.isDrawing) await new Promise<void>((done) => this.#waiting.add(done))
  }

  #goBack(kind: 'undo' | 'redo'): void {
    if (this.painter.removeCorner() || this.painter.cancel()) return
    const { editor } = this
    const isAtEnd = !(kind === 'undo' ? editor.canUndo : editor.canRedo)
    if (this.cut.plan) this.endCut()
    else if (isAtEnd && this.#beyond?.can(kind)) this.#beyond.go(kind)
    else this.#change(() => (kind === 'undo' ? editor.undo() : editor.redo()), kind === 'undo' ? 'Undone' : 'Redone')
  }

  #change(change: () => void, words: string): void {
    this.painter.finish()
    const before = this.editor.version
    change()
    if (this.editor.version !== before) this.#afterChange(words)
  }

  #afterStep(changed: boolean): void {
    for (const done of this.#waiting) done()
    this.#waiting.clear()
    this.screen.touch()
    if (changed) this.#afterChange('')
    else this.tell()
  }

  #afterChange(words: string): void {
    this.say(words === '' ? `${this.coverage} marked` : `${words}, ${this.coverage} marked`)
  }
}

/** Commands that leave the mask as it is. */
const viewCommands: ReadonlySet<Command['kind']> = new Set(['zoom', 'fit', 'actual', 'original', 'keys'])

function heard(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Rerenders the component whenever the desk changed. */
export function useDesk(desk: MaskDesk): void {
  useSyncExternalStore(desk.subscribe, desk.version)
}

/** What lies over the mask now. */
function sceneOf({ cursor, screen, staged, sent, tool, hand, painter }: MaskDesk): Omit<HudScene, 'view'> {
  if (staged) return { tip: undefined, cross: undefined, draft: undefined, sent: undefined }
  const { size, hardness } = maskSettings()
  const { view } = screen
  const middle = cursor.kind === 'keys' ? { x: cursor.pixel.x + 0.5, y: cursor.pixel.y + 0.5 } : undefined
  const cross = middle && toBox(view, middle)
  const at = cursor.kind === 'pointer' ? cursor.at : cross
  const hasTip = isRound(tool) && hand === 'ready'
  const tip = at && hasTip ? { at, radius: (size / 2) * view.scale, hardness: hardness / 100 } : undefined
  return { tip, cross, draft: painter.draft, sent }
}
