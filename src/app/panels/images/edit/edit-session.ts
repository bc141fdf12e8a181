import { MaskEditor } from '#media/mask/mask-editor.ts'
import { type MaskFit, refitMask } from '#media/mask/refit-mask.ts'
import { atStep, type EditWork, moved, noWork, StoredWork, withAdded, without, withStep } from './edit-work.ts'
import { createMaskKeeper } from './mask-keeper.ts'
import { StoredMask, unpackMask } from './packed-mask.ts'
import { limits, type Picture } from './picture.ts'
import { type NamedFile, readPicture, type Sight } from './read-picture.ts'

/** A file on its way in, or refused, which is said until it is dismissed. */
export interface Incoming {
  readonly id: string
  readonly name: string
  readonly status: 'reading' | 'refused'
  readonly why?: string
}

/** A mask stands on a picture that is about to be replaced: what is to become of it? */
export interface BaseQuestion {
  readonly next: EditWork
  readonly base: Picture
  readonly sizes: 'equal' | 'other'
}

export interface EditState {
  readonly status: 'loading' | 'ready'
  readonly work: EditWork
  readonly incoming: readonly Incoming[]
  readonly question: BaseQuestion | undefined
  /** Of the base's size where there is a base; without one it may hold the mask of the last. */
  readonly mask: MaskEditor | undefined
}

interface StoredDraft {
  read(): Promise<unknown>
  write(value: unknown): void
}

/** What a session needs of the world. */
export interface EditWorld {
  readonly openDraft: (name: 'work' | 'mask') => StoredDraft
  readonly after: (ms: number, work: () => void) => () => void
  readonly onHide: (listener: () => void) => () => void
  readonly newId: () => string
  /** Rejects what the browser cannot draw. */
  readonly look: (blob: Blob) => Promise<Sight>
}

/**
 * As what a file comes in: behind the others; in the base's place, from which the way back stays open; or as what was made of the
 * base, so that the mask is for it too.
 */
type As = 'reference' | 'base' | 'result'

/**
 * The pictures and the mask that are being edited: one for each page, so that they outlive the panel with every step that can be
 * undone, and kept as drafts, so that they outlive the page.
 */
export class EditSession {
  readonly #world: EditWorld
  readonly #workDraft: StoredDraft
  readonly #maskDraft: StoredDraft
  readonly #listeners = new Set<() => void>()
  readonly #keeper: ReturnType<typeof createMaskKeeper>
  #state: EditState = { status: 'loading', work: noWork, incoming: [], question: undefined, mask: undefined }
  #queue: Promise<void>
  /** Resolves when no question is open: what comes in meanwhile waits, for the answer decides what it comes to. */
  #answered = Promise.resolve()
  #tellAnswered = () => {}

  constructor(world: EditWorld) {
    this.#world = world
    this.#workDraft = world.openDraft('work')
    this.#maskDraft = world.openDraft('mask')
    this.#keeper = createMaskKeeper(world, (packed) => this.#maskDraft.write(packed))
    this.#queue = this.#load()
  }

