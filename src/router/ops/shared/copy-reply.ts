import { type Recording, readSome } from '../recording.ts'
import type { ReplyPart } from './op-scripts.ts'

/** About the size of a part: Redis answers nothing else while it takes one. */
const partBytes = 256 * 1024

/** What the recording says of a part. */
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
  const { tape } = recording
  const reader = tape.open()
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
      while (!recording.ended && !isBehind && from === tape.size && hasHead === (recording.head !== undefined))
        await recording.change()
      while (!recording.ended && !hasRoom) await recording.change()
      if (hasHead && !recording.ended && tape.size - from < partBytes) await gather()
      const { head, ended } = recording
      const bytes: Buffer = hasRoom ? readSome(reader, from, partBytes) : Buffer.alloc(0)
      const isLast: boolean = ended !== undefined && (!hasRoom || from + bytes.length === tape.size)
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
      if (isLast && (!hasRoom || size === tape.size)) return hasRoom
      from = size ?? tape.size
    }
  } finally {
    reader.close()
    recording.show('all')
  }
}
