import * as z from 'zod/mini'
import { limits, type Picture, StoredPicture } from './picture.ts'

/**
 * What is being edited. The first picture is the base, which the mask belongs to; the others are references. `steps` are the bases
 * that led to each other, each made from the one before it, and `at` is the place of the base among them.
 */
export interface EditWork {
  readonly pictures: readonly Picture[]
  readonly steps: readonly Picture[]
  readonly at: number
}

/** The work as it is read back from a draft. */
export const StoredWork: z.ZodMiniType<EditWork> = z.object({
  pictures: z.array(StoredPicture),
  steps: z.array(StoredPicture),
  at: z.number(),
})

export const noWork: EditWork = { pictures: [], steps: [], at: 0 }

/** So many bases are kept; past that the oldest goes. Its run has it still. */
const mostSteps = 24

/** Another order or choice of pictures. A base that no step led to begins anew. */
function arranged(work: EditWork, pictures: readonly Picture[]): EditWork {
  const [base] = pictures
  if (base === undefined) return { pictures, steps: [], at: 0 }
  return base === work.pictures[0] ? { ...work, pictures } : { pictures, steps: [base], at: 0 }
}

/** Adds pictures behind the others; what is more than the limit is left out. */
export const withAdded = (work: EditWork, added: readonly Picture[]): EditWork =>
  arranged(work, [...work.pictures, ...added].slice(0, limits.pictures))

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

/** A result becomes the base: a further step. What was gone back from falls away. */
export function withStep(work: EditWork, base: Picture): EditWork {
  const steps = [...work.steps.slice(0, work.at + 1), base].slice(-mostSteps)
  return { pictures: [base, ...work.pictures.slice(1)], steps, at: steps.length - 1 }
}

/** Goes to another of the steps, back or forth again. */
export function atStep(work: EditWork, at: number): EditWork {
  const base = work.steps[at]
  return base === undefined ? work : { ...work, pictures: [base, ...work.pictures.slice(1)], at }
}
