import * as z from 'zod/mini'
import { type PackedMask, StoredMask } from '../../../mask/keep/kept-mask.ts'
import { EditDraft } from './edit-request.ts'
import type { EditState } from './edit-state.ts'
import { type EditWork, StoredWork } from './edit-work.ts'

/** Pictures, mask and form that stood here before another edit was opened. */
export interface Aside {
  readonly work: EditWork
  readonly mask?: PackedMask | undefined
  readonly form: EditDraft
}

/** Whether something stands in the tool, or in its form, that is nowhere else. */
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
