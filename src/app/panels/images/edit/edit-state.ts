import * as z from 'zod/mini'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { Incoming } from '../../../files/intake.ts'
import type { PictureSight, TrayPicture } from '../../../files/read-file.ts'
import { type PackedMask, StoredMask, type TabStorage } from '../../../mask/keep/kept-mask.ts'
import { EditDraft } from './edit-request.ts'
import { type EditWork, StoredWork } from './edit-work.ts'

/** Pictures, mask and form laid aside when another edit was opened. */
export interface Aside {
  readonly work: EditWork
  readonly mask?: PackedMask | undefined
  readonly form: EditDraft
}

/** Whether the tool or its form holds unsaved work. */
export function isWorthKeeping({ work, mask }: Pick<EditState, 'work' | 'mask'>, { request }: EditDraft): boolean {
  return work.pictures.length > 0 || (mask?.marked ?? 0) > 0 || String(request?.prompt ?? '').trim() !== ''
}

/** What was laid aside, as it is read back from a draft. */
export const StoredAside: z.ZodMiniType<Aside> = z.object({
  work: StoredWork,
  mask: z.optional(StoredMask),
  form: EditDraft,
})

/** What was laid aside, in a few words: the pictures by name, else the prompt. */
export function asideName({ work, form }: Aside): string {
  const [base, ...others] = work.pictures
  if (base) return others.length > 0 ? `${base.name} and ${others.length} more` : base.name
  return `“${String(form.request?.prompt ?? '')
    .trim()
    .slice(0, 40)}”`
}

/** The pending question what to do with the mask when its base picture is replaced. */
export interface BaseQuestion {
  readonly next: EditWork
  readonly base: TrayPicture
  readonly sizes: 'equal' | 'other'
}

/** What a removal took away. */
export interface Removed {
  readonly name: string
  readonly work: EditWork
  readonly mask: MaskEditor | undefined
}

export interface EditState {
  readonly status: 'loading' | 'ready'
  readonly work: EditWork
  readonly incoming: readonly Incoming[]
  readonly question: BaseQuestion | undefined
  /** Has the size of the base; without a base it may be the mask of the last one. */
  readonly mask: MaskEditor | undefined
  /** The work laid aside when an earlier edit was opened. */
  readonly aside: Aside | undefined
  /** Whether all of it is in the browser's storage, as far as it was written. */
  readonly kept: 'kept' | 'lost'
  /** The last change, where it was a removal. */
  readonly removed: Removed | undefined
}

interface StoredDraft {
  read(): Promise<unknown>
  /** `written` is called when this value or a later one is stored. */
  write(value: unknown, written?: () => void): void
}

/** The dependencies of a session. */
export interface EditWorld {
  readonly openDraft: (name: 'work' | 'mask' | 'aside' | 'staging') => StoredDraft
  readonly after: (ms: number, work: () => void) => () => void
  readonly onHide: (listener: () => void) => () => void
  readonly newId: () => string
  /** Left out where it is forbidden. */
  readonly tab?: TabStorage | undefined
  /** Rejects what the browser cannot draw. */
  readonly look: (blob: Blob) => Promise<PictureSight>
}
