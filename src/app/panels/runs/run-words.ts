import { routeOf } from '#contract/routes.ts'
import { statusNames } from '../../inspect/line/run-state.tsx'
import { isOpen } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { timeTaken } from '../../run/time-taken.ts'
import { grouped } from '../../ui/format.ts'

const { running: _, unknown: __, ...others } = statusNames

/** The labels of the states in the filter. `open` includes the jobs that run. */
export const stateNames = { ruling: 'Unknown result', open: 'Running', ...others, unknown: 'Unknown or dismissed' }

export function endpointTitle(endpoint: string): string {
  return routeOf(endpoint)?.title ?? endpoint
}

/** The duration of a run that is not open; a router gives that of a job in whole seconds. */
export function secondsOf(run: Pick<Run, 'status' | 'job' | 'log' | 'times' | 'jobState'>): string | undefined {
  const taken = isOpen(run.status) ? undefined : timeTaken(run)
  return taken === undefined ? undefined : `${(taken / 1000).toFixed(run.job === undefined ? 2 : 0)} s`
}

/** Input and output tokens; undefined where neither was reported. */
export function tokensInOut({ usage }: Pick<Run, 'usage'>): string | undefined {
  if (usage?.input === undefined && usage?.output === undefined) return undefined
  return `${count(usage.input)} → ${count(usage.output)}`
}

const count = (tokens: number | boolean | undefined) => (tokens === undefined ? '?' : grouped(Number(tokens)))
