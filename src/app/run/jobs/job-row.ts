import { errorWords } from '#contract/core/error-words.ts'
import type { JobFacts } from '#contract/core/job.ts'
import { defined, labelOf } from '#contract/core/loose-json.ts'
import { isJob } from '#contract/core/statuses.ts'
import { jobReadsOf } from '#contract/routes.ts'
import type { ErrorFacts } from '../../client/client-error.ts'
import { ownUrl } from '../../client/send/outgoing.ts'
import { withJobOpen } from '../../ledger/guard.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import { advance, type Stamp } from '../life/states.ts'
import type { JobQuestion, PollOutcome } from './poll-job.ts'
import { createdAt } from './poll-pace.ts'

type Tracked = NonNullable<RunRow['tracked']>

/** Whether a row is a job of this browser that can be read: not deleted, not imported. */
export function isFollowed(row: RunRow): boolean {
  const isOurs = row.open !== undefined && row.deleted === undefined
  return isOurs && isJob(row.status) && row.job !== undefined && jobReadsOf(row.endpoint) !== undefined
}

/** Undefined where the router named no address, or one on another origin than the base URL's, which is not given the key. */
export function questionOf({
  endpoint,
  job,
  tracked,
  connection,
}: Pick<RunRow, 'endpoint' | 'job' | 'tracked' | 'connection'>): JobQuestion | undefined {
  const status = jobReadsOf(endpoint)?.status
  if (status !== undefined) return job === undefined ? undefined : { endpoint: status, id: job }
  const url = tracked?.statusUrl === undefined ? undefined : ownUrl(connection, tracked.statusUrl)
  return url === undefined ? undefined : { url }
}

/** The row of a job that nobody can ask about is not watched; every other row is returned unchanged. */
export function withQuestion(row: RunRow): RunRow {
  if (questionOf(row) !== undefined || row.tracked?.content === 'ready') return row
  return { ...row, tracked: { ...row.tracked, noStatus: 'yes', unwatched: 'yes' } }
}

/** The ends from which `Jobs.checkNow` leads back: it is not known how the job stands, or its content was not downloaded. */
const openEnds = new Set(['interrupted not downloaded', 'failed not found', 'unknown stale'])

/** Whether `Jobs.checkNow` has something to ask. */
export function canCheck({
  status,
  reason,
  job,
  endpoint,
  tracked,
}: Pick<RunRow, 'status' | 'reason' | 'job' | 'endpoint' | 'tracked'>): boolean {
  if (job === undefined || jobReadsOf(endpoint) === undefined || tracked?.noStatus) return false
  return isJob(status) || openEnds.has(`${status} ${reason}`)
}

/** The row before a poll, so that every tab counts it. */
export function withAsked(row: RunRow, now: number): RunRow {
  const { askAfter: _, ...tracked } = row.tracked ?? {}
  return { ...row, tracked: { ...tracked, polls: (tracked.polls ?? 0) + 1, askedAt: now } }
}

/** The row after a press on "Check now", as a job again where it had ended without a result. */
export function withPress(row: RunRow, stamp: Stamp): RunRow {
  if (!canCheck(row)) return row
  const { unwatched: _, absences: __, absentSince: ___, oddSince: ____, ...told } = row.tracked ?? {}
  const tracked = { ...told, pressedAt: stamp.at }
  // An imported job is followed from the first press on.
  if (isJob(row.status)) return row.open === undefined ? withJobOpen({ ...row, tracked }) : { ...row, tracked }
  const { reason: _r, error: _e, resolution: _s, ...rest } = row
  return withJobOpen({ ...rest, status: 'running', tracked, log: [...row.log, { status: 'running', ...stamp }] })
}

