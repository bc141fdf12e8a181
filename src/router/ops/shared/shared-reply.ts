import { RouterError } from '../../http/errors.ts'
import { pulled } from '../../http/replies.ts'
import { type KeptReply, nothingCame } from '../recording.ts'
import type { SeenOperation } from './op-scripts.ts'

/** The replica that had the request died, or lost it to another replica, before anything was sent. */
export const neverSent = () =>
  new RouterError(503, 'router_stopped', 'The router stopped before it sent the request. Nothing was billed.', {
    retry: 'safe',
    stage: 'not_sent',
  })

/** How often a reply that grows is looked at. */
const lookMs = 100

/** How often Redis is asked again while it does not answer. */
const retries = 100

/**
 * A reply that another replica records, or has recorded, in Redis. `look` reads the operation with some of its chunks. A replica that
 * dies leaves a reply that is cut.
 */
export function sharedReply(
  seen: SeenOperation,
  look: (from: number) => Promise<SeenOperation | undefined>,
  pause: (ms: number) => Promise<void>,
): KeptReply {
  /** As `look`, also over a restart of Redis. */
  async function patientLook(from: number): Promise<SeenOperation | undefined> {
    for (let left = retries; left > 0; left -= 1) {
      try {
        return await look(from)
      } catch {
        await pause(lookMs)
      }
    }
    return look(from)
  }

  function follow(): ReadableStream<Uint8Array> {
    let from = 0
    async function next(): Promise<Uint8Array | undefined> {
      for (;;) {
        const now = await patientLook(from)
        from += now?.chunks.length ?? 0
        if (now && now.chunks.length > 0) return Buffer.concat(now.chunks)
        if (now?.ended === 'whole' && !now.isDropped) return undefined
        if (now?.status !== 'running' || now.isDropped) throw new TypeError('the recorded reply broke off here')
        await pause(lookMs)
      }
    }
    return pulled(next, () => {})
  }

  return {
    head: seen.head,
    ended: seen.status === 'unknown' ? 'cut' : seen.ended,
    async bytes() {
      const all: Buffer[] = []
      for (let from = 0; ; from = all.length) {
        const now = await look(from)
        if (!now || now.isDropped) return undefined
        if (now.chunks.length === 0) return Buffer.concat(all)
        all.push(...now.chunks)
      }
    },
    async reply() {
      let now: SeenOperation | undefined = seen
      while (now && !now.head && now.status === 'running') {
        await pause(lookMs)
        now = await patientLook(-1)
      }
      if (now?.status === 'never came') throw neverSent()
      if (!now?.head) throw nothingCame()
      const [first] = now.ended === 'whole' ? ((await patientLook(0))?.chunks ?? []) : ['growing']
      return new Response(first === undefined ? null : follow(), now.head)
    },
  }
}
