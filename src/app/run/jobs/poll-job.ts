import { contentAddresses, type JobFacts, jobOf } from '#contract/core/job.ts'
import { defined, isRecord, type JsonRecord } from '#contract/core/loose-json.ts'
import type { Client } from '../../client/client.ts'
import { ClientError, type ErrorFacts } from '../../client/client-error.ts'
import { retryAfterOf } from '../../client/read/read-response.ts'
import type { RunClock } from '../life/run-clock.ts'

/** How the state of a job is asked for: by the interface's endpoint, or at an address that the router named. */
export type JobQuestion = { readonly endpoint: 'videos.status'; readonly id: string } | { readonly url: string }

/**
 * What one poll gave.
 * - `told`: the router said something of the job; `value` is its reply. - `pending`: it accepted the question and said nothing (202, 204, an
 *   empty body). - `gone`: it does not know the job. - `trouble`: no usable answer, which says nothing of the job.
 */
export type JobPoll = { readonly retryAfter?: number } & (
  | { readonly kind: 'told'; readonly job: JobFacts; readonly value: unknown }
  | { readonly kind: 'pending' }
  | { readonly kind: 'gone' | 'trouble'; readonly error: ErrorFacts }
)

/** Ms for one poll. */
const pollTimeout = 30_000

/** Asks once about a job; a failed poll is not repeated here, since the next one follows. Never rejects. */
export async function pollJob(
  { call, read }: Pick<Client, 'call' | 'read'>,
  question: JobQuestion,
  clock: RunClock,
): Promise<JobPoll> {
  const late = new AbortController()
  const callOff = clock.after(pollTimeout, () => late.abort())
  try {
    const options = { isAnswer: (reply: JsonRecord) => jobOf(reply).word !== undefined, signal: late.signal }
    const { head, value } =
      'url' in question
        ? await read(question.url, options)
        : await call(question.endpoint, { params: { id: question.id }, ...options })
    return { ...readPoll(value), ...defined({ retryAfter: retryAfterOf(head.headers, clock.now()) }) }
  } catch (cause) {
    const error: ErrorFacts =
      cause instanceof ClientError
        ? cause.facts
        : { kind: 'network', message: 'The router did not answer within 30 seconds.' }
    return { ...outcomeOf(error), ...defined({ retryAfter: error.retryAfter }) }
  } finally {
    callOff()
  }
}

/** A reply without a word for the state that names content is that of a completed job: some routers leave the word out at the end. */
export function readPoll(value: unknown): JobPoll {
  const reply = Array.isArray(value) && value.length === 1 ? value[0] : value
  const job = isRecord(reply) ? jobOf(reply) : {}
  if (job.word !== undefined) return { kind: 'told', job, value }
  const addresses = isRecord(reply) ? contentAddresses(reply) : []
  if (addresses.length > 0) return { kind: 'told', job: { ...job, state: 'completed', addresses }, value }
  if (job.id !== undefined) return { kind: 'pending' }
  const message = 'The router’s reply does not describe the job.'
  return {
    kind: 'trouble',
    error: { kind: 'contract', message, status: 200, raw: JSON.stringify(value).slice(0, 4000) },
  }
}

const empty = new Set([200, 202, 204])
const gone = new Set([404, 410])

function outcomeOf(error: ErrorFacts): JobPoll {
  const { kind, status = 0, raw } = error
  if (kind === 'contract' && raw === undefined && empty.has(status)) return { kind: 'pending' }
  // A page of a proxy is not the router's word.
  if (gone.has(status) && !raw?.trimStart().startsWith('<')) return { kind: 'gone', error }
  return { kind: 'trouble', error }
}
