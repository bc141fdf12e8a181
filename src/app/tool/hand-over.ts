import * as z from 'zod/mini'

const files = z.array(z.object({ name: z.string(), blob: z.custom<Blob>((value) => value instanceof Blob) }))

/** Pictures for the Edit tool, and as what they come: in the base's place, or beside it. */
export const HandOver = z.object({ files, as: z.enum(['base', 'reference']) })
export type HandOver = z.infer<typeof HandOver>

/** Pictures for the message that is being written, beside those that are there or in their place, and how closely each is to be looked at. */
export const HandOverToChat = z.object({
  files,
  details: z.optional(z.array(z.optional(z.string()))),
  replaces: z.optional(z.literal(true)),
})
export type HandOverToChat = z.infer<typeof HandOverToChat>
