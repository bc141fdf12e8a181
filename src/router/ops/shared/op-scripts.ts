import * as z from 'zod/mini'
import { createScripts, type Redis } from '../../runtime/redis.ts'
import type { Ended } from '../recording.ts'

/*
 * Keys in Redis, all below `patchbay:`
 *
 *   op:<id>         hash: at, digest, owner, status (running | done), sent, head, how, stopped, dropped
 *   tape:<id>       list of the reply's chunks
 *   sizes           hash: id -> bytes of its tape
 *   tapes           sorted set of the ids that have a tape, by time; `kept` is the sum of their bytes
 *   replica:<id>    the lease of a replica that lives
 *   stops:<id>      list of the operations that a replica has to stop
 *
 * Each script is atomic. They compute names of keys, which a cluster does not allow: one primary serves all replicas.
 */

const drop = `
local function drop(id)
  local op = 'patchbay:op:' .. id
  redis.call('DECRBY', 'patchbay:kept', redis.call('HGET', 'patchbay:sizes', id) or 0)
  redis.call('HDEL', 'patchbay:sizes', id)
  redis.call('ZREM', 'patchbay:tapes', id)
  redis.call('UNLINK', 'patchbay:tape:' .. id)
  if redis.call('EXISTS', op) == 1 then redis.call('HSET', op, 'dropped', 1) end
end`

/**
 * An operation that no replica knows is claimed; so is one that this replica does not run although it should, since an answer of Redis did
 * not come, one that a dead replica had not sent, and one begun at `failedAt`, whose reply the caller has found to say `not_sent`.
 */
const claim = `
local id, at, digest, replica, lease, kept, failedAt = unpack(ARGV)
${drop}
local op = 'patchbay:op:' .. id
redis.call('SET', 'patchbay:replica:' .. replica, 1, 'PX', lease)
local past = redis.call('HMGET', op, 'owner', 'status', 'stopped', 'sent', 'head', 'at')
if past[2] == 'done' and not past[3] and past[6] == failedAt then
  drop(id)
  redis.call('DEL', op)
elseif past[6] then
  if past[2] ~= 'running' or past[3] then return 0 end
  local isAlive = redis.call('EXISTS', 'patchbay:replica:' .. past[1]) == 1
  if past[1] ~= replica and (past[4] or past[5] or isAlive) then return 0 end
  redis.call('HDEL', op, 'sent')
end
redis.call('HSET', op, 'at', at, 'digest', digest, 'owner', replica, 'status', 'running')
redis.call('PEXPIRE', op, kept)
return 1`

/** Notes that the request is about to be sent, unless it was stopped, or was claimed by another replica since this one counted as dead. */
const sending = `
local id, replica = unpack(ARGV)
local op = 'patchbay:op:' .. id
local past = redis.call('HMGET', op, 'owner', 'stopped')
if past[1] ~= replica or past[2] then return 0 end
redis.call('HSET', op, 'sent', 1)
return 1`

/** A claim whose request was not sent is taken back; a stop is not. */
const unclaim = `
local id, replica = unpack(ARGV)
local op = 'patchbay:op:' .. id
local past = redis.call('HMGET', op, 'owner', 'status', 'stopped')
if past[1] ~= replica or past[2] ~= 'running' then return 0 end
if past[3] then redis.call('HDEL', op, 'digest', 'owner', 'status') else redis.call('DEL', op) end
return 1`

/**
 * Adds a part of a reply at its place, so that a part that is sent twice is there once. Returns the bytes that are there, -1 where the
 * tape was dropped or the operation is another replica's. An operation that Redis has lost is noted anew. The oldest tapes are dropped while all are over \`total\`.
 */
const note = `
local id, at, digest, replica, kept, head, from, chunk, how, one, total = unpack(ARGV)
local op, tape = 'patchbay:op:' .. id, 'patchbay:tape:' .. id
if redis.call('HEXISTS', op, 'digest') == 0 then
  redis.call('HSET', op, 'at', at, 'digest', digest, 'owner', replica, 'status', 'running')
  redis.call('PEXPIRE', op, kept)
end
if redis.call('HGET', op, 'owner') ~= replica then return -1 end
if head ~= '' then redis.call('HSET', op, 'head', head) end
${drop}
local size = tonumber(redis.call('HGET', 'patchbay:sizes', id) or '0')
if #chunk > 0 and size == tonumber(from) and redis.call('HEXISTS', op, 'dropped') == 0 then
  size = size + #chunk
  redis.call('RPUSH', tape, chunk)
  redis.call('PEXPIRE', tape, redis.call('PTTL', op))
  redis.call('HSET', 'patchbay:sizes', id, size)
  redis.call('ZADD', 'patchbay:tapes', at, id)
  redis.call('INCRBY', 'patchbay:kept', #chunk)
  if size > tonumber(one) then drop(id) end
  for _, old in ipairs(redis.call('ZRANGEBYSCORE', 'patchbay:tapes', '-inf', at - kept, 'LIMIT', 0, 100)) do drop(old) end
  while tonumber(redis.call('GET', 'patchbay:kept')) > tonumber(total) do
    local oldest = redis.call('ZRANGE', 'patchbay:tapes', 0, 0)[1]
    if not oldest then break end
    drop(oldest)
  end
end
if redis.call('HEXISTS', op, 'dropped') == 1 then size = -1 end
if how ~= '' and (size == -1 or size == from + #chunk) then redis.call('HSET', op, 'status', 'done', 'how', how) end
return size`

