import type { Rect } from '#media/mask/mask-editor.ts'
import { type PageReader, PageState } from '../../ui/page-state.ts'
import { type Point, toBox, toPicture, type View } from '../../view/zoom.ts'
import type { CutSurface } from '../crop/cut-layer.tsx'
import { areaAround, type CutPlan } from '../crop/cut-plan.ts'
import type { MaskDocument } from '../document/mask-document.ts'
import type { Command } from '../input/mask-keys.ts'
import { maskSettings, onSettings } from '../tools/mask-settings.ts'
import { isRound } from '../tools/mask-tools.ts'
import type { HudScene } from './hud.ts'
import type { OverlayStyle } from './mask-overlay.ts'
import { type Layers, Screen } from './screen.ts'

/** What keys ask for while a picture stands in place of the base. */
export type StagedCommand = 'previous' | 'next' | 'accept' | 'discard'

/**
 * A picture that stands in place of the base, fitted into its frame, until it is accepted or discarded. Meanwhile the mask is hidden
 * and cannot be changed: drags and keys only move the view.
 */
export interface Staged {
  /** Undefined until it is decoded: the base is drawn. */
  readonly image: ImageBitmap | undefined
  readonly name: string
  readonly onCommand: (command: StagedCommand) => void
}

interface ViewState {
  readonly shows: 'mask' | 'original'
  /** What a drag does: no brush outline is shown while it moves the view. */
  readonly drags: 'tool' | 'view'
  readonly shortcuts: 'open' | 'closed'
  readonly staged: Staged | undefined
}

/** A pointer over the canvas, in CSS pixels of its box; or the keyboard's cursor, on a pixel of the picture. */
type Cursor =
  | { readonly kind: 'pointer'; readonly at: Point }
  | { readonly kind: 'keys'; readonly pixel: Point }
  | { readonly kind: 'none' }

/** A mask document on a canvas, over one picture: zoom and position, cursor, and what stands in place of the picture. */
export class MaskView implements CutSurface {
  readonly screen: Screen
  readonly #mask: MaskDocument
  readonly #image: ImageBitmap
  readonly #state = new PageState<ViewState>(() => ({
    ...{ shows: 'mask', drags: 'tool', shortcuts: 'closed', staged: undefined },
  }))
  readonly state: PageReader<ViewState> = this.#state
  #cursor: Cursor = { kind: 'none' }
  #sent: Rect | undefined
  /** CSS pixels at the foot of the canvas that the frame's actions cover. */
  #foot = 0
  readonly #draws = new Set<() => void>()

  constructor(mask: MaskDocument, image: ImageBitmap) {
    this.#mask = mask
    this.#image = image
    const { editor } = mask
    this.screen = new Screen({
      ...{ editor, image, style: overlayStyle },
      picture: () => (this.#state.get().shows === 'mask' && this.#state.get().staged?.image) || image,
      scene: () => this.#scene(),
      fitted: () => areaAround(mask.state.get().frame, editor, this.#foot),
      onFrame: () => {
        for (const listener of this.#draws) listener()
      },
    })
  }

  attach(layers: Layers): () => void {
    const frameKind = () => this.#mask.state.get().frame?.way
    let before = frameKind()
    const detach = this.screen.attach(layers)
    const ends = [
      this.#mask.open(this.#image),
      onSettings(() => this.screen.touch()),
      this.#mask.state.subscribe(() => {
        this.screen.touch()
        if (frameKind() !== before) this.screen.fit()
        before = frameKind()
      }),
    ]
    return () => {
      for (const end of ends) end()
      detach()
    }
  }

  get view(): View {
    return this.screen.view
  }

  get cursor(): Cursor {
    return this.#cursor
  }

  set cursor(cursor: Cursor) {
    this.#cursor = cursor
    this.screen.touch()
  }

  get pixel(): Point | undefined {
    const cursor = this.#cursor
    if (cursor.kind === 'keys') return cursor.pixel
    if (cursor.kind === 'none') return undefined
    const { x, y } = toPicture(this.view, cursor.at)
    const isInside = x >= 0 && y >= 0 && x < this.#mask.editor.width && y < this.#mask.editor.height
    return isInside ? { x: Math.floor(x), y: Math.floor(y) } : undefined
  }

  outline(sent: Rect | undefined): void {
    this.#sent = sent
    this.screen.touch()
  }

  stage(staged: Staged | undefined): void {
    const before = this.#state.get().staged
    if (staged === before) return
    if (staged && !before) this.#mask.painter.finish()
    this.#set({ staged, ...(staged && !before && { shows: 'mask' }) })
    this.screen.refresh()
  }

  show(shows: ViewState['shows']): void {
    if (shows === this.#state.get().shows) return
    this.#set({ shows })
    this.screen.refresh()
  }

  setDrags(drags: ViewState['drags']): void {
    if (drags === this.#state.get().drags) return
    this.#set({ drags })
    this.screen.touch()
  }

  showShortcuts(shortcuts: ViewState['shortcuts']): void {
    this.#set({ shortcuts })
  }

  setFrame(frame: CutPlan): void {
    this.#mask.setFrame(frame)
  }

  /** Shows all of the frame again, unless the view was moved by hand. */
  showFrame(foot = this.#foot): void {
    this.#foot = foot
    this.screen.refit()
  }

  do(command: Command): void {
    const { kind } = command
    if (kind === 'zoom') this.screen.step(command.direction)
    else if (kind === 'fit') this.screen.fit()
    else if (kind === 'actual') this.screen.zoom(1)
    else if (kind === 'original') this.show('original')
    else if (kind === 'keys') this.showShortcuts('open')
    else if (!this.#state.get().staged) this.#mask.do(command)
  }

  readonly onDraw = (listener: () => void): (() => void) => {
    this.#draws.add(listener)
    return () => {
      this.#draws.delete(listener)
    }
  }

  #scene(): Omit<HudScene, 'view'> {
    const { staged, drags } = this.#state.get()
    if (staged) return { tip: undefined, cross: undefined, draft: undefined, sent: undefined }
    const { view } = this
    const cursor = this.#cursor
    const { size, hardness } = maskSettings()
    const middle = cursor.kind === 'keys' ? { x: cursor.pixel.x + 0.5, y: cursor.pixel.y + 0.5 } : undefined
    const cross = middle && toBox(view, middle)
    const at = cursor.kind === 'pointer' ? cursor.at : cross
    const hasTip = isRound(this.#mask.state.get().tool) && drags === 'tool'
    const tip = at && hasTip ? { at, radius: (size / 2) * view.scale, hardness: hardness / 100 } : undefined
    return { tip, cross, draft: this.#mask.painter.draft, sent: this.#sent }
  }

  #set(change: Partial<ViewState>): void {
    this.#state.set({ ...this.#state.get(), ...change })
  }
}

let lastStyle: OverlayStyle | undefined

/** The look of the mask as it is set: the same object while nothing changes, for `Screen` compares by identity. */
function overlayStyle(): OverlayStyle {
  const { look, colour, opacity } = maskSettings()
  const line = devicePixelRatio < 2 ? 1 : 2
  const last = lastStyle
  if (last?.look === look && last.colour === colour && last.opacity * 100 === opacity && last.line === line) return last
  lastStyle = { look, colour, opacity: opacity / 100, line }
  return lastStyle
}
