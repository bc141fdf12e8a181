import { TriangleAlert } from 'lucide-react'
import { useRuns } from '../run/use-runs.tsx'

/** Says that nothing is kept, where the browser stores nothing. */
export function MemoryOnly() {
  const { persistent } = useRuns()
  if (persistent) return null
  return (
    <p className="flex items-center gap-2 text-warning text-xs">
      <TriangleAlert size={16} className="shrink-0" />
      Storage is unavailable: runs are lost when this page closes.
    </p>
  )
}
