import * as z from 'zod/mini'
import { listOf, recordOf } from '#contract/core/loose-json.ts'

/** Ids are parts of keys and addresses. */
const id = z.string().check(z.regex(/^[\w-]{1,128}$/))
const text = z._default(z.string(), '')

/** A request that can be sent from the stage: what a share link holds, the model in the request. */
const liveRequest = z.object({
  endpoint: z.string(),
  tool: z.optional(z.string()),
  request: z.record(z.string(), z.unknown()),
})
export type LiveRequest = Readonly<z.infer<typeof liveRequest>>

/** Something to show: a request to send (`live`), a completed run to replay (`run`, its id), or both. */
const card = z.object({
  id,
  title: text,
  /** For the presenter alone. */
  note: text,
  live: z.optional(liveRequest),
  run: z.optional(z.string()),
})
export type Card = Readonly<z.infer<typeof card>>

/** `version`: of the format. `at`: when it was changed last, in ms since 1970. */
const collectionHead = z.object({
  version: z.literal(1),
  id,
  at: z.number().check(z.minimum(0), z.maximum(8.64e15)),
  title: text,
  /** The cover note, which the audience may read. */
  note: text,
})
export type Collection = Readonly<z.infer<typeof collectionHead>> & { readonly cards: readonly Card[] }

/** Reads a stored or bundled collection; undefined for one of a newer format. `unreadable`: cards that were left out. */
export function readCollection(value: unknown): { readonly collection?: Collection; readonly unreadable: number } {
  const head = z.safeParse(collectionHead, value).data
  if (!head) return { unreadable: 0 }
  const found = listOf(recordOf(value).cards)
  const cards = found.flatMap((one) => z.safeParse(card, one).data ?? [])
  return { collection: { ...head, cards }, unreadable: found.length - cards.length }
}
