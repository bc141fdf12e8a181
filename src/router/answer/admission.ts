import { RouterError } from '../http/errors.ts'

/**
 * The largest number of concurrent paid requests, streamed or not, with or without a key. With 500 streams of 80 tokens a second (`npm
 * run bench -- router`) other requests are still answered in time; a fifth is added for requests that only wait.
 */
const mostAtWork = 600

/** Long enough for some replies of a burst to end. */
const retryAfterSeconds = 5

/** Limits the number of concurrent paid requests, of the router or of one provider. */
export interface Admission {
  /** Increments the count and returns the function that decrements it (idempotent). Throws the refusal at the limit. */
  enter(): () => void
}

const routerBusy = (most: number) =>
  new RouterError(
    503,
    'router_busy',
    `The router is processing ${most} requests, its maximum. Try again in a few seconds.`,
    { retry: 'safe', headers: { 'retry-after': String(retryAfterSeconds) } },
  )

export function createAdmission(most = mostAtWork, refusal = routerBusy): Admission {
  let atWork = 0
  return {
    enter() {
      if (atWork >= most) throw refusal(most)
      atWork += 1
      let isIn = true
      return () => {
        if (isIn) atWork -= 1
        isIn = false
      }
    },
  }
}
