import { textOf } from '#contract/core/loose-json.ts'
import type { Items, KeptReplies } from '../provider.ts'
import type { Clock } from '../runtime/system-clock.ts'

/** How much is kept. The oldest replies go first. */
export const replyLimits = { replies: 1_000, bytes: 64 * 1024 * 1024, keptMs: 24 * 3_600_000 }

export const itemIdsOf = (items: Items): readonly string[] => items.flatMap(({ id }) => textOf(id) ?? [])

interface Kept {
  readonly at: number
  readonly json: Buffer
  readonly itemIds: readonly string[]
}

/** Replies in memory, as JSON outside of the heap. */
export function createKeptReplies({ now }: Pick<Clock, 'now'>, limits = replyLimits): KeptReplies {
  /** Oldest first. */
  const replies = new Map<string, Kept>()
  /** The newest reply that has the item. */
  const holders = new Map<string, string>()
  let bytes = 0

  function drop(id: string, { json, itemIds }: Kept): void {
    replies.delete(id)
    bytes -= json.length
    for (const itemId of itemIds) if (holders.get(itemId) === id) holders.delete(itemId)
  }

  /** Drops what is too old, and the oldest while there is no room. */
  function makeRoom(length = 0): void {
    for (const [id, reply] of replies) {
      const isFull = bytes + length > limits.bytes || (length > 0 && replies.size >= limits.replies)
      if (!isFull && now() - reply.at < limits.keptMs) return
      drop(id, reply)
    }
  }

  return {
    async find(id) {
      makeRoom()
      const json = replies.get(id)?.json.toString()
      return json === undefined ? undefined : JSON.parse(json)
    },
    async holderOf(itemId) {
      makeRoom()
      return holders.get(itemId)
    },
    async keep(id, items) {
      const json = Buffer.from(JSON.stringify(items))
      if (json.length > limits.bytes) return
      const former = replies.get(id)
      if (former) drop(id, former)
      makeRoom(json.length)
      const itemIds = itemIdsOf(items)
      replies.set(id, { at: now(), json, itemIds })
      bytes += json.length
      for (const itemId of itemIds) holders.set(itemId, id)
    },
  }
}
