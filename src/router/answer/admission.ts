import { RouterError } from '../http/errors.ts'
import { isEventStream, pulled } from '../http/replies.ts'

/**
 * How many paid requests are at work at once, streamed or not, with a key or without. With 500 streams of 80 tokens a second (`npm run
 * bench -- router`) the router still answers everything else in time; a fifth more is room for those that only wait.
 */
const mostAtWork = 600

/** Long enough for some answers of a burst to end. */
const retryAfterSeconds = 5

/** Counts the paid requests that are at work, and refuses more than the router can carry: one that is served too slowly helps nobody. */
export interface Admission {
  /** Throws a 503 where there is no room; else gives the function that frees the place, once. */
  enter(): () => void
}

export function createAdmission(most = mostAtWork): Admission {
  let atWork = 0
  return {
    enter() {
      if (atWork >= most) {
        throw new RouterError(503, {
          type: 'server_error',
          code: 'router_busy',
          message: `The router is at work on ${most} requests, which is as many as it takes. Send this one again in some seconds.`,
          retry: 'safe',
          headers: { 'retry-after': String(retryAfterSeconds) },
        })
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

/** A reply that frees its place: a stream when it has ended, broken off or been left, any other at once, for its work is done. */
export function leaving(reply: Response, leave: () => void): Response {
  const reader = isEventStream(reply.headers) ? reply.body?.getReader() : undefined
  if (!reader) {
    leave()
    return reply
  }
  async function next(): Promise<Uint8Array | undefined> {
    let value: Uint8Array | undefined
    try {
      value = (await reader?.read())?.value
      return value
    } finally {
      if (!value) leave()
    }
  }
  const cancel = (reason: unknown) => {
    leave()
    return reader.cancel(reason)
  }
  return new Response(pulled(next, cancel), reply)
}
