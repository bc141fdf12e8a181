import { CircleCheck, CircleX } from 'lucide-react'
import type { Run } from '../run/run.ts'

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
