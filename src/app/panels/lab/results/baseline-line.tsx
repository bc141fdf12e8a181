import { type Comparison, comparisonWords } from '#lab/baseline.ts'
import { columnName } from '#lab/cells.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { rowLabel } from '#lab/outcomes.ts'

/** How many missing cells are named. */
const most = 50

interface BaselineLineProps {
  readonly plan: LabPlan
  readonly comparison: Comparison | undefined
}

/** How the results that are shown differ from the baseline, and which of its cells they have not. */
export function BaselineLine({ plan, comparison }: BaselineLineProps) {
  if (!comparison) return null
  const { missing } = comparison
  return (
    <div className="grid shrink-0 gap-1 px-4 pb-3 text-soft text-xs md:px-6">
      <p role="status" className="tabular-nums">
        Against the baseline: {comparisonWords(comparison)}
      </p>
      {missing.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer">Missing cells</summary>
          <ul className="max-h-32 overflow-y-auto pt-1">
            {missing.slice(0, most).map((cell) => (
              <li key={cell.at} className="truncate" dir="auto">
                {rowLabel(plan, cell)} · <span className="font-mono">{columnName(cell.column)}</span>
              </li>
            ))}
            {missing.length > most && <li>And {missing.length - most} more.</li>}
          </ul>
        </details>
      )}
    </div>
  )
}
