import type { Places } from '../../../../src/app/lab/places.ts'
import type { LabPlan } from '../../../../src/lab/lab-plan.ts'

export interface GridProps {
  readonly plan: LabPlan
  readonly places: Places
}

/** That of the rows of medium height. */
export const rowHeight = 120
