import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { fill } from '#lab/cells.ts'
import { type CheckResult, readCheck } from '#lab/checks/check.ts'
import { checkWords, outcomeOf } from '#lab/checks/evaluate.ts'

const looks = {
  passed: { Icon: CircleCheck, ink: 'text-success', word: 'Passed' },
  failed: { Icon: CircleX, ink: 'text-danger', word: 'Failed' },
  unable: { Icon: TriangleAlert, ink: 'text-warning', word: 'Not checked' },
} as const

/** How many checks of a cell have passed: `2 of 3`; nothing without checks. */
export function CheckMark({ results = [] }: { readonly results: readonly CheckResult[] | undefined }) {
  const outcome = outcomeOf(results)
  if (!outcome) return null
  const { Icon, ink } = looks[outcome]
  const passed = results.filter((one) => one.outcome === 'passed').length
  return (
    <span className={`flex shrink-0 items-center gap-1 text-2xs tabular-nums ${ink}`} title="Checks passed">
      <Icon size={12} />
      <span>
        {passed} of {results.length}
        <span className="sr-only"> checks passed</span>
      </span>
    </span>
  )
}

interface CheckListProps {
  readonly results: readonly CheckResult[]
  /** The values of the cell's row, which fill the texts of its checks. */
  readonly vars: JsonRecord
}

/** Each check of a cell with what became of it, and why. */
export function CheckList({ results, vars }: CheckListProps) {
  return (
    <section aria-label="Checks" className="grid grid-cols-1 gap-1.5">
      <h3 className="text-soft text-xs">Checks</h3>
      <ul className="grid grid-cols-1 gap-1.5 text-xs">
        {results.map(({ check, outcome, reason }, at) => {
          const { Icon, ink, word } = looks[outcome]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a check has no other name than its place.
            <li key={at} className="flex min-w-0 gap-2">
              <Icon size={14} className={`mt-px shrink-0 ${ink}`} />
              <span className="wrap-anywhere min-w-0">
                <span className={ink}>{word}</span> · {checkWords(readCheck(fill(check, vars)) ?? check)}
                {reason && <span className="block text-soft">{reason}</span>}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
