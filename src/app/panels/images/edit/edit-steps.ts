import * as z from 'zod/mini'
import { editImages } from '#contract/images/images.ts'
import { TrayPicture } from '../../../files/read-file.ts'
import { type PackedMask, StoredMask } from '../../../mask/document/mask-storage.ts'

export interface EditStep extends TrayPicture {
  /** Steps of one cut lie on each other, pixel on pixel, and share a mask. */
  readonly cut?: number | undefined
  /** The mask of its cut as it was left; of the cut that is worked on, an old one. */
  readonly mask?: PackedMask | undefined
}

/** The first picture is the base with the mask, the others are references. `steps` led to the base, which is at `at`. */
export interface EditPictures {
  readonly pictures: readonly TrayPicture[]
  readonly steps: readonly EditStep[]
  readonly at: number
}

export const StoredPictures: z.ZodMiniType<EditPictures> = z.object({
  pictures: z.array(TrayPicture),
  steps: z.array(z.extend(TrayPicture, { cut: z.optional(z.number()), mask: z.optional(StoredMask) })),
  at: z.number(),
})

export const noPictures: EditPictures = { pictures: [], steps: [], at: 0 }

/** Maximum of steps; beyond it the oldest is removed, which its run still has. */
const mostSteps = 24

/** Another order or choice of pictures. A base that no step led to begins anew. */
function arranged(edit: EditPictures, pictures: readonly TrayPicture[]): EditPictures {
  const [base] = pictures
  if (base === undefined) return { pictures, steps: [], at: 0 }
  return base === edit.pictures[0] ? { ...edit, pictures } : { pictures, steps: [base], at: 0 }
}

/** Adds pictures behind the others; what is more than the limit is left out. */
export const withAdded = (edit: EditPictures, added: readonly TrayPicture[]): EditPictures =>
  arranged(edit, [...edit.pictures, ...added].slice(0, editImages.most))

export const without = (edit: EditPictures, id: string): EditPictures =>
  arranged(
    edit,
    edit.pictures.filter((picture) => picture.id !== id),
  )

export function moved(edit: EditPictures, id: string, to: number): EditPictures {
  const picture = edit.pictures.find((one) => one.id === id)
  if (picture === undefined) return edit
  const others = edit.pictures.filter((one) => one !== picture)
  return arranged(edit, others.toSpliced(Math.max(0, to), 0, picture))
}

export const cutOf = (step: EditStep | undefined): number => step?.cut ?? 0

/** A picture becomes the base: a further step, of another cut where it has another size. What was gone back from falls away. */
export function withStep(edit: EditPictures, base: TrayPicture, cut: 'by size' | 'other' = 'by size'): EditPictures {
  const before = edit.steps.slice(0, edit.at + 1)
  const last = before.at(-1)
  const isSame = cut === 'by size' && last?.width === base.width && last.height === base.height
  const step = { ...base, cut: isSame ? cutOf(last) : Math.max(-1, ...before.map(cutOf)) + 1 }
  const steps = [...before, step].slice(-mostSteps)
  return { pictures: [base, ...edit.pictures.slice(1)], steps, at: steps.length - 1 }
}

export const withMask = (edit: EditPictures, cut: number, mask: PackedMask | undefined): EditPictures => ({
  ...edit,
  steps: edit.steps.map((step) => (cutOf(step) === cut ? { ...step, mask } : step)),
})

export function atStep(edit: EditPictures, at: number): EditPictures {
  const base = edit.steps[at]
  return base === undefined ? edit : { ...edit, pictures: [base, ...edit.pictures.slice(1)], at }
}
