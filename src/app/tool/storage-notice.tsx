import { TriangleAlert } from 'lucide-react'
import type { Runs } from '../run/runs.ts'
import { useRuns } from '../run/use-runs.tsx'
import { Callout } from '../ui/callout.tsx'

/** Why runs are kept in memory only, and what can be done about it. */
const reasons: Readonly<Record<NonNullable<Runs['trouble']>, string>> = {
  absent: 'This browser blocks storage (IndexedDB), as in some private windows. Open Patchbay in a normal window.',
  refused:
    'This browser refuses storage (IndexedDB) to the page. Allow site data, leave private browsing or free disk space, then reload.',
  newer:
    'The runs stored in this browser belong to a newer version of Patchbay, which this page cannot read. They are intact. Reload to get that version.',
  blocked: 'An older version of Patchbay is open in another tab. Close that tab, then reload.',
}

const title = 'Runs are not stored'
const lost = 'Runs, conversations, drafts and files are lost when this page closes.'

/** Says that nothing is kept and why, where the ledger is in memory: a line where something is sent, a `card` where runs are listed. */
export function StorageNotice({ look = 'line' }: { readonly look?: 'line' | 'card' }) {
  const { persistent, trouble = 'refused' } = useRuns()
  if (persistent) return null
  if (look === 'line')
    return (
      <p className="flex gap-2 text-warning text-xs">
        <TriangleAlert size={16} className="shrink-0" />
        <span>
          {title}. {lost} {reasons[trouble]}
        </span>
      </p>
    )
  return (
    <Callout tone="warning" title={title}>
      <p className="text-soft text-xs">
        {lost} {reasons[trouble]}
      </p>
    </Callout>
  )
}
