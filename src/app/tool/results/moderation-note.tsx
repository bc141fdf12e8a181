import { ShieldAlert } from 'lucide-react'
import type { Run } from '../../run/run.ts'
import { isModerated } from './is-moderated.ts'

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
