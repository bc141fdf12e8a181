import { errorWords } from '#contract/core/errors.ts'
import type { JobFacts } from '#contract/core/job.ts'
import { defined, labelOf } from '#contract/core/loose-json.ts'
import { isJob } from '#contract/core/statuses.ts'
import { jobReadsOf } from '#contract/routes.ts'
import type { ErrorFacts } from '../../client/client-error.ts'
import { ownUrl } from '../../client/send/outgoing.ts'
import { withJobOpen } from '../../ledger/admit-run.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import { withAbsence, withPress } from '../follow/next-poll.ts'
import { advance, type Stamp } from '../life/states.ts'
import type { JobPoll, JobQuestion } from './poll-job.ts'

/** Whether a row is a job of this browser that can be read: not deleted, not imported. */
export function isFollowed(row: RunRow): boolean {
  const isOurs = row.open !== undefined && row.deleted === undefined
  return isOurs && isJob(row.status) && row.job !== undefined && jobReadsOf(row.endpoint) !== undefined
}

/** Undefined where the router named no address, or one on another origin than the base URL's, which is not given the key. */
export function questionOf({
  endpoint,
  job,
  jobState,
  connection,
}: Pick<RunRow, 'endpoint' | 'job' | 'jobState' | 'connection'>): JobQuestion | undefined {
  const status = jobReadsOf(endpoint)?.status
  if (status !== undefined) return job === undefined ? undefined : { endpoint: status, id: job }
  const url = jobState?.statusUrl === undefined ? undefined : ownUrl(connection, jobState.statusUrl)
  return url === undefined ? undefined : { url }
}

/** The row of a job that nobody can ask about is not watched; every other row is returned unchanged. */
export function withoutStatus(row: RunRow): RunRow {
  if (questionOf(row) !== undefined || row.jobState?.content === 'ready') return row
  return withoutWatch({ ...row, jobState: { ...row.jobState, noStatus: 'yes' } })
}

/** The ends from which `Jobs.checkNow` leads back: it is not known how the job stands, or its content was not downloaded. */
const openEnds = new Set(['interrupted not downloaded', 'failed not found', 'unknown stale'])

/** Whether `Jobs.checkNow` has something to ask. */
export function canCheck({
  status,
  reason,
  job,
  endpoint,
  jobState,
}: Pick<RunRow, 'status' | 'reason' | 'job' | 'endpoint' | 'jobState'>): boolean {
  if (job === undefined || jobReadsOf(endpoint) === undefined || jobState?.noStatus) return false
  return isJob(status) || openEnds.has(`${status} ${reason}`)
}

/** The row after a press on "Check now", as a job again where it had ended without a result. */
export function withJobPress(row: RunRow, stamp: Stamp): RunRow {
  if (!canCheck(row)) return row
  const { unclearSince: _, ...jobState } = row.jobState ?? {}
  const pressed = { ...withPress(row, stamp.at), ...(row.jobState && { jobState }) }
  // An imported job is followed from the first press on.
  if (isJob(row.status)) return row.open === undefined ? withJobOpen(pressed) : pressed
  const { reason: _r, error: _e, resolution: _s, ...rest } = pressed
  return withJobOpen({ ...rest, status: 'running', log: [...row.log, { status: 'running', ...stamp }] })
}

/** The row of a job that nobody asks about until a press. */
export function withoutWatch(row: RunRow): RunRow {
  return isJob(row.status) ? { ...row, polling: { ...row.polling, unwatched: 'yes' } } : row
}

/** How a job ended without content. */
export interface JobEnd {
  readonly status: 'failed' | 'unknown' | 'interrupted'
  readonly reason: string
  readonly error?: ErrorFacts
}

/** The row with an end; unchanged where it has ended already. */
export function withJobEnd(row: RunRow, { status, reason, error }: JobEnd, stamp: Stamp): RunRow {
  return advance(row, status, stamp, { reason, ...(error !== undefined && { error }) })
}

/** So many absences in a row, over at least so many ms, are an end. */
const mostAbsences = 5
const shortestAbsence = 60_000
/** Ms for which a word of unknown meaning is waited for. */
const unclearLimit = 24 * 3_600_000

/** The end that a poll brings; undefined while the job goes on. `row` is the row before it. */
export function endOf(row: RunRow, outcome: JobPoll, now: number): JobEnd | undefined {
  if (row.jobState?.content === 'ready') return undefined
  if (outcome.kind === 'told') return endTold(row, outcome.job, now)
  if (outcome.kind !== 'gone') return undefined
  const { absences = 0, absentSince = now } = withAbsence(row, now)
  const isGone = absences >= mostAbsences && now - absentSince >= shortestAbsence
  return isGone ? { status: 'failed', reason: 'not found', error: outcome.error } : undefined
}

function endTold(row: RunRow, job: JobFacts, now: number): JobEnd | undefined {
  if (job.state === 'failed') return hasContent(row, job) ? undefined : failedEnd(job)
  const since = row.jobState?.unclearSince
  return isUnclear(job) && since !== undefined && now - since >= unclearLimit
    ? { status: 'unknown', reason: 'stale' }
    : undefined
}

/** The end of a job of which the router says that it failed. */
export function failedEnd({ word = '', error }: JobFacts): JobEnd {
  const words = error === undefined ? undefined : errorWords({ error })
  // A code of figures alone (Google's 3) says nothing to a reader.
  const code = words?.code !== undefined && /[a-z]/i.test(words.code) ? words.code : 'failed'
  const reason = word.toLowerCase() === 'failed' ? code : word.toLowerCase()
  return { status: 'failed', reason: reason.slice(0, 200), ...(words && { error: { kind: 'api', ...words } }) }
}

/** Whether there is content to fetch. A job with several results may have failed with some of them made. */
function hasContent({ endpoint }: RunRow, { state, addresses = [] }: JobFacts): boolean {
  if (state !== 'failed') return state === 'completed'
  return addresses.length > 0 && jobReadsOf(endpoint)?.content === undefined
}

/** Some routers say "unknown" of jobs that they lost. */
const isUnclear = ({ state, word }: JobFacts) =>
  word !== undefined && (state === undefined || word.toLowerCase() === 'unknown')

/** The row after a reply that says how the job stands. What is completed stays so, whatever comes later, and the progress never goes back. */
export function withFacts(row: RunRow, job: JobFacts, stamp: Stamp): RunRow {
  const { reason: _, ...rest } = row
  const before = row.jobState ?? {}
  if (before.content === 'ready') return row
  const { word, progress, createdAt, completedAt, expiresAt, statusAddress: statusUrl, state } = job
  const { unclearSince = stamp.at, ...told } = before
  const jobState = {
    ...told,
    ...defined({ word: labelOf(word), createdAt, completedAt, expiresAt, statusUrl }),
    ...(progress !== undefined && { progress: Math.max(progress, before.progress ?? 0) }),
    ...(isUnclear(job) && { unclearSince }),
    ...(hasContent(row, job) && { content: 'ready' as const }),
  }
  if (state === undefined && word === undefined) return { ...rest, jobState }
  return advance({ ...rest, jobState }, state === 'queued' ? 'queued' : 'running', stamp)
}
