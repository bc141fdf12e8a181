import { isRecord, jsonIn, ownOf, recordOf, textOf } from '#contract/core/loose-json.ts'
import type { Route } from '#contract/core/route.ts'
import { routeOf } from '#contract/routes.ts'
import { essenceOf, extensionOf, mediaKind } from '#media/media-type.ts'
import type { SentBody, SentRecord } from '../../run/history/run-record-schema.ts'
import { localName } from '../file-name.ts'
import { asSent } from './literal.ts'

/** The form of the reply: JSON, server-sent events, media, or plain text (subtitles). */
type Reply = 'json' | 'events' | 'bytes' | 'text'

/** How a program waits for the job that its request creates: by the fields of the router's replies. */
export interface WaitedJob {
  readonly id: string
  readonly state: string
  /** The field with the address of its state, as far as it is known on the router's origin; absent for a video, which is read by its id. */
  readonly address?: string
}

/** Regular expressions for the first letters of the words by which routers say that a job has ended; in any other state it goes on. */
export const completedWords = '^(complete|succe|done|ready|finish|dubbed)'
export const failedWords = '^(fail|error|reject|moderat|content_filter|expire|cancel)'

/** The input of every snippet: a run's request without its key, and the form of its reply. */
export interface SnippetCall {
  readonly endpoint: string
  /** The words its replies are read as; undefined for an endpoint that this version does not know. */
  readonly vocabulary: Route['vocabulary'] | undefined
  readonly method: string
  readonly url: string
  readonly baseUrl: string
  readonly path: string
  /** The headers that the program must set. The key, and headers that HTTP libraries add, are left out. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly hasKey: boolean
  readonly body: SentBody
  readonly reply: Reply
  /** Undefined for a request that creates no job, and where the request alone was asked for. */
  readonly job: WaitedJob | undefined
  /** The name of the file for its media: `saveAs` is `stem.extension`. */
  readonly saveAs: string
  readonly stem: string
  readonly extension: string
}

/** A loop over a stream's events, given the lines that run for each `event`. */
export type EventLoop = (each: readonly string[]) => readonly string[]

export const keyVariable = 'OPENAI_API_KEY'

const kept = /^(accept|content-type)$/i

/** The call of a run. The idempotency key is left out: with it the router would return the earlier reply. */
export function callOf(record: SentRecord, part: 'whole' | 'request' = 'whole'): SnippetCall {
  const { run, sent } = record
  const baseUrl = run.connection.baseUrl.replace(/\/+$/, '')
  const isBelow = sent.url.startsWith(`${baseUrl}/`)
  const { body } = sent
  return {
    endpoint: run.endpoint,
    vocabulary: routeOf(run.endpoint)?.vocabulary,
    method: sent.method.toUpperCase(),
    url: sent.url,
    baseUrl: isBelow ? baseUrl : originOf(sent.url),
    path: sent.url.slice(isBelow ? baseUrl.length : originOf(sent.url).length) || '/',
    headers: sent.headers.filter(
      ([name]) => kept.test(name) && !(body.kind !== 'json' && name.toLowerCase() === 'content-type'),
    ),
    hasKey: sent.headers.some(([name]) => name.toLowerCase() === 'authorization'),
    body: body.kind === 'json' ? { kind: 'json', value: asSent(body.value) } : body,
    reply: replyOf(record),
    job: part === 'whole' ? waitedJob(record) : undefined,
    ...fileOf(record),
  }
}

/** Read from the reply that announced the run's job; the fields of OpenAI where it is lost. */
function waitedJob({ run, events }: Pick<SentRecord, 'run' | 'events'>): WaitedJob | undefined {
  const reply = recordOf(jsonIn(events[0]?.data ?? ''))
  const id = Object.keys(reply).find((name) => /^\w+$/.test(name) && textOf(ownOf(reply, name)) === run.job)
  const hasId = run.job === undefined || reply.id === run.job
  const address = ['status_url', 'polling_url'].find((name) =>
    isOwn(run.connection.baseUrl, textOf(ownOf(reply, name)) ?? 'about:blank'),
  )
  const fields = {
    id: (!hasId && id) || 'id',
    state: textOf(reply.status) === undefined && textOf(reply.state) ? 'state' : 'status',
  }
  if (run.endpoint === 'videos.create') return fields
  return address === undefined ? undefined : { ...fields, address }
}

const isOwn = (baseUrl: string, address: string) =>
  URL.canParse(address, baseUrl) && new URL(address, baseUrl).origin === new URL(baseUrl).origin

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}

/** A field of the request by its name, in JSON and multipart alike; undefined where it is not sent. */
function fieldOf(body: SentBody, name: string): unknown {
  if (body.kind === 'multipart')
    return body.parts.filter((part) => part.kind === 'text').find((part) => part.name === name)?.value
  const value: unknown = body.kind === 'json' ? body.value : undefined
  return isRecord(value) ? ownOf(value, name) : undefined
}

export const asksForEvents = (body: SentBody): boolean =>
  String(fieldOf(body, 'stream')) === 'true' || fieldOf(body, 'stream_format') === 'sse'

const captions = new Set(['text', 'srt', 'vtt'])

function replyOf({ run, sent, reply }: SentRecord): Reply {
  const { body } = sent
  const came = reply?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  // Some routers do not stream, and media routes may answer in JSON: the reply that came decides.
  const cameAsJson = came !== undefined && reply?.status === 200 && essenceOf(came) === 'application/json'
  if (asksForEvents(body)) return cameAsJson ? 'json' : 'events'
  if (run.endpoint === 'audio.transcriptions' && captions.has(String(fieldOf(body, 'response_format')))) return 'text'
  const usual = routeOf(run.endpoint)?.replies[0] ?? 'json'
  return usual === 'bytes' && cameAsJson ? 'json' : usual
}

function fileOf(record: SentRecord): Pick<SnippetCall, 'saveAs' | 'stem' | 'extension'> {
  const [stem, extension] = namesOf(record)
  return { saveAs: `${stem}.${extension}`, stem, extension }
}

function namesOf({ run, sent, assets }: SentRecord): readonly [stem: string, extension: string] {
  if (run.endpoint.startsWith('videos.')) {
    const video = assets.find(({ role, type }) => role === 'output' && mediaKind(type) === 'video')
    return ['video', video ? extensionOf(video.type) : 'mp4']
  }
  const stem = localName(run.endpoint.split('.').at(-1) ?? '', 'reply')
  const output = assets.find(({ role }) => role === 'output')
  if (output && extensionOf(output.type) !== 'bin') return [stem, extensionOf(output.type)]
  const { body } = sent
  const format = [fieldOf(body, 'response_format'), fieldOf(body, 'output_format')].find(
    (one) => typeof one === 'string',
  )
  const word = /^[a-z\d]{2,5}/.exec(String(format ?? ''))?.[0]
  if (run.endpoint.startsWith('images.')) return ['image', word === 'jpeg' ? 'jpg' : (word ?? 'png')]
  return [stem, word ?? 'mp3']
}
