import { jobOf } from '#contract/core/job.ts'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { type End, endOf, queuedEnd } from '../reply-end.ts'
import { type RunEvent, readUsage } from '../run-event.ts'

/** The token counts of a reply as events. */
export function usageIn(value: JsonRecord): RunEvent[] {
  const usage = readUsage(value.usage)
  return usage ? [{ kind: 'usage', usage }] : []
}

/**
 * The end of a reply that is one document. A job that is not finished has not ended well yet, although its request did. Words that are not
 * known count as `completed`.
 */
export function endOfDocument(value: JsonRecord): End {
  const { state, word, id } = jobOf(value)
  if (state === 'queued' || state === 'running') return queuedEnd(word, id)
  return state === 'failed' ? endOf('failed', word?.toLowerCase()) : endOf('completed')
}
