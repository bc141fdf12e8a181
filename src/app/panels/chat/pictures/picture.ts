import * as z from 'zod/mini'
import { routes } from '#contract/routes.ts'

/** How closely the model looks; left out, nothing is sent. */
export const details = ['auto', 'low', 'high'] as const
export type Detail = (typeof details)[number]

/** A picture that goes with the message that is being written: known by its bytes, seen by the browser. */
export interface Picture {
  readonly id: string
  readonly name: string
  /** The file as it came, never another one. */
  readonly blob: Blob
  /** Hex. */
  readonly sha256: string
  /** By the bytes. */
  readonly type: string
  /** In pixels, as they lie in the file. */
  readonly width: number
  readonly height: number
  readonly detail?: Detail | undefined
}

const StoredPicture: z.ZodMiniType<Picture> = z.object({
  id: z.string(),
  name: z.string(),
  blob: z.custom<Blob>((value) => value instanceof Blob),
  sha256: z.string(),
  type: z.string(),
  width: z.number(),
  height: z.number(),
  detail: z.optional(z.enum(details)),
})

/** Pictures as they are read back from a draft. */
export const StoredPictures = z.array(StoredPicture)

const MB = 2 ** 20

/** What fits into a message, in bytes: as base64 bytes grow by a third, and words need some room too. */
export const mostBytes = Math.floor(((routes.responses.maxBytes - MB) * 3) / 4)

/** The picture as a part of a message, its hash in place of its bytes. */
export const partOf = ({ type, sha256, detail }: Picture) => ({
  type: 'input_image',
  image_url: `data:${type};base64,sha256:${sha256}`,
  ...(detail && { detail }),
})
