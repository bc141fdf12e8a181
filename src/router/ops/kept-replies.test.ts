import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KeptReplies } from '../provider.ts'
import { connectRedis, type Redis } from '../runtime/redis.ts'
import { hasRedis, startRedis } from '../testing/redis-server.ts'
import { createKeptReplies, createSharedReplies, replyLimits } from './kept-replies.ts'

const limits = { ...replyLimits, replies: 20, bytes: 10_000 }
const { replies: most, bytes, keptMs } = limits
const item = (id: string) => ({ type: 'message', id, role: 'assistant', content: `ü ${id}` })
const time = { at: 1_800_000_000_000 }
const clock = { now: () => time.at }

let redis: { server: Awaited<ReturnType<typeof startRedis>>; connection: Redis } | undefined
beforeAll(async () => {
  if (!hasRedis) return
  const server = await startRedis()
  redis = { server, connection: connectRedis(server.url) }
  await once(redis.connection.client, 'ready')
})
afterAll(async () => {
  redis?.connection.client.destroy()
  await redis?.server.end()
})

async function inRedis(key = 'k'): Promise<KeptReplies> {
  if (!redis) throw new Error('no Redis')
  return createSharedReplies(redis.connection, key, clock, limits)
}

const places: readonly [string, () => Promise<KeptReplies>][] = [
  ['in memory', async () => createKeptReplies(clock, limits)],
  ...(hasRedis ? [['in Redis', inRedis] satisfies [string, typeof inRedis]] : []),
]

describe.each(places)('replies %s', (_, open) => {
  test('are found by their id, and by those of their items in the newest reply that has them', async () => {
    await redis?.connection.client.flushAll()
    const kept = await open()
    await kept.keep('r1', [item('a'), { role: 'user', content: 'no id' }])
    await kept.keep('r2', [item('a'), item('b')])
    expect(await kept.find('r1')).toEqual([item('a'), { role: 'user', content: 'no id' }])
    expect([await kept.holderOf('a'), await kept.holderOf('b'), await kept.holderOf('c')]).toEqual([
      'r2',
      'r2',
      undefined,
    ])
    expect(await kept.find('r3')).toBeUndefined()
  })

  test('are gone after 24 hours, or when there are too many or too much', async () => {
    await redis?.connection.client.flushAll()
    const kept = await open()
    await kept.keep('old', [item('o')])
    time.at += keptMs - 1
    expect(await kept.find('old')).toBeDefined()
    time.at += 1
    expect(await kept.find('old')).toBeUndefined()
    for (let at = 0; at <= most; at += 1) {
      time.at += 1
      await kept.keep(`r${at}`, [item(`i${at}`)])
    }
    expect([await kept.find('r0'), await kept.holderOf('i0')]).toEqual([undefined, undefined])
    expect(await kept.find('r1')).toBeDefined()
    time.at += 1
    await kept.keep('large', [{ text: 'x'.repeat(bytes - 100) }])
    expect([await kept.find('r1'), (await kept.find('large'))?.length]).toEqual([undefined, 1])
    await kept.keep('too large', [{ text: 'x'.repeat(bytes) }])
    expect([await kept.find('too large'), (await kept.find('large'))?.length]).toEqual([undefined, 1])
  })
})

test.skipIf(!hasRedis)('replicas share them, and routers with another key do not', async () => {
  await (await inRedis()).keep('r', [item('a')])
  const [same, other] = [await inRedis(), await inRedis('another key')]
  expect([await same.find('r'), await same.holderOf('a')]).toEqual([[item('a')], 'r'])
  expect([await other.find('r'), await other.holderOf('a')]).toEqual([undefined, undefined])
})

test.skipIf(!hasRedis)('without Redis a reference is a 503 that may be repeated, and a reply goes on', async () => {
  const lost = connectRedis('redis://127.0.0.1:1')
  const kept = createSharedReplies(lost, 'k', clock)
  await kept.keep('r', [])
  await expect(kept.find('r')).rejects.toMatchObject({ status: 503, facts: { retry: 'safe' } })
  lost.client.destroy()
})
