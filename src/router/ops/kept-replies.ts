import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { textOf } from '#contract/core/loose-json.ts'
import { RouterError } from '../http/router-error.ts'
import type { Items, KeptReplies } from '../provider.ts'
import { createScripts, type Redis, redisReason } from '../runtime/redis.ts'
import type { Clock } from '../runtime/system-clock.ts'

/** How much is kept. The oldest replies go first. */
export const replyLimits = { replies: 1_000, bytes: 64 * 1024 * 1024, keptMs: 24 * 3_600_000 }

const itemIdsOf = (items: Items): readonly string[] => items.flatMap(({ id }) => textOf(id) ?? [])

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

/*
 * Keys in Redis, all below `patchbay:<digest of the router's key>:`, so that routers with another key share nothing
 *
 *   reply:<id>      hash: json, items (their ids as JSON)
 *   replies         sorted set of the ids by time
 *   reply-sizes     hash: id -> bytes of its JSON; `reply-bytes` is their sum
 *   reply-items     hash: id of an item -> id of the newest reply that has it
 */
const keep = `
local scope, id, json, items, at, kept, most, total = unpack(ARGV)
local function key(name) return 'patchbay:' .. scope .. ':' .. name end
local function drop(id)
  for _, item in ipairs(cjson.decode(redis.call('HGET', key('reply:' .. id), 'items') or '[]')) do
    if redis.call('HGET', key('reply-items'), item) == id then redis.call('HDEL', key('reply-items'), item) end
  end
  redis.call('DECRBY', key('reply-bytes'), redis.call('HGET', key('reply-sizes'), id) or 0)
  redis.call('HDEL', key('reply-sizes'), id)
  redis.call('ZREM', key('replies'), id)
  redis.call('UNLINK', key('reply:' .. id))
end
for _, old in ipairs(redis.call('ZRANGEBYSCORE', key('replies'), '-inf', at - kept, 'LIMIT', 0, 100)) do drop(old) end
drop(id)
redis.call('HSET', key('reply:' .. id), 'json', json, 'items', items)
redis.call('HSET', key('reply-sizes'), id, #json)
redis.call('ZADD', key('replies'), at, id)
redis.call('INCRBY', key('reply-bytes'), #json)
for _, item in ipairs(cjson.decode(items)) do redis.call('HSET', key('reply-items'), item, id) end
while redis.call('ZCARD', key('replies')) > tonumber(most) or tonumber(redis.call('GET', key('reply-bytes'))) > tonumber(total) do
  local oldest = redis.call('ZRANGE', key('replies'), 0, 0)[1]
  if not oldest then break end
  drop(oldest)
end
return 1`

const find = `
local scope, id, at, kept = unpack(ARGV)
local since = redis.call('ZSCORE', 'patchbay:' .. scope .. ':replies', id)
if not since or tonumber(since) <= at - kept then return false end
return redis.call('HGET', 'patchbay:' .. scope .. ':reply:' .. id, 'json')`

const holderOf = `
local scope, item = unpack(ARGV)
return redis.call('HGET', 'patchbay:' .. scope .. ':reply-items', item)`

const Text = z.nullable(z.instanceof(Buffer))

const cannotReach = (thrown: unknown) =>
  new RouterError(
    503,
    'replies_unknown',
    `The router cannot use Redis (${redisReason(thrown)}), where earlier replies are kept. Check REDIS_URL.`,
    { retry: 'safe' },
  )

/** Replies that replicas with the same key share through Redis. Where it does not take one, that one cannot be referred to. */
export function createSharedReplies(
  redis: Redis,
  key: string,
  { now }: Pick<Clock, 'now'>,
  limits = replyLimits,
): KeptReplies {
  const scope = createHash('sha256').update(key).digest('hex').slice(0, 16)
  const { run } = createScripts(redis)
  const read = async (script: string, ...args: readonly (string | number)[]): Promise<string | undefined> => {
    const found = await run(script, scope, ...args).catch((thrown) => {
      throw cannotReach(thrown)
    })
    return z.parse(Text, found)?.toString()
  }
  return {
    async find(id) {
      const json = await read(find, id, now(), limits.keptMs)
      return json === undefined ? undefined : JSON.parse(json)
    },
    holderOf: (itemId) => read(holderOf, itemId),
    async keep(id: string, items: Items) {
      const json = JSON.stringify(items)
      if (Buffer.byteLength(json) > limits.bytes) return
      const { replies, bytes, keptMs } = limits
      const itemIds = JSON.stringify(itemIdsOf(items))
      await run(keep, scope, id, json, itemIds, now(), keptMs, replies, bytes).catch(() => undefined)
    },
  }
}
