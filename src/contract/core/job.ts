import { type JobState, jobState } from './job-state.ts'
import { defined, firstOf, isRecord, type JsonRecord, listOf, nameList, ownOf, recordOf, textOf } from './loose-json.ts'

/** What a JSON reply says of a job; each is left out where it says nothing. */
export interface JobFacts {
  /** Absent for a word that is not known. */
  readonly state?: JobState
  /** The router's own word for the state; of an operation that says only `done`, a word for that. */
  readonly word?: string
  /** Opaque, and up to some hundred characters long. */
  readonly id?: string
  /** Percent. A decimal below 1 is a fraction; a router that counts to 1 ends at 1 %, with a word that says more. */
  readonly progress?: number
  /** Wall clock, in ms since 1970, as are the next two. */
  readonly createdAt?: number
  readonly completedAt?: number
  readonly expiresAt?: number
  /** Why it failed, or was moderated: an object in any shape of error, or a text. */
  readonly error?: JsonRecord | string
  /** Where its content is: URLs, or paths of the router. Data URLs are left out. */
  readonly addresses?: readonly string[]
  readonly statusAddress?: string
  readonly model?: string
  readonly prompt?: string
}

/** Names of an id that only a job has. */
const jobNames = ['dubbing_id', 'video_id', 'job_id', 'task_id', 'jobId', 'taskId', 'videoId']
const idNames = ['id', ...jobNames, 'generation_id', 'request_id', 'requestId', 'uuid', 'name']

const wrappers = nameList('data output result job task video response generation prediction operation')

/** Reads a job from a reply or a record in it. An id that only jobs have counts as queued without a word; a plain `id` does not. */
export function jobOf(reply: JsonRecord): JobFacts {
  const job = jobIn(reply)
  const word = wordOf(job)
  const id = idOf(job, idNames) ?? idOf(reply, idNames)
  if (word === undefined) {
    const plain = idOf(job, jobNames) ?? idOf(reply, jobNames)
    return plain === undefined ? {} : { state: 'queued', id: plain, ...defined(detailsOf(job, reply)) }
  }
  const state = jobState(word)
  const details = detailsOf(job, reply, state)
  if (state !== 'completed' || details.addresses !== undefined) return defined({ state, word, id, ...details })
  const filtered = filteredIn(job)
  if (filtered !== undefined)
    return defined({ state: 'failed', word: 'content_filtered', id, ...details, error: filtered })
  return defined({ state, word, id, ...details })
}

/** The id of the job in a reply of which it is known that it announces one, under any of the names. */
export const jobIdOf = (reply: JsonRecord): string | undefined => idOf(jobIn(reply), idNames) ?? idOf(reply, idNames)

function jobIn(reply: JsonRecord): JsonRecord {
  for (const name of wrappers) {
    const value = ownOf(reply, name)
    const inner = Array.isArray(value) && value.length === 1 ? value[0] : value
    if (isRecord(inner) && isWrapped(reply, inner, name === 'data' && inner === value)) return inner
  }
  return reply
}

