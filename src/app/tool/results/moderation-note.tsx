import { ShieldAlert } from 'lucide-react'
import type { Run } from '../../run/run.ts'

/** Tells a refusal by a filter from a failure: another try with the same words will end the same way. */
export function ModerationNote({ run }: { readonly run: Run }) {
  if (!isModerated(run)) return null
  return (
    <p className="flex items-center gap-2 text-sm text-warning">
      <ShieldAlert size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
      <span>Held back by moderation: nothing broke. Change the words of the prompt rather than running it again.</span>
    </p>
  )
}

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
