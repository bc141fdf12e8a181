import type { Step } from './text/align.ts'
import type { ErrorRate } from './text/error-rate.ts'

/** Two aligned texts as one: what only the first has is struck through, what only the second has is underlined. */
export function Differences({ rate, gap }: { readonly rate: ErrorRate; readonly gap: string }) {
  const { steps, reference, heard } = rate
  let from = 0
  return groupsOf(steps).map((group) => {
    from += group.length
    const removed = group.flatMap((step) => ('a' in step ? (reference[step.a] ?? []) : []))
    const added = group.flatMap((step) => ('b' in step ? (heard[step.b] ?? []) : []))
    if (group[0]?.kind === 'same') return `${added.join(gap)}${gap}`
    return (
      <span key={from}>
        {removed.length > 0 && <del>{removed.join(gap)}</del>}
        {removed.length > 0 && added.length > 0 && ' '}
        {added.length > 0 && <ins>{added.join(gap)}</ins>}
        {gap}
      </span>
    )
  })
}

/** Steps in a row that are all alike, or all different. */
function groupsOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const groups: Step[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (last && (last[0]?.kind === 'same') === (step.kind === 'same')) last.push(step)
    else groups.push([step])
  }
  return groups
}