/** The row of a job that nobody asks about until a press. */
export function withoutWatch(row: RunRow): RunRow {
  return isJob(row.status) ? { ...row, tracked: { ...row.tracked, unwatched: 'yes' } } : row
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

/** Ms after its creation in which a job may still be unknown to its router. */
const youth = 30_000
/** After that, so many absences in a row, over at least so many ms, are an end. */
const mostAbsences = 5
const shortestAbsence = 60_000
/** Ms for which a word of unknown meaning is waited for. */
const patience = 24 * 3_600_000

/** The end that a poll brings; undefined while the job goes on. `row` is the row before it. */
export function endOf(row: RunRow, outcome: PollOutcome, now: number): JobEnd | undefined {
  if (row.tracked?.content === 'ready') return undefined
  if (outcome.kind === 'told') return endTold(row, outcome.job, now)
  if (outcome.kind !== 'absent') return undefined
  const { absences = 0, absentSince = now } = withAbsence(row, now)
  const isGone = absences >= mostAbsences && now - absentSince >= shortestAbsence
  return isGone ? { status: 'failed', reason: 'not found', error: outcome.error } : undefined
}

function endTold(row: RunRow, job: JobFacts, now: number): JobEnd | undefined {
  if (job.state === 'failed') return hasContent(row, job) ? undefined : failedEnd(job)
  const since = row.tracked?.oddSince
  return isOdd(job) && since !== undefined && now - since >= patience
    ? { status: 'unknown', reason: 'stale' }
    : undefined
}

/** The end of a job of which the router says that it failed. */
export function failedEnd({ word = '', error }: JobFacts): JobEnd {
  const words = error === undefined ? undefined : errorWords({ error })
  const reason = word.toLowerCase() === 'failed' ? (words?.code ?? 'failed') : word.toLowerCase()
  return { status: 'failed', reason: reason.slice(0, 200), ...(words && { error: { kind: 'api', ...words } }) }
}

/** Whether there is content to fetch. A job with several results may have failed with some of them made. */
function hasContent({ endpoint }: RunRow, { state, addresses = [] }: JobFacts): boolean {
  if (state !== 'failed') return state === 'completed'
  return addresses.length > 0 && jobReadsOf(endpoint)?.content === undefined
}

/** Some routers say "unknown" of jobs that they lost. */
const isOdd = ({ state, word }: JobFacts) =>
  word !== undefined && (state === undefined || word.toLowerCase() === 'unknown')

/**
 * The row after a poll that ended nothing. What is completed stays so, whatever comes later, and the progress never goes back.
 */
export function withPoll(row: RunRow, outcome: PollOutcome, stamp: Stamp): RunRow {
  if (!isJob(row.status)) return row
  const { retryAfter } = outcome
  const asked = retryAfter === undefined ? {} : { askAfter: stamp.at + retryAfter * 1000 }
  switch (outcome.kind) {
    case 'told':
      return withFacts({ ...row, tracked: { ...answered(row, stamp.at), ...asked } }, outcome.job, stamp)
    case 'pending':
      return { ...row, tracked: { ...answered(row, stamp.at), ...asked } }
    case 'absent':
      return stamp.at - createdAt(row) < youth
        ? { ...row, tracked: { ...row.tracked, ...asked } }
        : { ...row, tracked: { ...troubled(withAbsence(row, stamp.at), outcome.error), ...asked } }
    case 'trouble':
      return { ...row, tracked: { ...troubled(row.tracked ?? {}, outcome.error), ...asked } }
  }
}

/** The row after a reply that says how the job stands. */
export function withFacts(row: RunRow, job: JobFacts, stamp: Stamp): RunRow {
  const { reason: _, ...rest } = row
  const before = row.tracked ?? {}
  if (before.content === 'ready') return row
  const { word, progress, createdAt, completedAt, expiresAt, statusAddress: statusUrl, state } = job
  const { oddSince = stamp.at, ...told } = before
  const tracked: Tracked = {
    ...told,
    ...defined({ word: labelOf(word), createdAt, completedAt, expiresAt, statusUrl }),
    ...(progress !== undefined && { progress: Math.max(progress, before.progress ?? 0) }),
    ...(isOdd(job) && { oddSince }),
    ...(hasContent(row, job) && { content: 'ready' }),
  }
  if (state === undefined && word === undefined) return { ...rest, tracked }
  return advance({ ...rest, tracked }, state === 'queued' ? 'queued' : 'running', stamp)
}

function answered(row: RunRow, now: number): Tracked {
  const {
    missed: _,
    trouble: __,
    troubleStatus: ___,
    absences: ____,
    absentSince: _____,
    ...tracked
  } = row.tracked ?? {}
  return { ...tracked, answeredAt: now }
}

function withAbsence({ tracked = {}, log }: RunRow, now: number): Tracked {
  if (now - createdAt({ log }) < youth) return tracked
  return { ...tracked, absences: (tracked.absences ?? 0) + 1, absentSince: tracked.absentSince ?? now }
}

function troubled(tracked: Tracked, error: ErrorFacts): Tracked {
  const { troubleStatus: _, ...before } = tracked
  const { status } = error
  return {
    ...before,
    missed: (tracked.missed ?? 0) + 1,
    trouble: troubleOf(error),
    ...(status !== undefined && { troubleStatus: status }),
  }
}

const longestTrouble = 300

/** Why a poll gave nothing, as a sentence. */
export function troubleOf({ kind, status, message }: ErrorFacts): string {
  const words = message.slice(0, longestTrouble)
  if (kind === 'network') return 'Could not reach the router.'
  if (kind === 'interrupted') return 'The router’s answer broke off.'
  if (status === 401 || status === 403) return `The router does not accept the API key: ${words}`
  if (status === 404 || status === 410) return `The router does not know this job: ${words}`
  return status === undefined || message.includes(String(status)) ? words : `HTTP ${status}: ${words}`
}
