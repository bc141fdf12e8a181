import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { compareResults } from '#lab/baseline.ts'
import { emptyPlan, type LabPlan } from '#lab/lab-plan.ts'
import { headResults } from '../../../lab/cell-results.ts'
import type { Places } from '../../../lab/places.ts'
import { planKeys } from '../../../lab/plan-drafts.ts'
import { useDraft } from '../../../run/use-draft.ts'
import type { CellChecks } from '../checks/cell-checks.ts'
import { useCellChecks } from '../checks/use-cell-checks.ts'
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
