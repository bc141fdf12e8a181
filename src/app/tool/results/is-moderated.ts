import type { Run } from '../../run/run.ts'

/** How providers name it: in a code, a type, or only in words. */
const words =
  /moderation|content[_ ]?(?:policy|filter)|safety[_ ]?(?:system|violation|filter)|policy[_ ]violation|image_blocked/i

/** Whether a filter held the pictures back, as far as the router says so. */
export function isModerated({ status, reason, result: { error } }: Pick<Run, 'status' | 'reason' | 'result'>): boolean {
  // Our own words for a reply that gave no reason.
  if (error?.code === 'no_image') return false
  if (status !== 'refused' && status !== 'failed' && status !== 'incomplete') return false
  return words.test([error?.code, error?.type, error?.message, reason].filter(Boolean).join(' '))
}
