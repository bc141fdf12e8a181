import { Pin, PinOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { type Comparison, compareResults, comparisonWords } from '#lab/baseline.ts'
import { columnName } from '#lab/cells.ts'
import { emptyPlan, type LabPlan } from '#lab/lab-plan.ts'
import { rowLabel } from '#lab/outcomes.ts'
import { headResults } from '../../../lab/cell-results.ts'
import type { Places } from '../../../lab/places.ts'
import { type PlanVersion, planKeys } from '../../../lab/plan-drafts.ts'
import { useDraft } from '../../../run/use-draft.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { OptionSelect } from '../../../ui/option-select.tsx'
import { fullTime } from '../../../ui/short-time.ts'
import type { CellChecks } from '../checks/cell-checks.ts'
import { useCellChecks } from '../checks/use-cell-checks.ts'
import { useLabPlace } from '../lab-place.ts'
import { useVersionPlan } from '../stored-plans.ts'
import { usePlaces } from '../use-places.ts'

interface ShownVersion {
  readonly batch: string
  readonly plan: LabPlan
  readonly places: Places
  readonly checks: CellChecks
}

export type Baseline = ReturnType<typeof useBaseline>

/** What a cell has become since the baseline; absent where it is as it was. */
export type Turn = 'newly failed' | 'newly passed'

/** The version of a plan that is pinned, and how the one that is shown differs from it by the checks of now and the verdicts. */
export function useBaseline(id: string, current: LabPlan, { batch, plan, places, checks }: ShownVersion) {
  const { stored, write } = useDraft(planKeys.baseline(id), z.string())
  const [chosen, setChosen] = useState<string | null>()
  const pinned = chosen === undefined ? stored : (chosen ?? undefined)
  const other = pinned === batch ? undefined : pinned
  const { plan: earlier } = useVersionPlan(other)
  const { places: before } = usePlaces(other)
  const checksBefore = useCellChecks(current, earlier ?? nothing, before)
  const comparison = useMemo(
    () => earlier && compareResults(headResults(earlier, before, checksBefore), headResults(plan, places, checks)),
    [earlier, before, checksBefore, plan, places, checks],
  )
  const turns = useMemo(() => {
    const { newlyFailed = [], newlyPassed = [] } = comparison ?? {}
    return new Map<number, Turn>([
      ...newlyFailed.map(({ now }) => [now.at, 'newly failed'] as const),
      ...newlyPassed.map(({ now }) => [now.at, 'newly passed'] as const),
    ])
  }, [comparison])
  function pin(next: string | undefined): void {
    write(next)
    setChosen(next ?? null)
  }
  return {
    ...{ pinned, comparison, turns, pin },
    /** The run of the baseline that a run of the shown version stands for. */
    runBefore(run: string | undefined): string | undefined {
      const { newlyFailed = [], newlyPassed = [], unchanged = [] } = comparison ?? {}
      return [...newlyFailed, ...newlyPassed, ...unchanged].find(({ now }) => now.run === run)?.before.run
    },
  }
}

/** A plan without cells. */
const nothing = emptyPlan('')

interface VersionChoiceProps {
  readonly versions: readonly PlanVersion[]
  /** The one that is shown. */
  readonly batch: string
  readonly baseline: Baseline
}

/** Which version of a plan is shown, and whether it is the one that others are compared with. */
export function VersionChoice({ versions, batch, baseline: { pinned, pin } }: VersionChoiceProps) {
  const [, go] = useLabPlace()
  const isPinned = pinned === batch
  return (
    <>
      {versions.length > 1 && (
        <OptionSelect
          look="small"
          aria-label="Version"
          options={versions.map((version, at) => [
            version.batch,
            `Version ${at + 1} · ${fullTime(version.at)}${version.batch === pinned ? ' · baseline' : ''}`,
          ])}
          value={batch}
          onValue={(next) => go({ batch: next, cell: undefined }, 'replace')}
        />
      )}
      <IconButton
        name="Pin as baseline"
        title={isPinned ? 'This version is the baseline' : 'Pin as baseline'}
        aria-pressed={isPinned}
        icon={isPinned ? <PinOff size={16} /> : <Pin size={16} />}
        onClick={() => pin(isPinned ? undefined : batch)}
      />
    </>
  )
}

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
