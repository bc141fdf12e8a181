import { defined, isRecord, type JsonRecord, textOf } from './loose-json.ts'

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

/** The state of long work on a router. */
export type JobState = 'queued' | 'running' | 'completed' | 'failed'

const words: readonly (readonly [JobState, string])[] = [
  [
    'queued',
    'queued pending submitted preparing queueing starting throttled in_queue not_started created waiting scheduled',
  ],
  [
    'running',
    'in_progress processing running preprocessing rendering generating started dreaming dubbing cloning unknown',
  ],
  ['completed', 'completed succeeded succeed success done ready finished complete dubbed'],
  ['failed', 'failed fail failure error rejected moderated content_filtered expired cancelled canceled'],
]
const states = new Map(words.flatMap(([state, list]) => list.split(' ').map((word) => [word, state] as const)))

/** What a router's word for the state of a job means, in any case; undefined for a word that is not known. */
export function jobState(word: string): JobState | undefined {
  return states.get(word.toLowerCase())
}

/** Names of an id that only a job has. */
const jobNames = ['dubbing_id', 'video_id', 'job_id', 'task_id']
const idNames = ['id', ...jobNames, 'generation_id', 'request_id']

/** What a JSON reply says of a job; each is left out where it says nothing. */
interface JobFacts {
  readonly state?: JobState
  /** The router's own word for the state. */
  readonly word?: string
  /** Opaque, and up to some hundred characters long. */
  readonly id?: string
}

/**
 * Reads a job from a JSON reply, or from its `data`. A reply with the id of a job and no word for its state, as that of
 * `/audio/dubbing`, counts as queued; a plain `id` does not make a job, since results have one, too.
 */
export function jobOf(reply: JsonRecord): JobFacts {
  const job = wordOf(reply) === undefined && isRecord(reply.data) ? reply.data : reply
  const word = wordOf(job)
  if (word !== undefined)
    return defined({ state: jobState(word), word, id: idOf(job, idNames) ?? idOf(reply, idNames) })
  const id = idOf(job, jobNames)
  return id === undefined ? {} : { state: 'queued', id }
}

const wordOf = ({ status, state }: JsonRecord) => textOf(status) ?? textOf(state)

function idOf(job: JsonRecord, names: readonly string[]): string | undefined {
  return names.map((name) => textOf(job[name])).find((id) => id !== undefined)
}
