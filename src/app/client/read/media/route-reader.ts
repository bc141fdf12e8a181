import { jobOf } from '#contract/core/job.ts'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { type End, endOf, type Finish, queuedEnd, type ReplyReading } from '../reply-end.ts'
import { type RunEvent, readUsage } from '../run-event.ts'

/** Reads the events of one reply of a media route, whose files are named by the hashes in their places. Pure. */
export interface RouteReader {
  /** Records that an event came, as its text. Called before `read`. */
  see(data: string): void
  /** An event of a stream, or a whole document, which has no type; undefined for types of other routes. */
  read(type: string | undefined, value: JsonRecord): ReplyReading | undefined
  /** A bare array; undefined where it holds no media. */
  readArray(data: readonly unknown[]): ReplyReading | undefined
  gathered?(): readonly RunEvent[]
  /** The end of a reply that lacks what its route should bring, else undefined. `told`: the end that it states. */
  ending(how: Finish, told: RunEvent | undefined, own: boolean): readonly RunEvent[] | undefined
}

export interface Sent {
  readonly endpoint?: string
  readonly request?: unknown
  readonly parts?: readonly { readonly name: string; readonly value?: unknown }[] | undefined
}

export function usageIn(value: JsonRecord): RunEvent[] {
  const usage = readUsage(value.usage)
  return usage ? [{ kind: 'usage', usage }] : []
}

/** The end of a reply that is one document: `queued` for a job that is not finished; unknown words count as `completed`. */
export function endOfDocument(value: JsonRecord): End {
  const { state, word, id } = jobOf(value)
  if (state === 'queued' || state === 'running') return queuedEnd(word, id)
  return state === 'failed' ? endOf('failed', word?.toLowerCase()) : endOf('completed')
}
