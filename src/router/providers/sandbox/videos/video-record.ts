import * as z from 'zod/mini'
import { pictureFormats } from '#sandbox/picture/picture-task.ts'

const Size = z.object({ width: z.number(), height: z.number() })

/** What is stored of a job: its order, and its end once it has one. A record without an end is made, again after a restart. */
export const VideoRecord = z.object({
  id: z.string().check(z.regex(/^[\w-]+$/)),
  /** All times are milliseconds since 1970. */
  createdAt: z.number(),
  model: z.string(),
  prompt: z.string(),
  seed: z.string(),
  size: Size,
  seconds: z.number(),
  /** The stored first frame. */
  reference: z.optional(z.object({ format: z.enum(pictureFormats), bytes: z.number() })),
  /** False for jobs of fault models that never end. */
  isMade: z.boolean(),
  /** The share of frames that were encoded when it was last stored, so that the progress does not fall back after a restart. */
  share: z.optional(z.number()),
  end: z.optional(
    z.discriminatedUnion('status', [
      z.object({
        status: z.literal('completed'),
        at: z.number(),
        expiresAt: z.number(),
        /** Of both files. */
        bytes: z.number(),
        /** The SHA-256 of the clip. */
        sha256: z.string(),
      }),
      z.object({ status: z.literal('failed'), at: z.number(), message: z.string() }),
    ]),
  ),
})

export type VideoRecord = z.infer<typeof VideoRecord>

/** The record in a file; undefined where it is damaged. */
export function parsedRecord(text: string): VideoRecord | undefined {
  try {
    return z.safeParse(VideoRecord, JSON.parse(text)).data
  } catch {
    return undefined
  }
}
