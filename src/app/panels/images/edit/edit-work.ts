import * as z from 'zod/mini'
import { editImages } from '#contract/images/images.ts'
import { TrayPicture } from '../../../files/read-file.ts'
import { type PackedMask, StoredMask } from '../../../mask/keep/kept-mask.ts'

/** A base that was worked on. */
export interface EditStep extends TrayPicture {
  /** Steps of one cut lie on each other, pixel on pixel, and share a mask. */
  readonly cut?: number | undefined
  /** The mask of its cut as it was left; of the cut that is worked on, an old one. */
  readonly mask?: PackedMask | undefined
}

/**
 * What is being edited. The first picture is the base, which the mask belongs to; the others are references. `steps` are the bases
 * that led to each other, each made from the one before it, and `at` is the place of the base among them.
 */
export interface EditWork {
  readonly pictures: readonly TrayPicture[]
  readonly steps: readonly EditStep[]
  readonly at: number
}

/** The work as it is read back from a draft. */
export const StoredWork: z.ZodMiniType<EditWork> = z.object({
  pictures: z.array(TrayPicture),
  steps: z.array(z.extend(TrayPicture, { cut: z.optional(z.number()), mask: z.optional(StoredMask) })),
  at: z.number(),
})

export const noWork: EditWork = { pictures: [], steps: [], at: 0 }

/** Maximum of steps; beyond it the oldest is removed, which its run still has. */
const mostSteps = 24

/** Another order or choice of pictures. A base that no step led to begins anew. */
function arranged(work: EditWork, pictures: readonly TrayPicture[]): EditWork {
  const [base] = pictures
  if (base === undefined) return { pictures, steps: [], at: 0 }
  return base === work.pictures[0] ? { ...work, pictures } : { pictures, steps: [base], at: 0 }
}

/** Adds pictures behind the others; what is more than the limit is left out. */
export const withAdded = (work: EditWork, added: readonly TrayPicture[]): EditWork =>
  arranged(work, [...work.pictures, ...added].slice(0, editImages.most))

export const without = (work: EditWork, id: string): EditWork =>
  arranged(
    work,
    work.pictures.filter((picture) => picture.id !== id),
  )

/** Moves a picture to another place; the others close up. */
export function moved(work: EditWork, id: string, to: number): EditWork {
  const picture = work.pictures.find((one) => one.id === id)
  if (picture === undefined) return work
  const others = work.pictures.filter((one) => one !== picture)
  return arranged(work, others.toSpliced(Math.max(0, to), 0, picture))
}

export const cutOf = (step: EditStep | undefined): number => step?.cut ?? 0

/** A picture becomes the base: a further step, of another cut where it has another size. What was gone back from falls away. */
export function withStep(work: EditWork, base: TrayPicture, cut: 'by size' | 'other' = 'by size'): EditWork {
  const before = work.steps.slice(0, work.at + 1)
  const last = before.at(-1)
  const isSame = cut === 'by size' && last?.width === base.width && last.height === base.height
  const step = { ...base, cut: isSame ? cutOf(last) : Math.max(-1, ...before.map(cutOf)) + 1 }
  const steps = [...before, step].slice(-mostSteps)
  return { pictures: [base, ...work.pictures.slice(1)], steps, at: steps.length - 1 }
}

/** Keeps the mask of a cut with its steps. */
export const withMask = (work: EditWork, cut: number, mask: PackedMask | undefined): EditWork => ({
  ...work,
  steps: work.steps.map((step) => (cutOf(step) === cut ? { ...step, mask } : step)),
})

/** Makes another step the base. */
export function atStep(work: EditWork, at: number): EditWork {
  const base = work.steps[at]
  return base === undefined ? work : { ...work, pictures: [base, ...work.pictures.slice(1)], at }
}
