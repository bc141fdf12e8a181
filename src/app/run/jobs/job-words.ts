import { ownOf } from '#contract/core/loose-json.ts'
import type { Explanation } from '../../client/explain.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import type { RunResult } from '../result.ts'

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

/** Words for the end of a job, with those of the router where it gave some; undefined for every other end. */
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
