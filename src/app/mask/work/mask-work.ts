import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { Point } from '../../view/zoom.ts'
import { maskSettings } from '../tools/mask-settings.ts'
import type { MaskTasks } from './mask-tasks.ts'

type WorkState =
  | { readonly kind: 'rests' }
  | { readonly kind: 'works'; readonly what: string }
  | { readonly kind: 'failed'; readonly why: string }

interface WorkOptions {
  readonly editor: MaskEditor
  readonly image: ImageBitmap
  readonly tasks: Pick<MaskTasks, 'grow' | 'shrink' | 'feather' | 'selectColour'>
  /** Takes the result into the mask, as one step. */
  readonly take: (bytes: Uint8Array, words: string) => void
  /** Resolves when no stroke is under way. */
  readonly whenFree: () => Promise<void>
  readonly onNews: () => void
}

const names = { grow: 'Grown', shrink: 'Shrunk', feather: 'Feathered' } as const
type Edge = keyof typeof names

/** Operations on the whole mask that take longer than a frame, one at a time; painting goes on meanwhile. */
export class MaskWork {
  readonly #options: WorkOptions
  #state: WorkState = { kind: 'rests' }

  constructor(options: WorkOptions) {
    this.#options = options
  }

  get state(): WorkState {
    return this.#state
  }

  /** Grows, shrinks or feathers. Starts again when the mask changed meanwhile, so that no stroke is lost. */
  async edge(kind: Edge): Promise<void> {
    const { editor, tasks, take, whenFree } = this.#options
    if (editor.marked === 0) return
    const by = maskSettings().amount
    await this.#work(`${names[kind]} by ${by} px`, async (words) => {
      for (;;) {
        await whenFree()
        const { version } = editor
        const bytes = await tasks[kind](editor, by)
        await whenFree()
        if (editor.version === version) return take(bytes, words)
      }
    })
  }

  /** Adds the pixels of a colour to the mask, or takes them out. */
  async selectColour(at: Point, value: 255 | 0): Promise<void> {
    const { editor, image, tasks, take, whenFree } = this.#options
    const [x, y] = [Math.floor(at.x), Math.floor(at.y)]
    if (x < 0 || y < 0 || x >= editor.width || y >= editor.height) return
    const { tolerance, reach } = maskSettings()
    await this.#work('Colour selected', async (words) => {
      const chosen = await tasks.selectColour(image, { x, y, tolerance, reach })
      await whenFree()
      take(joined(editor.bytes, chosen, value), words)
    })
  }

  async #work(words: string, work: (words: string) => Promise<void>): Promise<void> {
    if (this.#state.kind === 'works') return
    this.#tell({ kind: 'works', what: words })
    try {
      await work(words)
      this.#tell({ kind: 'rests' })
    } catch (error) {
      const isClosed = error instanceof DOMException && error.name === 'AbortError'
      const why = error instanceof Error ? error.message : String(error)
      this.#tell(isClosed ? { kind: 'rests' } : { kind: 'failed', why })
    }
  }

  #tell(state: WorkState): void {
    this.#state = state
    this.#options.onNews()
  }
}

/** The mask with the chosen pixels (255 each) set or taken out, four at a time. */
export function joined(mask: Uint8Array, chosen: Uint8Array, value: 255 | 0): Uint8Array {
  const size = Math.ceil(mask.length / 4) * 4
  const out = new Uint8Array(size)
  out.set(mask)
  const other = new Uint8Array(size)
  other.set(chosen)
  const [to, from] = [new Uint32Array(out.buffer), new Uint32Array(other.buffer)]
  if (value === 255) for (let at = 0; at < to.length; at++) to[at] = (to[at] ?? 0) | (from[at] ?? 0)
  else for (let at = 0; at < to.length; at++) to[at] = (to[at] ?? 0) & ~(from[at] ?? 0)
  return out.subarray(0, mask.length)
}
