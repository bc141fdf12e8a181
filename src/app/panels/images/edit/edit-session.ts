import { MaskEditor } from '#media/mask/mask-editor.ts'
import { type MaskFit, refitMask } from '#media/mask/refit-mask.ts'
import { editRules, heldRules } from '../../../files/file-rules.ts'
import { FileIntake } from '../../../files/intake.ts'
import { type FileRefusal, type NamedFile, readPicture, type TrayPicture } from '../../../files/read-file.ts'
import {
  leftMask,
  type MaskJournal,
  type PackedMask,
  packMask,
  readJournal,
  StoredMask,
  unpackMask,
} from '../../../mask/keep/kept-mask.ts'
import { createMaskKeeper } from '../../../mask/keep/mask-keeper.ts'
import type { EditDraft } from './edit-request.ts'
import { type Aside, type EditState, type EditWorld, isWorthKeeping, type Removed, StoredAside } from './edit-state.ts'
import {
  atStep,
  cutOf,
  type EditWork,
  moved,
  noWork,
  StoredWork,
  withAdded,
  withMask,
  without,
  withStep,
} from './edit-work.ts'
import { StagingStore } from './staging/staging-store.ts'

/** The mask for a picture, of its size. */
type MaskFor = (base: TrayPicture) => Uint8Array | Promise<Uint8Array>

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
  readonly #workDraft: ReturnType<EditWorld['openDraft']>
  readonly #maskDraft: ReturnType<EditWorld['openDraft']>
  readonly #asideDraft: ReturnType<EditWorld['openDraft']>
  /** What stands on the canvas in place of the base. */
  readonly staging: StagingStore
  readonly #listeners = new Set<() => void>()
  readonly #keeper: ReturnType<typeof createMaskKeeper>
  #state: EditState = {
    ...{ status: 'loading', work: noWork, incoming: [] },
    ...{ question: undefined, mask: undefined, aside: undefined, removed: undefined, kept: 'kept' },
  }
  /** A removal that is not done yet. */
  #removing: Removed | undefined
  readonly #intake: FileIntake
  #unwatch = () => {}
  /** Resolves when no question is open. Files added meanwhile wait, since the answer decides about the work that they are added to. */
  #answered = Promise.resolve()
  #tellAnswered = () => {}

  constructor(world: EditWorld) {
    this.#world = world
    this.#workDraft = world.openDraft('work')
    this.#maskDraft = world.openDraft('mask')
    this.#asideDraft = world.openDraft('aside')
    this.staging = new StagingStore(world.openDraft)
    this.#keeper = createMaskKeeper(world, (packed, written) => this.#maskDraft.write(packed, written))
    this.#intake = new FileIntake(world.newId, (incoming) => this.#set({ incoming }))
    void this.#intake.inTurn(() => this.#load())
  }

  readonly state = (): EditState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes files in one after the other, so that their order stays and no two are decoded at once. */
  add(files: readonly NamedFile[], as: As = 'reference'): Promise<void> {
    return this.#intake.add(files, (file) => this.#takeIn(file, as))
  }

  dismiss(id: string): void {
    this.#intake.dismiss(id)
  }

  remove(id: string): void {
    const { work, mask } = this.#state
    const name = work.pictures.find((picture) => picture.id === id)?.name
    if (name !== undefined) this.#removing = { name, work, mask }
    this.#propose(without(work, id))
  }

  /** Brings back what the last removal took away: the picture, its steps and its mask. */
  undoRemoval(): void {
    const { removed, mask } = this.#state
    if (!removed) return
    this.#put(removed.work)
    if (removed.mask && removed.mask !== mask) this.#watch(removed.mask)
  }

  move(id: string, to: number): void {
    this.#propose(moved(this.#state.work, id, to))
  }

  /** Makes another step the base. The mask is kept within a cut; for another cut its own stored mask is restored. */
  goTo(at: number): void {
    const { work, mask } = this.#state
    const [step, now] = [work.steps[at], work.steps[work.at]]
    const stays = step && mask && cutOf(step) === cutOf(now) && fits(mask, step)
    if (stays) this.#put(atStep(work, at))
    else void this.#intake.inTurn(() => this.#goToOtherCut(at))
  }

  /** Replaces the base by another cut of it, as a new step; `mask` computes its mask from the current one. */
  reframe(file: NamedFile, mask: (before: MaskEditor) => Uint8Array): Promise<void> {
    return this.#intake.inTurn(async () => {
      const reading = await readPicture(file, editRules, this.#world)
      const { mask: before, work } = this.#state
      if (reading.kind === 'refused') throw new Error(reading.why)
      this.#replace(withStep(work, reading.file, 'other'), before && mask(before))
    })
  }

  /** Starts again with the files of an earlier edit. The current work is laid aside with its form and replaces what was aside. */
  open(files: readonly NamedFile[], mask: MaskFor | undefined, form: EditDraft): Promise<void> {
    void this.#intake.inTurn(async () => {
      if (isWorthKeeping(this.#state, form)) this.#layAside(await this.#snapshot(form))
      this.#put(noWork)
      this.#set({ mask: undefined })
    })
    void this.#intake.add(files, (file) => this.#takeIn(file, 'reference', heldRules(editRules)))
    return this.#intake.inTurn(async () => {
      const [base] = this.#state.work.pictures
      if (base && mask) this.#renew(base, await mask(base))
    })
  }

  /** Swaps the current work with the work laid aside, and returns the form of the latter. */
  async swap(form: EditDraft): Promise<EditDraft | undefined> {
    let told: EditDraft | undefined
    await this.#intake.inTurn(async () => {
      const { aside } = this.#state
      if (!aside) return
      const [kept, bytes] = [await this.#snapshot(form), await bytesOf(aside.mask)]
      this.#layAside(kept)
      this.#put(aside.work)
      const [base] = aside.work.pictures
      const size = base ?? aside.mask
      if (size) this.#renew(size, bytes)
      else this.#set({ mask: undefined })
      told = aside.form
    })
    return told
  }

  tellKept(kept: EditState['kept']): void {
    if (kept !== this.#state.kept) this.#set({ kept })
  }

  /** Discards the work laid aside. */
  forgetAside(): void {
    this.#layAside(undefined)
  }

  /** Answers the open question about the mask. */
  answer(choice: MaskFit | 'drop' | 'cancel'): void {
    const { question, mask } = this.#state
    if (!question) return
    const { next, base } = question
    this.#set({ question: undefined })
    this.#tellAnswered()
    if (choice === 'cancel') this.#removing = undefined
    else if (mask && fits(mask, base)) {
      this.#put(next)
      if (choice === 'drop') mask.clear()
    } else this.#replace(next, mask && choice !== 'drop' ? refitMask(mask, base, choice) : undefined)
  }

  /** A result of this tool becomes the base, with nothing marked; the mask stays with the steps before it. */
  takeResult(blob: Blob): Promise<void> {
    return this.add([{ name: `edit-${this.#state.work.at + 2}`, blob }], 'result')
  }

  async #goToOtherCut(at: number): Promise<void> {
    const bytes = await bytesOf(this.#state.work.steps[at]?.mask)
    this.#replace(atStep(this.#state.work, at), bytes)
  }

  async #load(): Promise<void> {
    const drafts = [this.#workDraft, this.#maskDraft, this.#asideDraft]
    const [storedWork, storedMask, storedAside] = await Promise.all(drafts.map((draft) => draft.read()))
    const work = StoredWork.safeParse(storedWork).data ?? noWork
    const aside = StoredAside.safeParse(storedAside).data
    const left = await leftMask(StoredMask.safeParse(storedMask).data, readJournal(this.#world.tab))
    const mask = left && new MaskEditor(left.width, left.height, left.bytes)
    await this.staging.load()
    this.#set({ status: 'ready', work, aside })
    if (mask) this.#watch(mask, left.journal)
    const [base] = work.pictures
    // A page that was killed between two writes.
    if (base && mask && !fits(mask, base)) this.#renew(base, refitMask(mask, base, 'scale'))
    else if (base && !mask) this.#renew(base)
  }

  async #takeIn(file: NamedFile, as: As, rules = editRules): Promise<FileRefusal | undefined> {
    const beside = as === 'reference' ? this.#state.work.pictures : []
    const reading = await readPicture(file, as === 'result' ? heldRules(rules) : rules, { ...this.#world, beside })
    if (reading.kind === 'refused') return reading
    await this.#answered
    const { work } = this.#state
    const { file: picture } = reading
    const isBeside = as === 'reference' || work.pictures.length === 0
    if (isBeside) this.#propose(withAdded(work, [picture]))
    else if (as === 'result') this.#replace(withStep(work, picture, 'other'))
    else this.#propose(withStep(work, picture))
    return undefined
  }

  /** Applies a change at once, unless it replaces the picture of a mask. */
  #propose(next: EditWork): void {
    const { work, mask } = this.#state
    const [base] = next.pictures
    if (base === undefined || base === work.pictures[0]) this.#put(next)
    else if (mask === undefined || mask.marked === 0) {
      if (mask && fits(mask, base)) this.#put(next)
      else this.#replace(next)
    } else {
      this.#answered = new Promise((resolve) => {
        this.#tellAnswered = resolve
      })
      this.#set({ question: { next, base, sizes: fits(mask, base) ? 'equal' : 'other' } })
    }
  }

  /** Replaces the base and its mask. The previous mask is stored with the steps of its cut. */
  #replace(next: EditWork, bytes?: Uint8Array): void {
    const { work, mask } = this.#state
    const cut = cutOf(work.steps[work.at])
    // The bytes are copied by this call, not when the packing is done.
    const packing = mask && mask.marked > 0 ? packMask(mask) : undefined
    this.#put(next)
    const [base] = next.pictures
    if (base) this.#renew(base, bytes)
    void this.#intake.inTurn(async () => {
      const packed = await packing
      // Only now: the work may have gone on meanwhile.
      const kept = withMask(this.#state.work, cut, packed)
      this.#set({ work: kept })
      this.#workDraft.write(kept)
    })
  }

  #put(work: EditWork): void {
    if (work.pictures[0] !== this.#state.work.pictures[0]) this.staging.tell({ kind: 'rebased' })
    this.#set({ work, removed: this.#removing })
    this.#removing = undefined
    this.#workDraft.write(work)
  }

  async #snapshot(form: EditDraft): Promise<Aside> {
    const { work, mask } = this.#state
    return { work, form, mask: mask && mask.marked > 0 ? await packMask(mask) : undefined }
  }

  #layAside(aside: Aside | undefined): void {
    this.#set({ aside })
    this.#asideDraft.write(aside)
  }

  #renew(base: { readonly width: number; readonly height: number }, bytes?: Uint8Array): void {
    const isWhole = bytes?.length === base.width * base.height
    this.#watch(new MaskEditor(base.width, base.height, isWhole ? bytes : undefined))
  }

  #watch(mask: MaskEditor, left?: MaskJournal): void {
    this.#keeper.watch(mask, left)
    this.#unwatch()
    this.#unwatch = mask.subscribe(() => this.staging.tell({ kind: 'worked' }))
    this.#set({ mask })
  }

  #set(change: Partial<EditState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) listener()
  }
}

const bytesOf = async (packed: PackedMask | undefined) => packed && (await unpackMask(packed))

const fits = (mask: MaskEditor, { width, height }: TrayPicture) => mask.width === width && mask.height === height
