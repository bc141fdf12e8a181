import * as z from 'zod/mini'
import { mostPixels } from '#media/dimensions.ts'

/** A picture that is ready to be sent: known by its bytes, seen by the browser. */
export interface Picture {
  readonly id: string
  readonly name: string
  /** The file as it came, never another one. */
  readonly blob: Blob
  /** By the bytes. */
  readonly type: string
  /** Upright, as it is shown, in pixels. */
  readonly width: number
  readonly height: number
  /** Its file lies on its side, or mirrored, and says how to turn it. */
  readonly stands: 'upright' | 'turned'
  readonly thumbnail: Blob
}

const blob = z.custom<Blob>((value) => value instanceof Blob)

/** What a picture is read back from a draft as. */
export const pictureShape = {
  id: z.string(),
  name: z.string(),
  blob,
  type: z.string(),
  width: z.number(),
  height: z.number(),
  stands: z.enum(['upright', 'turned']),
  thumbnail: blob,
}

const MB = 1024 * 1024

/** What an edit takes: 16 pictures, each of 50 MB and 64 megapixels at most (wire-facts §5.4). */
export const limits = { pictures: 16, bytes: 50 * MB, pixels: mostPixels } as const

/** What the limits allow, in words. */
export const limitsInWords = 'PNG, JPEG or WebP, up to 16 images of 50 MB and 64 megapixels each'
