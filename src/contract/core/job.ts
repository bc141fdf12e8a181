import { type JobState, jobState } from './job-state.ts'
import { defined, isRecord, type JsonRecord, listOf, ownOf, textOf } from './loose-json.ts'

/** What a JSON reply says of a job; each is left out where it says nothing. */
export interface JobFacts {
  /** Absent for a word that is not known. */
  readonly state?: JobState
  /** The router's own word for the state. */
  readonly word?: string
  /** Opaque, and up to some hundred characters long. */
  readonly id?: string
  /**
   * Percent, 0 to 100. A whole number and "45%" are percent; a number with decimals below 1 is a fraction (`0.45`), so that a router which
   * counts to 1 ends at 1 %, with a word that says more. Every other value says nothing.
   */
  readonly progress?: number
  /** Wall clock, in ms since 1970, as are the next two. */
  readonly createdAt?: number
  readonly completedAt?: number
  readonly expiresAt?: number
  /** Why it failed, or was moderated: an object in any shape of error, or a text. */
  readonly error?: JsonRecord | string
  /** Where its content is: URLs, or paths of the router. Data URLs are left out. */
  readonly addresses?: readonly string[]
  /** Where its state can be asked for. */
  readonly statusAddress?: string
  readonly model?: string
  readonly prompt?: string
}

/** Names of an id that only a job has. */
const jobNames = ['dubbing_id', 'video_id', 'job_id', 'task_id']
const idNames = ['id', ...jobNames, 'generation_id', 'request_id', 'name']

/**
 * Reads a job from a JSON reply, or from its `data`. A reply with the id of a job and no word for its state, as that of
 * `/audio/dubbing`, counts as queued; a plain `id` does not make a job, since results have one, too.
 */
export function jobOf(reply: JsonRecord): JobFacts {
  const job = isRecord(reply.data) && isWrapped(reply, reply.data) ? reply.data : reply
  const word = wordOf(job)
  const id = idOf(job, idNames) ?? idOf(reply, idNames)
  if (word !== undefined) return defined({ state: jobState(word), word, id, ...detailsOf(job, reply) })
  const plain = idOf(job, jobNames) ?? idOf(reply, jobNames)
  return plain === undefined ? {} : { state: 'queued', id: plain, ...defined(detailsOf(job, reply)) }
}

/** Whether the job is in `data`: a word beside it that comes without an id is that of the request (`{status: "success", data: {…}}`). */
function isWrapped(reply: JsonRecord, data: JsonRecord): boolean {
  return wordOf(reply) === undefined || (wordOf(data) !== undefined && idOf(reply, idNames) === undefined)
}

/** The addresses of content in a reply of which it is known that it is a job's: for one that has no word for its state. */
export function contentAddresses(reply: JsonRecord): readonly string[] {
  const nodes = nodesOf(reply)
  const metadata = nodes.flatMap((node) => (isRecord(node.metadata) ? [node.metadata] : []))
  const found = [...nodes, ...metadata].flatMap((node) => contentKeys.flatMap((key) => addressesIn(ownOf(node, key))))
  return [...new Set([...contentNames(reply).keys(), ...found])]
}

/** By address, what a reply calls the content there, such as the language of a dub. */
export function contentNames(reply: JsonRecord): ReadonlyMap<string, string> {
  const named = nodesOf(reply).flatMap(({ result_urls: results }) => (isRecord(results) ? Object.entries(results) : []))
  return new Map(named.flatMap(([name, one]) => addressesIn(one).map((address) => [address, name] as const)))
}

const nodesOf = (reply: JsonRecord) => (isRecord(reply.data) ? [reply.data, reply] : [reply])

function wordOf({ status, state, task_status: task }: JsonRecord): string | undefined {
  return textOf(status) ?? textOf(state) ?? textOf(task)
}

function idOf(job: JsonRecord, names: readonly string[]): string | undefined {
  return names.map((name) => idText(ownOf(job, name))).find((id) => id !== undefined)
}

const idText = (value: unknown) =>
  textOf(value) ?? (typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined)

