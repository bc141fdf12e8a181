import { expect, onTestFinished, test } from 'vitest'
import { connectRedis } from '../runtime/redis.ts'
import { hasRedis, startRedis } from '../testing/redis-server.ts'
import { createRateLimits } from './limits.ts'

test.runIf(hasRedis)(
  'replicas with one Redis share the requests of a minute, and count alone while it is away',
  async () => {
    const server = await startRedis()
    onTestFinished(server.end)
    const clients = [1, 2].map(() => connectRedis(server.url).client)
    onTestFinished(() => {
      for (const client of clients) client.destroy()
    })
    await expect.poll(() => clients.every(({ isReady }) => isReady)).toBe(true)
    const [one, two] = clients.map((redis) => createRateLimits({ redis }))
    expect([await one?.take('acme', 2), await two?.take('acme', 2), await two?.take('other', 2)]).toEqual([0, 0, 0])
    expect(await one?.take('acme', 2)).toBeGreaterThan(50_000)
    await server.kill()
    expect([await one?.take('acme', 2), await one?.take('acme', 2)]).toEqual([0, 0])
    expect(await one?.take('acme', 2)).toBeGreaterThan(50_000)
  },
)
