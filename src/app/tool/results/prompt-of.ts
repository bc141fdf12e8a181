import { recordOf } from '#contract/core/loose-json.ts'
import type { Run } from '../../run/run.ts'

/** What was asked for, in whole; the run's title where its request is lost. */
export function promptOf({ request, title }: Pick<Run, 'request' | 'title'>): string {
  const { prompt } = recordOf(request)
  return typeof prompt === 'string' && prompt.trim() !== '' ? prompt : title
}
