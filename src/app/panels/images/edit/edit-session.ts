import * as z from 'zod/mini'
import { MaskEditor } from '#media/mask/mask-editor.ts'
import { type MaskFit, refitMask } from '#media/mask/refit-mask.ts'
import { editRules, heldRules } from '../../../files/file-rules.ts'
import { FileIntake, type Incoming } from '../../../files/file-tray.ts'
import {
  type FileRefusal,
  type NamedFile,
  type PictureSight,
  readPicture,
  type TrayPicture,
} from '../../../files/read-file.ts'
import { isEqual } from '../../../mask/crop/cut.ts'
import { MaskDocument } from '../../../mask/document/mask-document.ts'
import {
  type MaskJournal,
  MaskStorage,
  type MaskStorageOptions,
  type PackedMask,
  packMask,
  readJournal,
  restoredMask,
  StoredMask,
  unpackMask,
} from '../../../mask/document/mask-storage.ts'
import type { MaskTasks } from '../../../mask/worker/mask-tasks.ts'
import type { FileDraft } from '../../../run/file-drafts.ts'
import { type PageReader, PageState } from '../../../ui/page-state.ts'
import { EditDraft } from './edit-request.ts'
import {
  atStep,
  cutOf,
  type EditPictures,
  moved,
  noPictures,
  StoredPictures,
  withAdded,
  withMask,
  without,
  withStep,
} from './edit-steps.ts'
import { noStaging, Staging, type StagingEvent, staged } from './staging/staging.ts'

/** Pictures, mask and form set aside when another edit was opened. */
export interface Aside {
  readonly work: EditPictures
  readonly mask?: PackedMask | undefined
  readonly form: EditDraft
}

const StoredAside: z.ZodMiniType<Aside> = z.object({
  work: StoredPictures,
  mask: z.optional(StoredMask),
  form: EditDraft,
})

/** The pending question what to do with the mask when its base picture is replaced. */
export interface BaseQuestion {
  readonly next: EditPictures
  readonly base: TrayPicture
  readonly sizes: 'equal' | 'other'
}

export interface EditState extends EditPictures {
  readonly status: 'loading' | 'ready'
  readonly incoming: readonly Incoming[]
  readonly question: BaseQuestion | undefined
  /** Has the size of the base; without a base it may be the mask of the last one. */
  readonly mask: MaskDocument | undefined
  readonly staging: Staging
  readonly aside: Aside | undefined
  /** Whether all of it is in the browser's storage, as far as it was written. */
  readonly kept: 'kept' | 'lost'
  /** What the last change took away, where it was a removal. */
  readonly removed:
    | { readonly name: string; readonly edit: EditPictures; readonly mask: MaskDocument | undefined }
    | undefined
}

export interface EditEnvironment extends MaskStorageOptions {
  readonly openDraft: (name: 'work' | 'mask' | 'aside' | 'staging') => FileDraft
  /** Rejects what the browser cannot draw. */
  readonly look: (blob: Blob) => Promise<PictureSight>
  readonly tasks: MaskTasks
}

type MaskFor = (base: TrayPicture) => Uint8Array | Promise<Uint8Array>

/** A file is added behind the others, as another base (undoable), or as an edited version of the base, to which the mask applies too. */
type As = 'reference' | 'base' | 'result'

