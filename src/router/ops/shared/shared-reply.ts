import { pulled } from '../../http/http-replies.ts'
import { RouterError } from '../../http/router-error.ts'
import { type KeptReply, nothingCame, type Recording, readSome } from '../recording.ts'
import type { ReplyPart, SeenOperation } from './op-scripts.ts'

/** The replica that had the request died, or lost it to another replica, before anything was sent. */
export const neverSent = () =>
  new RouterError(503, 'router_stopped', 'The router stopped before it sent the request. Nothing was billed.', {
    retry: 'safe',
    stage: 'not_sent',
  })

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

/** About the size of a part: Redis answers nothing else while it takes one. */
const partBytes = 256 * 1024

export type RecordedPart = Pick<ReplyPart, 'bytes' | 'ended' | 'head' | 'from'>

/** How long what a stream says is gathered before it is sent. */
const gatherMs = 50

const retryMs = 250

/** For how long its readers wait for a reply that Redis does not take: after that its replica counts as dead to the others. */
const patienceMs = 5_000

/**
 * Copies a reply to Redis while it is recorded, and resolves when all of it is there: true where Redis has room for it. Parts that Redis
 * did not take are sent until it does, from where it stands, also after a restart. Readers of the recording get its head and its end once
 * Redis has them, so that no other replica knows less of a reply than the client who got it; what is between goes on at once.
 */
export async function copyReply(
  recording: Recording,
  note: (part: RecordedPart) => Promise<number | undefined>,
  pause: (ms: number) => Promise<void>,
): Promise<boolean> {
  const { stored } = recording
  const reader = stored.open()
  recording.hold()
  let from = 0
  let hasHead = false
  let isLate = false
  let hasRoom = true
  let isBehind = false

  /** Waits for more to send; not when the reply has ended, since its readers wait for that. */
  async function gather(): Promise<void> {
    const over = pause(gatherMs).then(() => true)
    while (!recording.ended && !(await Promise.race([over, recording.change()])));
  }

  try {
    for (;;) {
      while (!recording.ended && !isBehind && from === stored.size && hasHead === (recording.head !== undefined))
        await recording.change()
      while (!recording.ended && !hasRoom) await recording.change()
      if (hasHead && !recording.ended && stored.size - from < partBytes) await gather()
      const { head, ended } = recording
      const bytes: Buffer = hasRoom ? readSome(reader, from, partBytes) : Buffer.alloc(0)
      const isLast: boolean = ended !== undefined && (!hasRoom || from + bytes.length === stored.size)
      const part: RecordedPart = { head, from, bytes, ended: isLast ? ended : undefined }
      // Null: Redis did not take it.
      const size = await note(part).catch(() => null)
      isBehind = size === null
      if (size === null) {
        if (!isLate) void pause(patienceMs).then(() => recording.show('all'))
        isLate = true
        await pause(retryMs)
        continue
      }
      hasHead = head !== undefined
      if (hasHead) recording.show('head')
      hasRoom &&= size !== undefined
      if (isLast && (!hasRoom || size === stored.size)) return hasRoom
      from = size ?? stored.size
    }
  } finally {
    reader.close()
    recording.show('all')
  }
}
