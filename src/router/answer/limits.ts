import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { once } from '../http/http-replies.ts'
import { busy } from '../http/router-error.ts'

/**
 * The largest number of concurrent paid requests, streamed or not, with or without a key. With 500 streams of 80 tokens a second (`npm
 * run bench -- router`) other requests are still answered in time; a fifth is added for requests that only wait.
 */
const mostAtWork = 600

/** Limits the number of concurrent paid requests, of the router or of one provider. */
export interface Admission {
  /** Increments the count and returns the function that decrements it (idempotent). Throws the refusal at the limit. */
  enter(): () => void
}

const routerBusy = (most: number) =>
  busy('router_busy', `The router is processing ${most} requests, its maximum. Try again in a few seconds.`)

export function createAdmission(most = mostAtWork, refusal = routerBusy): Admission {
  let atWork = 0
  return {
    enter() {
      if (atWork >= most) throw refusal(most)
      atWork += 1
      return once(() => {
        atWork -= 1
      })
    },
  }
}

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
