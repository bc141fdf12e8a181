import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts requests by the minute. */
export interface RateLimits {
  /** Takes one of the `perMinute` requests of `name`. Resolves with 0, or where none is left with the milliseconds until one is. */
  take(name: string, perMinute: number): Promise<number>
}

/** Counts in this process, or for all routers together in Redis; while Redis does not answer, in this process again. */
export function createRateLimits({ redis }: { readonly redis?: object } = {}): RateLimits {
  const limiters = new Map<string, RateLimiterMemory | RateLimiterRedis>()

  function limiterOf(name: string, points: number) {
    const key = `${points} ${name}`
    const known = limiters.get(key)
    if (known) return known
    const limit = { points, duration: 60, keyPrefix: 'patchbay:rate' }
    const memory = new RateLimiterMemory(limit)
    const limiter = redis
      ? new RateLimiterRedis({ ...limit, storeClient: redis, useRedisPackage: true, insuranceLimiter: memory })
      : memory
    limiters.set(key, limiter)
    return limiter
  }

  return {
    async take(name, perMinute) {
      try {
        await limiterOf(name, perMinute).consume(name)
        return 0
      } catch (thrown) {
        if (thrown instanceof RateLimiterRes) return thrown.msBeforeNext
        throw thrown
      }
    },
  }
}
