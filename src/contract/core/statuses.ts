/**
 * How a reply can end, and so a run. `unconfirmed`: it looks whole but has no terminal mark. `interrupted`: some of it came.
 * `refused`: nothing was done and nothing is billed. `unknown`: nothing came, and the work may have been done.
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

/** How the reply to a request can end: as a run can, or as `queued`: the router accepted the work as a job, which is not finished. */
export const replyStatuses = ['queued', ...endStatuses] as const
export type ReplyStatus = (typeof replyStatuses)[number]

/** Every status of a run, in the order in which a run can have them. `queued` is no end: the job may still end in any way. */
export const runStatuses = ['draft', 'prepared', 'sending', 'receiving', ...replyStatuses] as const
export type RunStatus = (typeof runStatuses)[number]
