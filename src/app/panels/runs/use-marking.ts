import { useRunActions } from '../../run/history/use-run-actions.ts'
import { toggledTags } from './marks.tsx'
import type { Row } from './run-row-view.tsx'

/** The function that gives runs a verdict or a tag by a single letter; false for a letter that does neither. */
export function useMarking(tags: readonly string[]) {
  const actions = useRunActions()

  function judge(rows: readonly Row[], verdict: 'pass' | 'fail'): void {
    const next = rows.every((row) => row.verdict === verdict) ? undefined : verdict
    for (const row of rows) void actions.setVerdict(row.id, next)
  }

  return (rows: readonly Row[], letter: string): boolean => {
    const tag = /[1-9]/.test(letter) ? tags[Number(letter) - 1] : undefined
    if (letter === 'p') judge(rows, 'pass')
    else if (letter === 'f') judge(rows, 'fail')
    else if (tag === undefined) return false
    else for (const row of rows) void actions.setTags(row.id, toggledTags(row.tags ?? [], tag))
    return true
  }
}
