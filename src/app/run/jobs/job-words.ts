import { ownOf } from '#contract/core/loose-json.ts'
import type { Explanation } from '../../client/explain.ts'
import type { Run } from '../run.ts'

const newRun = 'Run it again for a new one.'
const otherPrompt = 'Change the prompt, or run it again.'
const check = 'Press “Check now” to ask the router again; that is free.'
const blocked = ['Blocked by moderation', 'The router or its provider did not allow the result.', otherPrompt] as const
const cancelled = ['The job was cancelled', 'The router or its provider cancelled it.', newRun] as const
const expired = ['The job expired', 'The router no longer keeps its result.', newRun] as const

/** Title, what happened, and what to do, by the reason of a job's end: for some the router's own word. */
const jobReasons: Readonly<Record<string, readonly [title: string, what: string, next: string]>> = {
  'not downloaded': [
    'Completed, but not downloaded',
    'The router has the result, but it is not in this browser.',
    'Press “Download again” to fetch it; that is free.',
  ],
  'not found': ['The router does not know this job', 'It may have expired or been deleted.', check],
  stale: ['No known status for 24 hours', 'The router’s word for the state of the job is not known.', check],
  'content gone': ['The result is gone', 'The router no longer keeps it.', newRun],
  expired,
  cancelled,
  canceled: cancelled,
  moderated: blocked,
  content_filtered: blocked,
  rejected: ['The job was rejected', 'The router did not say why.', otherPrompt],
}

/** Words for the end of a job, with those of the router where it gave some; undefined for every other end. */
export function jobWords({ job, reason = '', result, tracked }: Run): Explanation | undefined {
  const [title, what, next] = ownOf(jobReasons, reason) ?? []
  if (job === undefined || title === undefined || what === undefined || next === undefined) return undefined
  const said = result.error?.message ?? (reason === 'stale' ? `It says “${tracked?.word ?? ''}”.` : undefined)
  return { title, what: said === undefined ? what : `${what} ${said}`, next }
}
