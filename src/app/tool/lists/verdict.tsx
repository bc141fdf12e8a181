import { CircleCheck, CircleX } from 'lucide-react'
import { ownOf } from '#contract/core/loose-json.ts'
import { useRunActions } from '../../run/history/run-actions.ts'
import type { Run } from '../../run/run.ts'
import { letterOf } from '../../ui/keys/letter-keys.tsx'

/** Sets the verdict of a run; one that it has already is taken back. */
export function useVerdict(): (run: Run, verdict: 'pass' | 'fail') => void {
  const { setVerdict } = useRunActions()
  return (run, verdict) => void setVerdict(run.id, run.verdict === verdict ? undefined : verdict)
}

/** The verdict that a press means: P or F. */
export const verdictOf = (event: Parameters<typeof letterOf>[0]): 'pass' | 'fail' | undefined =>
  ownOf({ p: 'pass', f: 'fail' } as const, letterOf(event))

const looks = {
  pass: { Icon: CircleCheck, ink: 'text-success', word: 'Pass' },
  fail: { Icon: CircleX, ink: 'text-danger', word: 'Fail' },
}

interface VerdictMarkProps {
  readonly verdict: Run['verdict']
  /** Of its icon, in pixels. */
  readonly size: 12 | 14
}

/** The verdict of a run in a list; nothing without one. */
export function VerdictMark({ verdict, size }: VerdictMarkProps) {
  if (verdict === undefined) return null
  const { Icon, ink, word } = looks[verdict]
  return (
    <span className={`flex shrink-0 items-center gap-1 ${size === 12 ? 'text-2xs' : 'text-xs'} ${ink}`}>
      <Icon size={size} />
      {word}
    </span>
  )
}
