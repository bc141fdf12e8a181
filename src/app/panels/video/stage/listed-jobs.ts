import { matches } from '../../../run/history/matches.ts'
import { isEnded } from '../../../run/life/states.ts'
import type { Run } from '../../../run/run.ts'
import { promptOf } from '../../../tool/asked.ts'
import { isGoing } from '../../../tool/jobs/job-times.ts'

/** Which jobs are listed: all of them, or those of one state. */
export const jobFilters = {
  all: 'All states',
  going: 'In progress',
  completed: 'Completed',
  failed: 'Failed',
  unknown: 'Unknown result',
} as const
export type JobFilter = keyof typeof jobFilters

function isIn(run: Run, filter: JobFilter): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'going':
      return isGoing(run)
    case 'failed':
      return isEnded(run.status) && run.status !== 'completed' && run.status !== 'unknown'
    default:
      return run.status === filter
  }
}

/** The jobs to be listed, newest first. `text`: words that must all occur in the prompt, the model, an id, a note, a tag or an error. */
export function listedJobs(runs: readonly Run[], filter: JobFilter, text: string): readonly Run[] {
  const query = text.trim() === '' ? {} : { text: text.trim() }
  return runs.filter((run) => isIn(run, filter) && matches(run, query, promptOf(run).toLowerCase())).toReversed()
}
