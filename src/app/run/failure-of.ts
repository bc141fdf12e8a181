import { ownOf } from '#contract/core/loose-json.ts'
import type { ErrorFacts } from '../client/client-error.ts'
import { type Explanation, explain } from '../client/explain.ts'
import { nextStep } from '../client/send/retry-table.ts'
import type { RunRow } from '../ledger/run-row.ts'
import { hasFailed } from './life/states.ts'
import type { RunResult } from './result.ts'
import type { Run } from './run.ts'

/** A failure in words for people, with the facts behind them. */
export interface Failure extends Explanation, Omit<ErrorFacts, 'kind' | 'message' | 'retryAfter'> {
  readonly tone: 'warning' | 'danger'
  /** Whether it may have cost something. */
  readonly cost: string
  /** Wall clock in ms: a request before it would be refused again. */
  readonly waitUntil?: number
}

/**
 * The failure of a `failed`, `refused`, `interrupted` or `unknown` run; undefined for every other. The cost follows from the status:
 * only a refused run is free.
 */
export function failureOf(run: Run): Failure | undefined {
  const { status } = run
  if (!hasFailed(status)) return undefined
  const { error } = run.result
  const { title, what, next } =
    jobWords(run) ??
    (error === undefined ? silent(status, run.reason) : explain(error, run.connection.baseUrl, run.served?.provider))
  const { kind: _, message: __, retryAfter: ___, ...facts } = error ?? { kind: 'interrupted', message: what }
  const refused = status === 'refused'
  const waitUntil = error && endOfWait(run, error)
  return {
    tone: refused || status === 'failed' ? 'danger' : 'warning',
    title,
    what,
    cost: refused ? (facts.stage === 'not_sent' ? 'Never sent; not billed.' : 'Not billed.') : 'May have been billed.',
    next,
    ...facts,
    ...(waitUntil !== undefined && { waitUntil }),
  }
}

/** `retryAfter` counts from the time of the reply. */
function endOfWait({ endpoint, log }: Run, error: ErrorFacts): number | undefined {
  const told = log.at(-1)?.at
  if (told === undefined || error.retryAfter === undefined || nextStep(endpoint, error) !== 'countdown')
    return undefined
  return told + error.retryAfter * 1000
}

const reasons: Readonly<Record<string, string>> = {
  'page closed': 'The page was closed before the reply was complete.',
  'never reached the router': 'The request never reached the router, which will reject it if it still arrives.',
  stalled: 'No data for 15 minutes, so the run was ended.',
}

/** Words for an ending that came without an error. */
function silent(status: 'failed' | 'refused' | 'interrupted' | 'unknown', reason = ''): Explanation {
  const what = ownOf(reasons, reason) ?? 'The router gave no reason.'
  if (status === 'unknown')
    return {
      title: 'Unknown result',
      what,
      next: 'Check with the router whether the work was done before you run it again.',
    }
  if (status === 'interrupted')
    return { title: 'The answer was cut off', what, next: 'What arrived is kept. Run it again for a complete answer.' }
  return { title: 'The request failed', what, next: 'Change the request or run it again.' }
}

const newRun = 'Run it again for a new one.'
const otherPrompt = 'Change the prompt, or run it again.'
const check = 'Press “Check now” to ask the router again; that is free.'

/** Title, what happened where the router does not say it, and what to do. */
type Words = readonly [title: string, what: string, next: string]

const expired: Words = ['The job expired', 'The router has deleted its result.', newRun]

/** By the reasons that this app gives; what the router said follows. */
const ownReasons: Readonly<Record<string, Words>> = {
  'not downloaded': [
    'Completed, but not downloaded',
    'The job is completed, but its result is not in this browser yet.',
    'Press “Download again” to fetch it; that is free.',
  ],
  'not found': ['The router does not know this job', 'It may have expired or been deleted.', check],
  stale: ['No known status for 24 hours', 'The router keeps reporting a status that Patchbay does not know.', check],
  'content gone': ['The result is gone', 'The router has deleted it.', newRun],
  expired,
}

/** By the router's own word, of which only a part is known. Its message replaces ours. */
const toldReasons: readonly (readonly [RegExp, Words])[] = [
  [
    /moderat|filter|block|nsfw|unsafe|safety|policy|violat|sensitive|prohibit/,
    ['Blocked by moderation', 'The router or its provider blocked the result.', otherPrompt],
  ],
  [/cancel|abort|stopped/, ['The job was cancelled', 'The router or its provider cancelled it.', newRun]],
  [/expir/, expired],
  [/timed? ?out|deadline/, ['The job timed out', 'It took longer than the router or its provider allows.', newRun]],
  [/reject|den(?:y|ied)|refus/, ['The job was rejected', 'The router gave no reason.', otherPrompt]],
]

interface JobFailure extends Pick<RunRow, 'job' | 'reason' | 'jobState' | 'status'> {
  readonly result: RunResult
}

/** Words for the end of a job, with those of the router where it gave some; undefined for every other end. @internal */
export function jobWords({ job, reason = '', result, jobState, status }: JobFailure): Explanation | undefined {
  if (job === undefined) return undefined
  const message = result.error?.message
  const own = ownOf(ownReasons, reason)
  if (own !== undefined) {
    const [title, what, next] = own
    const said = message ?? (reason === 'stale' ? `Status: “${jobState?.word ?? ''}”.` : undefined)
    return { title, what: said === undefined ? what : `${what} ${said}`, next }
  }
  const word = reason.replaceAll(/[\s_-]+/g, ' ')
  const told = toldReasons.find(([part]) => part.test(word))?.[1]
  if (told !== undefined) return { title: told[0], what: message ?? told[1], next: told[2] }
  const isWordOnly = status === 'failed' && message === undefined && word !== '' && word !== 'failed'
  return isWordOnly ? { title: 'The job failed', what: `The router reports “${word}”.`, next: otherPrompt } : undefined
}
