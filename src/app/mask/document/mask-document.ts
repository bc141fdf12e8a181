import type { MaskEditor } from '#media/mask/mask-editor.ts'
import { withSelection } from '#media/mask/select-colour.ts'
import type { Box } from '#media/mask/shapes.ts'
import { type PageReader, PageState } from '../../ui/page-state.ts'
import type { Point } from '../../view/zoom.ts'
import { beginCut, type CutPlan } from '../crop/cut-plan.ts'
import { coverageOf } from '../import/mask-findings.ts'
import type { MaskCommand } from '../input/mask-keys.ts'
import { changeSettings, maskSettings, stepHardness, stepSize } from '../tools/mask-settings.ts'
import { isCut, type MaskTool, maskToolName } from '../tools/mask-tools.ts'
import type { MaskTasks } from '../worker/mask-tasks.ts'
import { StrokePainter } from './stroke-painter.ts'

type Direction = 'undo' | 'redo'

interface MaskDocumentOptions {
  readonly editor: MaskEditor
  readonly tasks: Pick<MaskTasks, 'grow' | 'shrink' | 'feather' | 'selectColour'>
  readonly beyond?: { readonly can: (direction: Direction) => boolean; readonly go: (direction: Direction) => void }
  readonly onPress?: () => void
}

/** A new object after every change of the document, but for those inside a stroke. */
export interface MaskState {
  readonly tool: MaskTool
  readonly value: 255 | 0
  readonly frame: CutPlan | undefined
  readonly operation:
    | { readonly kind: 'idle' }
    | { readonly kind: 'running' }
    | { readonly kind: 'failed'; readonly why: string }
  readonly announcement: string
}

const edges = { grow: 'Grown', shrink: 'Shrunk', feather: 'Feathered' } as const