/** Whether the job is in a record: a word beside it that comes without an id is that of the request (`{status: "success", data: {…}}`). */
function isWrapped(reply: JsonRecord, inner: JsonRecord, isUsual: boolean): boolean {
  if (wordOf(inner) === undefined) return isUsual && wordOf(reply) === undefined
  return wordOf(reply) === undefined || idOf(reply, idNames) === undefined
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

const nodesOf = (reply: JsonRecord) => [
  ...new Set([jobIn(reply), ...(isRecord(reply.data) ? [reply.data] : []), reply]),
]

const wordNames = ['status', 'state', 'task_status', 'taskStatus', 'job_status', 'jobStatus', 'video_status']

/** An operation (AIP-151) has no word, but `done` and at its end `response` or `error`. */
function wordOf(job: JsonRecord): string | undefined {
  for (const name of wordNames) {
    const value = ownOf(job, name)
    const word =
      textOf(value) ??
      (isRecord(value) ? ['state', 'status', 'phase'].map((key) => textOf(ownOf(value, key))).find(Boolean) : undefined)
    if (word !== undefined) return word
  }
  if (typeof job.done !== 'boolean') return undefined
  return errorOf(job.error) === undefined ? (job.done ? 'done' : 'in progress') : 'failed'
}

/** Why a video was made and held back (Google's `raiMediaFilteredReasons`). */
function filteredIn(value: unknown, depth = 0): string | undefined {
  if (depth > deepestSearch || typeof value !== 'object' || value === null) return undefined
  for (const [key, one] of Object.entries(value)) {
    const said = /filtered_?reasons?$/i.test(key)
      ? [one]
          .flat()
          .flatMap((text) => textOf(text) ?? [])
          .join(' ')
      : ''
    const found = said === '' ? filteredIn(one, depth + 1) : said
    if (found !== undefined) return found
  }
  return undefined
}

const idOf = (job: JsonRecord, names: readonly string[]) => firstOf(job, names, idText)

const idText = (value: unknown) =>
  textOf(value) ?? (typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined)

const progressNames = nameList('progress progress_percent progress_percentage progressPercent percent percentage')
const createdNames = ['created_at', 'createdAt', 'created', 'submit_time']
const completedNames = ['completed_at', 'completedAt', 'finished_at', 'finishedAt']
const expiresNames = ['expires_at', 'expiresAt', 'expires']
const errorNames = nameList(
  'error failure failure_reason fail_reason failure_code task_status_msg moderation_reason error_message errorMessage failureReason',
)
/** What a failed job is often told with; of others they say nothing of an error. */
const messageNames = ['message', 'msg', 'detail', 'details', 'reason']
const statusNames = ['status_url', 'polling_url', 'statusUrl', 'pollingUrl']

/** In the order of trust: names that say media before those that say only that there is an address. */
const contentKeys = nameList(
  'unsigned_urls result_urls video_url videoUrl video audio_url audioUrl audio videos assets content urls',
  'output outputs output_url result_url download_url url result data',
)

function detailsOf(job: JsonRecord, reply: JsonRecord, state?: JobState): Omit<JobFacts, 'state' | 'word' | 'id'> {
  const first = <T>(names: readonly string[], read: (value: unknown) => T | undefined): T | undefined =>
    names
      .flatMap((name) => [ownOf(job, name), ownOf(reply, name), ownOf(recordOf(job.metadata), name)])
      .reduce<T | undefined>((found, value) => found ?? read(value), undefined)
  const addresses =
    state === 'completed' ? [...new Set([...contentAddresses(reply), ...anyAddresses(reply)])] : contentAddresses(reply)
  const told = [job, recordOf(job.status)].flatMap((node) => messageNames.map((name) => textOf(ownOf(node, name))))
  return defined({
    progress: first(progressNames, percentOf),
    createdAt: first(createdNames, timeOf),
    completedAt: first(completedNames, timeOf),
    expiresAt: first(expiresNames, timeOf),
    error: first(errorNames, errorOf) ?? (state === 'failed' ? told.find(Boolean) : undefined),
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

const deepestSearch = 10
const mostSearched = 5000

/** What a job was given, and where it is called back. */
const notMade = /input|request|source(?!s)|reference|callback|webhook|original|prompt/i
const notContent =
  /^(?:.*(?:status|polling|cancel|docs?|help|console|dashboard)(?:_?ur[li])?|self|get|web|stream|logs?)$/i
const isStill = /image|thumb|cover|poster|preview|frame|picture|icon|logo|avatar|sprite/i
const isMovie = /\.(?:mp4|m4v|mov|webm|mkv|avi|ogv|gif)$/i
const isOther = /\.(?:png|jpe?g|webp|avif|svg|ico|bmp|tiff?|heic|json|html?|txt|md|vtt|srt|js|css|pdf|zip|log)$/i

/** Every http address of a reply that may lead to a video, wherever it stands: those that say so first. */
function anyAddresses(reply: JsonRecord): readonly string[] {
  const found: { readonly rank: number; readonly url: string }[] = []
  let left = mostSearched
  const search = (value: unknown, path: readonly string[]): void => {
    left -= 1
    if (left < 0 || path.length > deepestSearch) return
    if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) search(one, Array.isArray(value) ? path : [...path, key])
    const url = typeof value === 'string' && /^https?:/i.test(value) ? addressOf(value) : undefined
    const rank = url === undefined ? undefined : rankOf(url, path)
    if (url !== undefined && rank !== undefined) found.push({ rank, url })
  }
  search(reply, [])
  return found.toSorted((a, b) => a.rank - b.rank).map(({ url }) => url)
}

/** The lower the sooner; undefined for what is no video by its name. */
function rankOf(url: string, path: readonly string[]): number | undefined {
  const pathname = url.replace(/[?#].*$/, '')
  if (path.some((key) => notMade.test(key)) || notContent.test(path.at(-1) ?? '') || isOther.test(pathname))
    return undefined
  if (path.some((key) => isStill.test(key))) return isMovie.test(pathname) ? 3 : undefined
  if (isMovie.test(pathname)) return 0
  return path.some((key) => /video|movie|clip|mp4/i.test(key)) ? 1 : 2
}

const longestAddress = 8192
const isPicture = /^[^?#]*\.(?:png|jpe?g|webp|avif|svg)(?:[?#]|$)/i

function addressOf(value: unknown): string | undefined {
  const text = textOf(value)
  const isAddress = text !== undefined && text.length <= longestAddress && /^(?:https?:\/\/\S|\/[^/\s])/i.test(text)
  return isAddress && !isPicture.test(text) ? text : undefined
}
