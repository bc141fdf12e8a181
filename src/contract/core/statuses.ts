/**
 * How a reply, and so a run, can end. `unconfirmed`: looks whole, no terminal mark. `interrupted`: some of it came. `refused`: nothing done
 * or billed. `unknown`: nothing came, the work may be done.
 */
export const endStatuses = [
  'completed',
  'incomplete',
  'failed',
  'unconfirmed',
  'interrupted',
  'stopped',
  'refused',
  'unknown',
] as const
export type EndStatus = (typeof endStatuses)[number]

/** A run whose reply is a job that has not ended, as the router last said. */
export const jobStatuses = ['queued', 'running'] as const
type JobStatus = (typeof jobStatuses)[number]

/** How the reply to a request can end: as a run can, or with a job, which is not finished. */
export const replyStatuses = [...jobStatuses, ...endStatuses] as const
export type ReplyStatus = (typeof replyStatuses)[number]

/** Every status of a run, in the order in which a run can have them. A job is no end: it may still end in any way. */
export const runStatuses = ['draft', 'prepared', 'sending', 'receiving', ...replyStatuses] as const
export type RunStatus = (typeof runStatuses)[number]

/** Whether a run is a job that has not ended: its reply is stored, and its result is fetched when the job has completed. */
export function isJob(status: RunStatus): status is JobStatus {
  return status === 'queued' || status === 'running'
}
