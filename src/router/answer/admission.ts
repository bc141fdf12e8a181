import { RouterError } from '../http/errors.ts'

/**
 * How many paid requests may run at once, streamed or not, with a key or without. With 500 streams of 80 tokens a second (`npm run
 * bench -- router`) the router still answers everything else in time; a fifth more is room for those that only wait.
 */
const mostAtWork = 600

/** Long enough for some answers of a burst to end. */
const retryAfterSeconds = 5

/** Counts the paid requests that run, and refuses more than the router can serve in time. */
export interface Admission {
  /** Takes a place and returns the function that frees it, which may be called twice. Throws a 503 where no place is free. */
  enter(): () => void
}

export function createAdmission(most = mostAtWork): Admission {
  let atWork = 0
  return {
    enter() {
      if (atWork >= most) {
        throw new RouterError(
          503,
          'router_busy',
          `The router is at work on ${most} requests, which is as many as it takes. Send this one again in some seconds.`,
          { retry: 'safe', headers: { 'retry-after': String(retryAfterSeconds) } },
        )
      }
      atWork += 1
      let isIn = true
      return () => {
        if (isIn) atWork -= 1
        isIn = false
      }
    },
  }
}
