import { errorWords } from '#contract/core/errors.ts'
import { defined, labelOf } from '#contract/core/loose-json.ts'
import type { EndStatus } from '#contract/core/statuses.ts'
import type { ErrorFacts } from '../client-error.ts'
import type { ReplyOutputs } from './outputs.ts'
import type { RunEvent } from './run-event.ts'

export type End = Extract<RunEvent, { kind: 'end' }>

/** The reading of one event or document, with the end of the reply where it names one. */
export interface ReplyReading {
  readonly events: readonly RunEvent[]
  readonly end?: End
  /** The end is known, but more outputs may follow it. */
  readonly moreMayFollow?: boolean
}

export function endOf(status: EndStatus, reason?: string): End {
  return { kind: 'end', status, ...defined({ reason: labelOf(reason) }) }
}

/** The end of a reply that announces a job: `word` is its state as the router names it, such as `in_progress`. */
export function queuedEnd(word: string | undefined, job: string | undefined): End {
  return { kind: 'end', status: 'queued', ...defined({ reason: labelOf(word?.toLowerCase()), job: jobId(job) }) }
}

/** Ids of jobs may be long, as they are opaque; what is longer than this is none. */
const longestId = 2000
const jobId = (id: string | undefined) => (id !== undefined && id !== '' && id.length <= longestId ? id : undefined)

/** A failure inside a reply of a successful status; `silent` is the message where the router gives none. */
export function failure(body: unknown, silent = 'The router reported a failure without saying why.'): ReplyReading {
  const error: ErrorFacts = { kind: 'api', ...(errorWords(body) ?? { message: silent }) }
  return { events: [{ kind: 'error', error }], end: endOf('failed', error.code) }
}

/**
 * How the bytes of a reply ended. `closed`: after a complete event. `cut`: inside one, or the connection broke. `whole`: one JSON document.
 * `torn`: one that is incomplete. `stopped`: by the person. The others: over a cap; what came is kept.
 */
export type Finish = 'closed' | 'cut' | 'whole' | 'torn' | 'stopped' | 'event-too-large' | 'answer-too-large'

export const connectionLost = 'The connection was lost before the reply ended.'

export const nothingCame = 'The router accepted the request, then closed the connection without sending anything.'

/** The number of events of a reply, and of those in no known format. */
export interface EventCount {
  readonly events: number
  readonly unread: number
  readonly raw: string
}

const nothing: EventCount = { events: 0, unread: 0, raw: '' }

/** The end of a reply without a terminal event, by the rulings: `unconfirmed` only where the body closed after all outputs were closed. */
export function unmarkedEnd(how: Finish, outputs: ReplyOutputs['state'], count: EventCount = nothing): RunEvent[] {
  switch (how) {
    case 'stopped':
      return [endOf('stopped')]
    case 'event-too-large':
      return interrupted('too large', 'One event of the reply is too large for this app.', 'event_too_large')
    case 'answer-too-large':
      return interrupted('too large', 'The reply is too large for this app.', 'answer_too_large')
    case 'whole':
      return unreadable('The answer is JSON, but contains nothing this app recognises as a reply.', count.raw)
    case 'torn':
      return interrupted('ended early', 'The reply stopped before its end.')
    case 'cut':
      return interrupted('connection lost', connectionLost)
    case 'closed':
      if (outputs === 'closed') return [endOf('unconfirmed')]
      if (outputs === 'open') return interrupted('ended early', 'The reply stopped before its end.')
      return count.unread > 0
        ? unreadable(
            `The answer is a stream, but contains nothing this app recognises as a reply: ${counted(count)}.`,
            count.raw,
          )
        : interrupted('empty', nothingCame)
  }
}

function counted({ events, unread }: EventCount): string {
  const came = `${events.toLocaleString('en')} ${events === 1 ? 'event' : 'events'} received`
  return `${came}, ${unread < events ? `${unread.toLocaleString('en')} of them not` : 'none'} in a format this app reads`
}

function unreadable(message: string, raw: string): RunEvent[] {
  const error = { kind: 'contract', message, ...(raw !== '' && { raw }) } as const
  return [{ kind: 'error', error }, endOf('failed', 'unreadable')]
}

function interrupted(reason: string, message: string, code?: string): RunEvent[] {
  const error = { kind: 'interrupted', message, ...(code === undefined ? {} : { code }) } as const
  return [{ kind: 'error', error }, endOf('interrupted', reason)]
}