/** A mask while it is edited: pixels, undo steps, the stroke under way, tool, frame, operations. It knows no canvas. */
export class MaskDocument {
  readonly editor: MaskEditor
  readonly painter: StrokePainter
  /** Dragged lengths of the next frame are multiples of this. */
  grid = 1
  readonly #options: MaskDocumentOptions
  readonly #state = new PageState<MaskState>(() => ({
    ...{ tool: 'brush', value: 255, frame: undefined, announcement: '' },
    operation: { kind: 'idle' },
  }))
  readonly state: PageReader<MaskState> = this.#state
  /** The picture of the canvas, where one shows the document: colours are selected in it. */
  #image: ImageBitmap | undefined
  #painted: MaskTool = 'brush'
  readonly #waiting = new Set<() => void>()

  constructor(options: MaskDocumentOptions) {
    this.#options = options
    const { editor, onPress = () => {} } = options
    this.editor = editor
    this.painter = new StrokePainter({
      ...{ editor, onPress },
      onStep: (changed) => this.#afterStep(changed),
      onColour: (at, value) => void this.#selectColour(at, value),
    })
    // React renders at the end of a stroke, not during it; for other changes at once.
    editor.subscribe(() => {
      if (!this.painter.isBusy) this.#set({})
    })
  }

  /** Called when a canvas shows the document over this picture. The returned function ends what is under way. */
  open(image: ImageBitmap): () => void {
    this.#image = image
    return () => {
      this.painter.finish()
      this.endFrame()
      this.#image = undefined
      if (this.#state.get().operation.kind === 'failed') this.#set({ operation: { kind: 'idle' } })
    }
  }

  get ink(): 255 | 0 {
    const { tool, value } = this.#state.get()
    if (tool === 'brush') return 255
    return tool === 'eraser' ? 0 : value
  }

  get coverage(): string {
    return coverageOf(this.editor.marked, this.editor.width * this.editor.height)
  }

  choose(tool: MaskTool): void {
    const { tool: before } = this.#state.get()
    if (tool === before) return
    // An open shape is committed when its tool changes; Undo takes it back. The hand tool only moves the view.
    if (tool !== 'hand') this.painter.finish()
    if (!isCut(before)) this.#painted = before
    if (isCut(tool)) this.#options.onPress?.()
    const frame = isCut(tool) ? beginCut(tool, this.editor, this.grid) : undefined
    this.#set({ tool, frame, announcement: maskToolName(tool) })
  }

  setValue(value: 255 | 0): void {
    this.#set({ value })
  }

  setFrame(frame: CutPlan): void {
    if (this.#state.get().frame) this.#set({ frame })
  }

  endFrame(): void {
    if (this.#state.get().frame) this.choose(this.#painted)
  }

  can(direction: Direction): boolean {
    const isOpen = direction === 'undo' && (this.painter.draft ?? this.#state.get().frame) !== undefined
    return isOpen || this.#hasStep(direction) || (this.#options.beyond?.can(direction) ?? false)
  }

  do(command: MaskCommand): void {
    const { kind } = command
    if (kind === 'tool') this.choose(command.tool)
    else if (kind === 'size') changeSettings({ size: stepSize(maskSettings().size, command.direction) })
    else if (kind === 'hardness') changeSettings({ hardness: stepHardness(maskSettings().hardness, command.direction) })
    else if (kind === 'clear') this.#change(() => this.editor.clear(), 'Cleared')
    else if (kind === 'invert') this.#change(() => this.editor.invert(), 'Inverted')
    else this.#step(kind)
  }

  addShape(tool: 'rectangle' | 'ellipse', box: Box, value: 255 | 0): void {
    this.#change(() => this.editor[tool](box, value), maskToolName(tool))
  }

  /** Grows, shrinks or feathers. Starts again when the mask changed meanwhile, so that no stroke is lost. */
  async changeEdge(kind: keyof typeof edges): Promise<void> {
    const { editor } = this
    if (editor.marked === 0) return
    const by = maskSettings().amount
    await this.#run(async () => {
      for (;;) {
        await this.#strokeEnd()
        const { version } = editor
        const bytes = await this.#options.tasks[kind](editor, by)
        await this.#strokeEnd()
        if (editor.version === version) return this.#change(() => editor.replace(bytes), `${edges[kind]} by ${by} px`)
      }
    })
  }

  announce(announcement: string): void {
    this.#set({ announcement })
  }

  async #selectColour(at: Point, value: 255 | 0): Promise<void> {
    const { editor } = this
    const image = this.#image
    const [x, y] = [Math.floor(at.x), Math.floor(at.y)]
    if (!image || x < 0 || y < 0 || x >= editor.width || y >= editor.height) return
    const { tolerance, reach } = maskSettings()
    await this.#run(async () => {
      const chosen = await this.#options.tasks.selectColour(image, { x, y, tolerance, reach })
      await this.#strokeEnd()
      this.#change(() => editor.replace(withSelection(editor.bytes, chosen, value)), 'Colour selected')
    })
  }

  /** One operation at a time; painting goes on meanwhile. */
  async #run(work: () => Promise<void>): Promise<void> {
    if (this.#state.get().operation.kind === 'running') return
    this.#set({ operation: { kind: 'running' } })
    try {
      await work()
      this.#set({ operation: { kind: 'idle' } })
    } catch (error) {
      const isClosed = error instanceof DOMException && error.name === 'AbortError'
      const why = error instanceof Error ? error.message : String(error)
      this.#set({ operation: isClosed ? { kind: 'idle' } : { kind: 'failed', why } })
    }
  }

  async #strokeEnd(): Promise<void> {
    while (this.painter.isDrawing) await new Promise<void>((done) => this.#waiting.add(done))
  }

  #hasStep(direction: Direction): boolean {
    return direction === 'undo' ? this.editor.canUndo : this.editor.canRedo
  }

  #step(direction: Direction): void {
    const { editor, painter } = this
    const { beyond } = this.#options
    if (painter.removeCorner() || painter.cancel()) return
    if (this.#state.get().frame) this.endFrame()
    else if (!this.#hasStep(direction) && beyond?.can(direction)) beyond.go(direction)
    else this.#change(() => editor[direction](), direction === 'undo' ? 'Undone' : 'Redone')
  }

  #change(change: () => void, words: string): void {
    this.painter.finish()
    const before = this.editor.version
    change()
    if (this.editor.version !== before) this.announce(`${words}, ${this.coverage} marked`)
  }

  #afterStep(changed: boolean): void {
    for (const done of this.#waiting) done()
    this.#waiting.clear()
    this.#set(changed ? { announcement: `${this.coverage} marked` } : {})
  }

  #set(change: Partial<MaskState>): void {
    this.#state.set({ ...this.#state.get(), ...change })
  }
}