  readonly state = (): EditState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes files in one after the other, so that their order stays and no two are decoded at once. */
  add(files: readonly NamedFile[], as: As = 'reference'): Promise<void> {
    const arriving = files.map((file) => ({ file, id: this.#world.newId() }))
    const fresh = arriving.map(({ file, id }): Incoming => ({ id, name: file.name, status: 'reading' }))
    this.#set({ incoming: [...this.#state.incoming, ...fresh] })
    for (const { file, id } of arriving) this.#queue = this.#queue.then(() => this.#takeIn(id, file, as))
    return this.#queue
  }

  dismiss(id: string): void {
    this.#set({ incoming: this.#state.incoming.filter((one) => one.id !== id) })
  }

  remove(id: string): void {
    this.#propose(without(this.#state.work, id))
  }

  move(id: string, to: number): void {
    this.#propose(moved(this.#state.work, id, to))
  }

  /** Goes to another of the bases that led to this one. The mask stays. */
  goTo(at: number): void {
    this.#step(atStep(this.#state.work, at))
  }

  /** What the person said about the mask. */
  answer(choice: MaskFit | 'drop' | 'cancel'): void {
    const { question, mask } = this.#state
    if (!question) return
    const { next, base } = question
    this.#set({ question: undefined })
    this.#tellAnswered()
    if (choice === 'cancel') return
    this.#put(next)
    if (!mask || mask.width !== base.width || mask.height !== base.height)
      this.#renew(base, choice === 'drop' || !mask ? undefined : refitMask(mask, base, choice))
    else if (choice === 'drop') mask.clear()
  }

  /** A result of this tool becomes the base. The mask stays where it fits. */
  async takeResult(blob: Blob): Promise<void> {
    await this.add([{ name: `edit-${this.#state.work.at + 2}`, blob }], 'result')
  }

  async #load(): Promise<void> {
    const [storedWork, storedMask] = await Promise.all([this.#workDraft.read(), this.#maskDraft.read()])
    const work = StoredWork.safeParse(storedWork).data ?? noWork
    const packed = StoredMask.safeParse(storedMask).data
    const bytes = packed && (await unpackMask(packed))
    const mask = packed && bytes && new MaskEditor(packed.width, packed.height, bytes)
    this.#set({ status: 'ready', work, mask })
    if (mask) this.#keeper.watch(mask)
    const [base] = work.pictures
    // A page that was killed between two writes.
    if (base && mask && !fits(mask, base)) this.#renew(base, refitMask(mask, base, 'scale'))
    else if (base && !mask) this.#renew(base)
  }

  async #takeIn(id: string, file: NamedFile, as: As): Promise<void> {
    const full = this.#state.work.pictures.length >= limits.pictures && as === 'reference'
    const reading = full
      ? ({ kind: 'refused', why: `There are ${limits.pictures} images already. An edit takes no more.` } as const)
      : await readPicture(file, this.#world.look, this.#world.newId)
    if (reading.kind === 'refused') {
      const told = (one: Incoming): Incoming => (one.id === id ? { ...one, status: 'refused', why: reading.why } : one)
      this.#set({ incoming: this.#state.incoming.map(told) })
      return
    }
    await this.#answered
    this.dismiss(id)
    const { work } = this.#state
    const { picture } = reading
    if (as === 'reference' || work.pictures.length === 0) this.#propose(withAdded(work, [picture]))
    else if (as === 'base') this.#propose(withStep(work, picture))
    else this.#step(withStep(work, picture))
  }

  /** A base that another led to: where the mask fits, it simply stays. */
  #step(next: EditWork): void {
    const { mask } = this.#state
    const [base] = next.pictures
    if (mask && base && fits(mask, base)) this.#put(next)
    else this.#propose(next)
  }

  /** Takes over a change at once, unless it would take the picture from under a mask. */
  #propose(next: EditWork): void {
    const { work, mask } = this.#state
    const [base] = next.pictures
    if (base === undefined || base === work.pictures[0]) this.#put(next)
    else if (mask === undefined || mask.marked === 0) {
      this.#put(next)
      if (!mask || !fits(mask, base)) this.#renew(base)
    } else {
      this.#answered = new Promise((resolve) => {
        this.#tellAnswered = resolve
      })
      this.#set({ question: { next, base, sizes: fits(mask, base) ? 'equal' : 'other' } })
    }
  }

  #put(work: EditWork): void {
    this.#set({ work })
    this.#workDraft.write(work)
  }

  #renew(base: Picture, bytes?: Uint8Array): void {
    const mask = new MaskEditor(base.width, base.height, bytes)
    this.#keeper.watch(mask)
    this.#set({ mask })
  }

  #set(change: Partial<EditState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) listener()
  }
}

const fits = (mask: MaskEditor, { width, height }: Picture) => mask.width === width && mask.height === height
