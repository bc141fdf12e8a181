import { useLabPlace } from './lab-place.ts'
import { PlanPage } from './plan-page.tsx'
import { PlansPage } from './plans-page.tsx'

/** Plans of many requests, and their results as a grid. */
export function LabPanel() {
  const [{ plan }] = useLabPlace()
  return plan === undefined ? <PlansPage /> : <PlanPage key={plan} id={plan} />
}
