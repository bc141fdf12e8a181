import { CircleCheck, CircleX } from 'lucide-react'
import { ownOf } from '#contract/core/loose-json.ts'
import { type Mark, useRunActions } from '../../run/history/run-actions.ts'
import type { Run } from '../../run/run.ts'
import { letterOf } from '../../ui/keys/letter-keys.tsx'

/** Toggles a verdict: it is removed where all of the runs have it. */
export function verdictOn(
  runs: readonly Pick<Run, 'verdict'>[],
  verdict: 'pass' | 'fail',
): Extract<Mark, { kind: 'verdict' }> {
  return { kind: 'verdict', verdict: runs.every((run) => run.verdict === verdict) ? undefined : verdict }
}

/** Toggles a tag: it is removed where all of the runs have it. */
export function tagOn(runs: readonly Pick<Run, 'tags'>[], tag: string): Mark {
  return { kind: 'tag', tag, isSet: !runs.every((run) => run.tags?.includes(tag)) }
}

/** The mark that a letter means for runs: P and F toggle a verdict, a digit one of the first nine tags. */
export function markOf(
  letter: string | undefined,
  runs: readonly Pick<Run, 'verdict' | 'tags'>[],
  tags: readonly string[],
): Mark | undefined {
  const tag = letter !== undefined && /^[1-9]$/.test(letter) ? tags[Number(letter) - 1] : undefined
  if (letter === 'p' || letter === 'f') return verdictOn(runs, letter === 'p' ? 'pass' : 'fail')
  return tag === undefined ? undefined : tagOn(runs, tag)
}

export function useVerdict(): (run: Run, verdict: 'pass' | 'fail') => void {
  const { setVerdict } = useRunActions()
  return (run, verdict) => void setVerdict(run.id, verdictOn([run], verdict).verdict)
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