const progressNames = ['progress', 'progress_percent', 'progress_percentage', 'percent', 'percentage']
const createdNames = ['created_at', 'createdAt', 'created', 'submit_time']
const completedNames = ['completed_at', 'completedAt', 'finished_at', 'finishedAt']
const expiresNames = ['expires_at', 'expiresAt', 'expires']
const errorNames = [
  'error',
  'failure',
  'failure_reason',
  'fail_reason',
  'failure_code',
  'task_status_msg',
  'moderation_reason',
]
const statusNames = ['status_url', 'polling_url', 'statusUrl', 'pollingUrl']

/** In the order of trust: names that say media before those that say only that there is an address. */
const contentKeys = [
  ...[
    'unsigned_urls',
    'result_urls',
    'video_url',
    'videoUrl',
    'video',
    'audio_url',
    'audioUrl',
    'audio',
    'videos',
    'assets',
    'content',
    'urls',
  ],
  ...['output', 'outputs', 'output_url', 'result_url', 'download_url', 'url', 'result', 'data'],
]

function detailsOf(job: JsonRecord, reply: JsonRecord): Omit<JobFacts, 'state' | 'word' | 'id'> {
  const first = <T>(names: readonly string[], read: (value: unknown) => T | undefined): T | undefined =>
    names
      .flatMap((name) => [ownOf(job, name), ownOf(reply, name)])
      .reduce<T | undefined>((found, value) => found ?? read(value), undefined)
  const addresses = contentAddresses(reply)
  return defined({
    progress: first(progressNames, percentOf),
    createdAt: first(createdNames, timeOf),
    completedAt: first(completedNames, timeOf),
    expiresAt: first(expiresNames, timeOf),
    error: first(errorNames, errorOf),
    addresses: addresses.length > 0 ? addresses : undefined,
    statusAddress: first(statusNames, addressOf),
    model: first(['model'], textOf),
    prompt: first(['prompt'], textOf),
  })
}

function percentOf(value: unknown): number | undefined {
  if (typeof value === 'string') return /^\s*\d{1,3}(?:\.\d+)?\s*%?\s*$/.test(value) ? percentIn(value) : undefined
  if (typeof value !== 'number' || !(value >= 0 && value <= 100)) return undefined
  return value < 1 && !Number.isInteger(value) ? value * 100 : value
}

/** A text with a percent sign is percent, whatever its number. */
function percentIn(text: string): number | undefined {
  const number = Number.parseFloat(text)
  if (!text.includes('%')) return percentOf(number)
  return number <= 100 ? number : undefined
}

/** Times below are seconds, those above are milliseconds: 1973 in ms, the year 5138 in s. */
const leastMilliseconds = 1e11
const latest = 8.64e15

function timeOf(value: unknown): number | undefined {
  const text = textOf(value)
  const number = typeof value === 'number' || /^\d+(?:\.\d+)?$/.test(text ?? '') ? Number(value) : undefined
  const ms = number === undefined ? Date.parse(text ?? '') : number < leastMilliseconds ? number * 1000 : number
  // Some routers send 0 for a time that is not known.
  return ms > 0 && ms <= latest ? Math.round(ms) : undefined
}

function errorOf(value: unknown): JsonRecord | string | undefined {
  return isRecord(value) && Object.keys(value).length > 0 ? value : textOf(value)
}

/** Levels below a name of content: `content.video_url`, `assets.video`, `data[0].url`, `output.video.url`. */
const deepest = 3

function addressesIn(value: unknown, depth = 0): readonly string[] {
  const address = addressOf(value)
  if (address !== undefined) return [address]
  if (depth >= deepest) return []
  if (Array.isArray(value)) return listOf(value).flatMap((one) => addressesIn(one, depth + 1))
  return isRecord(value) ? contentKeys.flatMap((key) => addressesIn(ownOf(value, key), depth + 1)) : []
}

const longestAddress = 8192

/** An http address, or a path of the router. */
function addressOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && text.length <= longestAddress && /^(?:https?:\/\/\S|\/[^/\s])/i.test(text)
    ? text
    : undefined
}