const look = `
local id, from = unpack(ARGV)
local op = redis.call('HMGET', 'patchbay:op:' .. id, 'at', 'digest', 'owner', 'status', 'head', 'how', 'stopped', 'dropped', 'sent')
local isAlive = op[3] and redis.call('EXISTS', 'patchbay:replica:' .. op[3]) or 0
local chunks = tonumber(from) < 0 and {} or redis.call('LRANGE', 'patchbay:tape:' .. id, from, from + 3)
return { op, isAlive, chunks }`

/** The replica that runs the operation finds it in its list of stops. */
const stop = `
local id, at, kept = unpack(ARGV)
local op = 'patchbay:op:' .. id
if redis.call('EXISTS', op) == 0 then
  redis.call('HSET', op, 'at', at)
  redis.call('PEXPIRE', op, kept)
end
redis.call('HSET', op, 'stopped', 1)
local past = redis.call('HMGET', op, 'owner', 'status')
if past[2] == 'running' then
  redis.call('RPUSH', 'patchbay:stops:' .. past[1], id)
  redis.call('PEXPIRE', 'patchbay:stops:' .. past[1], kept)
end
return 1`

const renew = `
local replica, lease = unpack(ARGV)
redis.call('SET', 'patchbay:replica:' .. replica, 1, 'PX', lease)
return redis.call('LPOP', 'patchbay:stops:' .. replica, 1000) or {}`

const Text = z.nullable(
  z.pipe(
    z.instanceof(Buffer),
    z.transform((bytes: Buffer) => bytes.toString()),
  ),
)

const Seen = z.tuple([
  z.tuple([Text, Text, Text, Text, Text, Text, Text, Text, Text]),
  z.number(),
  z.array(z.instanceof(Buffer)),
])

const Head = z.object({ status: z.number(), headers: z.record(z.string(), z.string()) })

export interface SeenOperation {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly digest: string | undefined
  readonly owner: string | undefined
  /** `never came`: not sent by its replica, which is dead, or only stopped. */
  readonly status: 'never came' | 'running' | 'done' | 'unknown'
  readonly head: z.infer<typeof Head> | undefined
  readonly ended: Ended | undefined
  readonly isStopped: boolean
  /** There was no room for its reply. */
  readonly isDropped: boolean
  readonly chunks: readonly Buffer[]
}

function seenOf(reply: unknown): SeenOperation | undefined {
  const [[at, digest, owner, status, head, how, stopped, dropped, sent], isAlive, chunks] = z.parse(Seen, reply)
  if (at === null) return undefined
  const isSent = digest !== null && (isAlive || sent !== null || head !== null)
  const state = status === 'done' ? 'done' : !isSent ? 'never came' : isAlive ? 'running' : 'unknown'
  return {
    at: Number(at),
    digest: digest ?? undefined,
    owner: owner ?? undefined,
    status: state,
    head: head === null ? undefined : z.parse(Head, JSON.parse(head)),
    ended: state === 'done' ? z.parse(z.enum(['whole', 'cut', 'stopped']), how) : undefined,
    isStopped: stopped !== null,
    isDropped: dropped !== null,
    chunks,
  }
}

/** A part of a reply on its way to Redis. */
export interface ReplyPart {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly digest: string
  readonly head: z.infer<typeof Head> | undefined
  /** The place of `bytes` in the reply. */
  readonly from: number
  readonly bytes: Buffer
  /** Given with the last part. */
  readonly ended: Ended | undefined
}

export interface SharedLimits {
  readonly keptMs: number
  /** Milliseconds without a renewal after which a replica counts as dead. */
  readonly leaseMs: number
  /** Milliseconds that an answer of Redis may take. */
  readonly answerMs: number
  readonly one: number
  /** Bytes of all replies, where half of the memory of Redis is not less. */
  readonly total: number
}

/** What a replica asks of Redis. Each rejects where there is no connection, or no answer in time: then it may have been done. */
export function createOpScripts(
  redis: Redis,
  replica: string,
  { keptMs, leaseMs, answerMs, one, total }: SharedLimits,
) {
  const { run } = createScripts(redis, answerMs)

  return {
    /** False where the id is taken. */
    async claim(id: string, at: number, digest: string, failedAt?: number): Promise<boolean> {
      return (await run(claim, id, at, digest, replica, leaseMs, keptMs, failedAt ?? '')) === 1
    },
    unclaim: (id: string) => run(unclaim, id, replica),
    /** False where the request must not be sent. */
    sending: async (id: string) => (await run(sending, id, replica)) === 1,
    /** The bytes of the reply that Redis has now; undefined where there is no room for it. */
    async note({ id, at, digest, head, from, bytes, ended }: ReplyPart): Promise<number | undefined> {
      const most = Math.min(total, (redis.maxMemory ?? Number.POSITIVE_INFINITY) / 2)
      const json = head ? JSON.stringify(head) : ''
      const size = await run(note, id, at, digest, replica, keptMs, json, from, bytes, ended ?? '', one, most)
      return size === -1 ? undefined : z.parse(z.number(), size)
    },
    /** With up to four chunks from the given one on; without any for -1. */
    look: async (id: string, from = -1) => seenOf(await run(look, id, from)),
    stop: (id: string, at: number) => run(stop, id, at, keptMs),
    /** Renews the replica's lease, and gives the ids of the operations that it has to stop. */
    async renew(): Promise<readonly string[]> {
      const ids = z.parse(z.array(z.instanceof(Buffer)), await run(renew, replica, leaseMs))
      return ids.map(String)
    },
  }
}

export type OpScripts = ReturnType<typeof createOpScripts>
