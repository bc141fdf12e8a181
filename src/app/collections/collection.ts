import * as z from 'zod/mini'
import { isRecord, listOf, recordOf } from '#contract/core/loose-json.ts'

/** Ids are parts of keys and addresses. */
const id = z.string().check(z.regex(/^[\w-]{1,128}$/))
const text = z._default(z.string(), '')

/** A request that can be sent from the stage: what a share link holds, the model in the request. */
const liveRequest = z.object({
  endpoint: z.string(),
  tool: z.exactOptional(z.string()),
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

/**
 * Reads a stored or bundled collection; undefined for one of a newer format. `unread`: its cards that cannot be shown, as they are; `unreadable`: their
 * number. A card without an id of its own gets one by its place.
 */
export function readCollection(value: unknown): {
  readonly collection?: Collection
  readonly unreadable: number
  readonly unread: readonly unknown[]
} {
  const head = z.safeParse(collectionHead, value).data
  if (!head) return { unreadable: 0, unread: [] }
  const cards = new Map<string, Card>()
  const unread: unknown[] = []
  for (const [at, one] of listOf(recordOf(value).cards).entries()) {
    const own = z.safeParse(id, recordOf(one).id).data
    const isFree = own !== undefined && !cards.has(own)
    const read = z.safeParse(card, isFree || !isRecord(one) ? one : { ...one, id: `card-${at + 1}` }).data
    if (read && (read.live ?? read.run) !== undefined && !cards.has(read.id)) cards.set(read.id, read)
    else unread.push(one)
  }
  return { collection: { ...head, cards: [...cards.values()] }, unreadable: unread.length, unread }
}

/** What a collection is called. */
export const collectionTitle = ({ title }: Pick<Collection, 'title'>): string => title.trim() || 'Untitled collection'