/** The page's edit: pictures, steps, mask, staged result. It outlives the panel with its undo, and, stored as drafts, the page. */
export class EditSession {
  readonly #environment: EditEnvironment
  readonly #drafts
  readonly #storage: MaskStorage
  readonly #intake: FileIntake
  readonly #state = new PageState<EditState>(() => ({
    ...{ status: 'loading', ...noPictures, incoming: [], question: undefined, mask: undefined },
    ...{ staging: noStaging, aside: undefined, kept: 'kept', removed: undefined },
  }))
  readonly state: PageReader<EditState> = this.#state
  #removing: EditState['removed']
  #unsubscribe = () => {}
  /** Resolves when no question is open. Files added meanwhile wait, since the answer decides about the edit that they are added to. */
  #answered = Promise.resolve()
  #resolveAnswered = () => {}

  constructor(environment: EditEnvironment) {
    this.#environment = environment
    const { openDraft, newId } = environment
    this.#drafts = {
      ...{ work: openDraft('work'), mask: openDraft('mask') },
      ...{ aside: openDraft('aside'), staging: openDraft('staging') },
    }
    this.#storage = new MaskStorage(environment, (packed, written) => this.#drafts.mask.write(packed, written))
    this.#intake = new FileIntake(newId, (incoming) => this.#set({ incoming }))
    void this.#intake.inTurn(() => this.#load())
  }

  /** Takes files in one after the other, so that their order stays and no two are decoded at once. */
  add(files: readonly NamedFile[], as: As = 'reference'): Promise<void> {
    return this.#intake.add(files, (file) => this.#takeIn(file, as))
  }

  dismiss(id: string): void {
    this.#intake.dismiss(id)
  }

  remove(id: string): void {
    const { pictures, mask } = this.#now
    const name = pictures.find((picture) => picture.id === id)?.name
    if (name !== undefined) this.#removing = { name, edit: this.#edit, mask }
    this.#propose(without(this.#edit, id))
  }

  /** Brings back what the last removal took away: the picture, its steps and its mask. */
  undoRemoval(): void {
    const { removed, mask } = this.#now
    if (!removed) return
    this.#put(removed.edit)
    if (removed.mask && removed.mask !== mask) this.#setMask(removed.mask)
  }

  move(id: string, to: number): void {
    this.#propose(moved(this.#edit, id, to))
  }

  /** Makes another step the base. The mask is kept within a cut; for another cut its own stored mask is restored. */
  goTo(at: number): void {
    const { steps, at: before, mask } = this.#now
    const [step, now] = [steps[at], steps[before]]
    if (step && mask && cutOf(step) === cutOf(now) && fits(mask, step)) this.#put(atStep(this.#edit, at))
    else
      void this.#intake.inTurn(async () => {
        const bytes = await bytesOf(this.#now.steps[at]?.mask)
        this.#replace(atStep(this.#edit, at), bytes)
      })
  }

  /** Replaces the base by another cut of it, as a new step; `mask` computes its mask from the current one. */
  reframe(file: NamedFile, mask: (before: MaskEditor) => Uint8Array): Promise<void> {
    return this.#intake.inTurn(async () => {
      const reading = await readPicture(file, editRules, this.#environment)
      const before = this.#now.mask
      if (reading.kind === 'refused') throw new Error(reading.why)
      this.#replace(withStep(this.#edit, reading.file, 'other'), before && mask(before.editor))
    })
  }

  /** Starts again with the files of an earlier edit. The current one is set aside with its form and replaces what was aside. */
  open(files: readonly NamedFile[], mask: MaskFor | undefined, form: EditDraft): Promise<void> {
    void this.#intake.inTurn(async () => {
      if (isWorthKeeping(this.#now, form)) this.#setAside(await this.#snapshot(form))
      this.#put(noPictures)
      this.#set({ mask: undefined })
    })
    void this.#intake.add(files, (file) => this.#takeIn(file, 'reference', heldRules(editRules)))
    return this.#intake.inTurn(async () => {
      const [base] = this.#now.pictures
      if (base && mask) this.#newMask(base, await mask(base))
    })
  }

  /** Swaps the current edit with the one set aside, and returns the form of the latter. */
  async swap(form: EditDraft): Promise<EditDraft | undefined> {
    let restored: EditDraft | undefined
    await this.#intake.inTurn(async () => {
      const { aside } = this.#now
      if (!aside) return
      const [current, bytes] = [await this.#snapshot(form), await bytesOf(aside.mask)]
      this.#setAside(current)
      this.#put(aside.work)
      const size = aside.work.pictures[0] ?? aside.mask
      if (size) this.#newMask(size, bytes)
      else this.#set({ mask: undefined })
      restored = aside.form
    })
    return restored
  }

  setKept(kept: EditState['kept']): void {
    if (kept !== this.#now.kept) this.#set({ kept })
  }

  discardAside(): void {
    this.#setAside(undefined)
  }

  answer(choice: MaskFit | 'drop' | 'cancel'): void {
    const { question, mask } = this.#now
    if (!question) return
    const { next, base } = question
    this.#set({ question: undefined })
    this.#resolveAnswered()
    if (choice === 'cancel') this.#removing = undefined
    else if (mask && fits(mask, base)) {
      this.#put(next)
      if (choice === 'drop') mask.editor.clear()
    } else this.#replace(next, mask && choice !== 'drop' ? refitMask(mask.editor, base, choice) : undefined)
  }

  /** A result of this tool becomes the base, with nothing marked; the mask stays with the steps before it. */
  takeResult(blob: Blob): Promise<void> {
    return this.add([{ name: `edit-${this.#now.at + 2}`, blob }], 'result')
  }

  stage(event: StagingEvent): void {
    const staging = staged(this.#now.staging, event)
    if (staging === this.#now.staging) return
    this.#set({ staging })
    this.#drafts.staging.write(staging)
  }

  get #now(): EditState {
    return this.#state.get()
  }

  get #edit(): EditPictures {
    const { pictures, steps, at } = this.#now
    return { pictures, steps, at }
  }

  async #load(): Promise<void> {
    const { work, mask, aside, staging } = this.#drafts
    const [storedWork, storedMask, storedAside] = await Promise.all([work, mask, aside].map((draft) => draft.read()))
    const edit = StoredPictures.safeParse(storedWork).data ?? noPictures
    const left = await restoredMask(StoredMask.safeParse(storedMask).data, readJournal(this.#environment.tab))
    const restored = left && this.#documentOf(new MaskEditor(left.width, left.height, left.bytes))
    const storedStaging = await staging.read()
    this.#set({
      ...{ status: 'ready', ...edit, aside: StoredAside.safeParse(storedAside).data },
      staging: Staging.safeParse(storedStaging).data ?? noStaging,
    })
    if (restored) this.#setMask(restored, left.journal)
    const [base] = edit.pictures
    // A page that was killed between two writes.
    if (base && restored && !fits(restored, base)) this.#newMask(base, refitMask(restored.editor, base, 'scale'))
    else if (base && !restored) this.#newMask(base)
  }

  async #takeIn(file: NamedFile, as: As, rules = editRules): Promise<FileRefusal | undefined> {
    const beside = as === 'reference' ? this.#now.pictures : []
    const reading = await readPicture(file, as === 'result' ? heldRules(rules) : rules, {
      ...this.#environment,
      beside,
    })
    if (reading.kind === 'refused') return reading
    await this.#answered
    const { file: picture } = reading
    const isBeside = as === 'reference' || this.#now.pictures.length === 0
    if (isBeside) this.#propose(withAdded(this.#edit, [picture]))
    else if (as === 'result') this.#replace(withStep(this.#edit, picture, 'other'))
    else this.#propose(withStep(this.#edit, picture))
    return undefined
  }

  /** Applies a change at once, unless it replaces the picture of a mask. */
  #propose(next: EditPictures): void {
    const { pictures, mask } = this.#now
    const [base] = next.pictures
    if (base === undefined || base === pictures[0]) this.#put(next)
    else if (!mask || mask.editor.marked === 0) {
      if (mask && fits(mask, base)) this.#put(next)
      else this.#replace(next)
    } else {
      this.#answered = new Promise((resolve) => {
        this.#resolveAnswered = resolve
      })
      this.#set({ question: { next, base, sizes: fits(mask, base) ? 'equal' : 'other' } })
    }
  }

  /** Replaces the base and its mask. The previous mask is stored with the steps of its cut. */
  #replace(next: EditPictures, bytes?: Uint8Array): void {
    const { steps, at, mask } = this.#now
    const cut = cutOf(steps[at])
    // The bytes are copied by this call, not when the packing is done.
    const packing = mask && packMarked(mask)
    this.#put(next)
    const [base] = next.pictures
    if (base) this.#newMask(base, bytes)
    void this.#intake.inTurn(async () => {
      const packed = await packing
      // Only now: the edit may have gone on meanwhile.
      const edit = withMask(this.#edit, cut, packed)
      this.#set(edit)
      this.#drafts.work.write(edit)
    })
  }

  #put(edit: EditPictures): void {
    if (edit.pictures[0] !== this.#now.pictures[0]) this.stage({ kind: 'rebased' })
    this.#set({ ...edit, removed: this.#removing })
    this.#removing = undefined
    this.#drafts.work.write(edit)
  }

  async #snapshot(form: EditDraft): Promise<Aside> {
    const { mask } = this.#now
    return { work: this.#edit, form, mask: await (mask && packMarked(mask)) }
  }

  #setAside(aside: Aside | undefined): void {
    this.#set({ aside })
    this.#drafts.aside.write(aside)
  }

  #newMask({ width, height }: { readonly width: number; readonly height: number }, bytes?: Uint8Array): void {
    const isWhole = bytes?.length === width * height
    this.#setMask(this.#documentOf(new MaskEditor(width, height, isWhole ? bytes : undefined)))
  }

  #documentOf(editor: MaskEditor): MaskDocument {
    return new MaskDocument({
      ...{ editor, tasks: this.#environment.tasks },
      onPress: () => this.stage({ kind: 'worked' }),
      beyond: {
        can: (direction) => this.#cutBeside(direction) !== undefined,
        go: (direction) => {
          const at = this.#cutBeside(direction)
          if (at !== undefined) this.goTo(at)
        },
      },
    })
  }

  /** The step before or after the current one, where that is another cut: Undo and Redo go there past the steps of a mask. */
  #cutBeside(direction: 'undo' | 'redo'): number | undefined {
    const { steps, at } = this.#now
    const to = direction === 'undo' ? at - 1 : at + 1
    const [now, next] = [steps[at], steps[to]]
    return now && next && cutOf(now) !== cutOf(next) ? to : undefined
  }

  #setMask(mask: MaskDocument, journal?: MaskJournal): void {
    this.#storage.watch(mask.editor, journal)
    this.#unsubscribe()
    this.#unsubscribe = mask.editor.subscribe(() => this.stage({ kind: 'worked' }))
    this.#set({ mask })
  }

  #set(change: Partial<EditState>): void {
    this.#state.set({ ...this.#now, ...change })
  }
}

export function isWorthKeeping(
  { pictures, mask }: Pick<EditState, 'pictures' | 'mask'>,
  { request }: EditDraft,
): boolean {
  return pictures.length > 0 || (mask?.editor.marked ?? 0) > 0 || String(request?.prompt ?? '').trim() !== ''
}

const bytesOf = async (packed: PackedMask | undefined) => packed && (await unpackMask(packed))

const packMarked = ({ editor }: MaskDocument) => (editor.marked > 0 ? packMask(editor) : undefined)

const fits = ({ editor }: MaskDocument, picture: TrayPicture) => isEqual(editor, picture)
