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

/** Every status of a run, in the order in which a run can have them. */
export const runStatuses = ['draft', 'prepared', 'sending', 'receiving', ...endStatuses] as const
export type RunStatus = (typeof runStatuses)[number]
