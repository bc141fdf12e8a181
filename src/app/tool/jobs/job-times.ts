import { isJob } from '#contract/core/statuses.ts'
import { hasReplied, isOpen } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { timeTaken } from '../../run/time-taken.ts'

type Facts = Pick<Run, 'status' | 'job' | 'log' | 'times' | 'jobState'>

/** Whether the job was created elsewhere, and adopted here by its id. */
const isAdopted = ({ log }: Pick<Run, 'log'>) => log[0] !== undefined && hasReplied(log[0].status)

/** When the work was ordered, in ms since 1970: at the press, or, for a job of another place, as its router says. */
export function orderedAt(run: Pick<Run, 'log' | 'jobState'>): number {
  const first = run.log[0]?.at ?? 0
  return isAdopted(run) ? (run.jobState?.createdAt ?? first) : first
}

export const isGoing = ({ status }: Pick<Run, 'status'>): boolean => isOpen(status) || isJob(status)

/** Ms since the order, or until the end without the download. Undefined for what was never sent, and for jobs without a status URL. */
export function elapsedOf(run: Facts, now: number): number | undefined {
  return timeTaken(run) ?? (isGoing(run) && !run.jobState?.noStatus ? Math.max(0, now - orderedAt(run)) : undefined)
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const

/** A span in its largest unit, rounded down: `3 d`, `42 min`. */
export function roughSpan(ms: number): string {
  const [size, name] = units.find(([size]) => ms >= size) ?? [1000, 's']
  return `${Math.floor(ms / size)} ${name}`
}

/** How long the router keeps the content, `in 23 h`, or that it no longer does; undefined where it did not say. */
export function expiryWords({ jobState }: Pick<Run, 'jobState'>, now: number): string | undefined {
  if (jobState?.expiresAt === undefined) return undefined
  return jobState.expiresAt <= now ? 'expired' : `in ${roughSpan(jobState.expiresAt - now)}`
}

/** When the router last said something of the job: `checked just now`, `checked 8 s ago`. */
export function checkedWords({ polling }: Pick<Run, 'polling'>, now: number): string | undefined {
  if (polling?.answeredAt === undefined) return undefined
  const ago = now - polling.answeredAt
  return ago < 1000 ? 'checked just now' : `checked ${roughSpan(ago)} ago`
}
