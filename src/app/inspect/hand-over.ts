import * as z from 'zod/mini'

/** The draft in which the Edit tool finds pictures that another part of the app hands to it. */
export const handOverKey = 'images.edit.hand-over'

/** Pictures, and as what they come: in the base's place, or beside it. */
export const HandOver = z.object({
  files: z.array(z.object({ name: z.string(), blob: z.custom<Blob>((value) => value instanceof Blob) })),
  as: z.enum(['base', 'reference']),
})
export type HandOver = z.infer<typeof HandOver>
