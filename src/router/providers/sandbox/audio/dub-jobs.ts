import * as z from 'zod/mini'
import { randomHex } from '#media/hex.ts'
import { joinedBytes } from '#media/png.ts'
import { platform } from '#sandbox/platform.ts'
import { SandboxRefusal } from '#sandbox/refusal.ts'
import { typeOf } from '#sandbox/sound/files/output-format.ts'
import { type DubPlan, dubPlanOf, dubTasksOf, rangeOf } from '#sandbox/sound/requests/sound-requests.ts'
import type { MakeSound, SoundFacts, Span } from '#sandbox/sound/sound-task.ts'
import { segmentsOf, subtitles } from '#sandbox/sound/transcription/segments.ts'
import { jsonReply } from '../../../http/http-replies.ts'
import { rangedReply } from '../../../http/ranged-file.ts'
import { badRequest, busy, jobNotFound, RouterError } from '../../../http/router-error.ts'
import type { JobPort, JobRequest, NewJobRequest } from '../../../provider.ts'
import { type FileStorage, notStored, readStored } from '../file-storage.ts'
import { beginSound, makeTranscript } from './made-sound.ts'

const Parts = z.array(
  z.object({
    start: z.number(),
    end: z.number(),
    text: z.string(),
    source: z.optional(z.string()),
    speaker: z.string(),
  }),
)

const Dub = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]+$/)),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  name: z.string(),
  source: z.nullable(z.string()),
  status: z.enum(['dubbing', 'dubbed', 'failed']),
  error: z.optional(z.string()),
  /** Of the recording. */
  seconds: z.number(),
  targets: z.array(
    z.object({
      language: z.string(),
      type: z.string(),
      extension: z.string(),
      /** Absent until it is made. */
      made: z.optional(z.object({ seconds: z.number(), bytes: z.number(), sha256: z.string(), parts: Parts })),
    }),
  ),
})

/** What is stored of a job. The recording is not: a job that a restart interrupted has failed. */
export type Dub = z.infer<typeof Dub>

export const keptMs = 86_400_000
const mostJobs = 200
const mostBytes = 512 * 1024 ** 2

const fileName = ({ id }: Dub, language: string) => `${id}-${language}.bin`

export class DubStore {
  readonly #jobs = new Map<string, Dub>()
  readonly #storage: FileStorage
  readonly #now: () => number

  constructor(storage: FileStorage, now: () => number) {
    this.#storage = storage
    this.#now = now
  }

  get running(): number {
    return [...this.#jobs.values()].filter(({ status }) => status === 'dubbing').length
  }

  find(id: string): Dub | undefined {
    this.makeRoom()
    return this.#jobs.get(id)
  }

  /** Resolves once the job is safely stored; rejects as Node does. */
  async add(dub: Dub): Promise<void> {
    await this.save(dub)
    this.#jobs.set(dub.id, dub)
  }

  save(dub: Dub): Promise<void> {
    return this.#storage.write(`${dub.id}.json`, new TextEncoder().encode(JSON.stringify(dub)))
  }

  async complete(
    dub: Dub,
    language: string,
    bytes: Uint8Array,
    { seconds, dubbed = [], type }: SoundFacts,
  ): Promise<void> {
    await this.#storage.write(fileName(dub, language), bytes)
    const target = dub.targets.find((one) => one.language === language)
    const sha256 = platform.sha256(bytes)
    if (!target) return
    target.made = { seconds, bytes: bytes.length, sha256, parts: [...dubbed] }
    if (type !== undefined) Object.assign(target, { type, extension: type.replace('video/', '') })
  }

  file(dub: Dub, language: string): Promise<Blob | undefined> {
    return this.#storage.read(fileName(dub, language))
  }

  /** Removes old jobs, and the oldest ones above a limit. Those that are being made stay. */
  makeRoom(): void {
    let [bytes, count] = [0, 0]
    for (const dub of [...this.#jobs.values()].sort((a, b) => b.createdAt - a.createdAt)) {
      count += 1
      bytes += dub.targets.reduce((sum, { made }) => sum + (made?.bytes ?? 0), 0)
      const isOver = dub.createdAt <= this.#now() - keptMs || count > mostJobs || bytes > mostBytes
      if (isOver && dub.status !== 'dubbing') this.#forget(dub)
    }
  }

  /** Reads what an earlier process left; files without a job are removed. */
  async restore(): Promise<void> {
    for (const name of this.#storage.names()) {
      const dub = name.endsWith('.json') ? await readStored(this.#storage, name, Dub) : undefined
      if (!dub) continue
      this.#jobs.set(dub.id, dub)
      if (dub.status !== 'dubbing') continue
      dub.status = 'failed'
      dub.error = 'The router restarted while the dub was being made.'
      await this.save(dub)
    }
    for (const name of this.#storage.names())
      if (!this.#jobs.has(name.replace(/[-.].*$/, ''))) this.#storage.remove(name)
  }

  #forget(dub: Dub): void {
    this.#jobs.delete(dub.id)
    this.#storage.remove(`${dub.id}.json`)
    for (const { language } of dub.targets) this.#storage.remove(fileName(dub, language))
  }
}

/** What replies say of a job. Addresses are paths of this router, outside `/v1`. */
function described(dub: Dub, publicId: string): object {
  const at = `/jobs/${publicId}`
  const ready = dub.targets.flatMap(({ made, ...target }) => (made ? [{ ...target, made }] : []))
  const addresses = (more = '') =>
    Object.fromEntries(ready.map(({ language }) => [language, `${at}/content?lang=${language}${more}`]))
  return {
    ...{ dubbing_id: publicId, name: dub.name, status: dub.status, source_language: dub.source },
    target_languages: dub.targets.map(({ language }) => language),
    created_at: new Date(dub.createdAt).toISOString(),
    expires_at: new Date(dub.createdAt + keptMs).toISOString(),
    expected_duration_sec: dub.seconds,
    progress: Math.floor((100 * ready.length) / dub.targets.length),
    status_url: at,
    ...(ready.length > 0 && {
      result_urls: addresses(),
      caption_urls: addresses('&format=srt'),
      transcripts: Object.fromEntries(ready.map(({ language, made }) => [language, made.parts])),
      media_metadata: { content_type: ready[0]?.type, duration: ready[0]?.made.seconds },
    }),
    error: dub.error === undefined ? null : { code: 'dubbing_failed', message: dub.error },
    sandbox: {
      synthetic: true,
      note: 'The sandbox does not translate: it speaks fixed sentences in the target language. Background sound stays at a lower level unless it is removed; everything outside start_time and end_time stays. A video keeps its picture unless output_format is an audio format. At most two speakers are told apart, by pitch; watermark and resolution have no effect.',
    },
  }
}

interface DubJobsOptions {
  readonly makeSound: MakeSound
  readonly storage: FileStorage
  readonly now: () => number
}

interface DubJobs extends Pick<JobPort, 'status' | 'content'> {
  create(request: NewJobRequest): Promise<object>
}

const mostRunning = 8

const full = () => busy('queue_full', 'The sandbox has too many dubs queued. Try again in a minute.', 60)

function notReady({ status }: Dub): RouterError {
  const retry = status === 'failed' ? 'no' : 'safe'
  return new RouterError(404, 'dub_not_ready', `The dub is not ready: it is ${status}.`, { param: 'id', retry })
}

const newDub = (body: NewJobRequest['body'], plan: DubPlan, seconds: number, createdAt: number): Dub => ({
  id: randomHex(12),
  ...{ createdAt, seconds, status: 'dubbing' },
  name: typeof body.name === 'string' ? body.name : '',
  source: typeof body.source_lang === 'string' && !/^(auto)?$/.test(body.source_lang) ? body.source_lang : null,
  targets: plan.languages.map((language) => {
    const { container } = plan.output
    return { language, type: typeOf[container], extension: container === 'opus' ? 'ogg' : container }
  }),
})

function captionFormatOf(format: string): 'srt' | 'vtt' {
  if (format === 'srt' || format === 'vtt') return format
  throw badRequest('format: choose srt or vtt.', { param: 'format', code: 'invalid_value' })
}

/** What a dub says, as subtitles. */
function captions({ language, made }: Dub['targets'][number], format: 'srt' | 'vtt', dub: Dub): Response {
  if (!made) throw notReady(dub)
  const bytes = new TextEncoder().encode(subtitles(made.parts, format))
  return new Response(bytes, {
    headers: {
      'content-type': `${format === 'srt' ? 'application/x-subrip' : 'text/vtt'}; charset=utf-8`,
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="dub-${language}.${format}"`,
    },
  })
}

const isTold = (thrown: unknown) => thrown instanceof RouterError || thrown instanceof SandboxRefusal

/** Dubs, each made in the background: a job has no owner whose leaving could end it. */
export function createDubJobs({ makeSound, storage, now }: DubJobsOptions): DubJobs {
  const store = new DubStore(storage, now)
  const restored = store.restore().catch(() => {})

  async function makeAll(dub: Dub, plan: DubPlan, range: Span): Promise<void> {
    const { signal } = new AbortController()
    const transcript = await makeTranscript(makeSound, { kind: 'transcribe', upload: plan.upload }, signal)
    const isKnown = transcript.source !== 'voice_activity'
    const spans = segmentsOf(transcript).map(({ start, end, text }) => ({ start, end, ...(isKnown && { text }) }))
    dub.source ??= transcript.language ?? null
    for (const task of dubTasksOf(plan, range, spans)) {
      const { facts, parts } = await beginSound(makeSound, task, signal)
      const all: Uint8Array[] = []
      for await (const part of parts) all.push(part)
      await store.complete(dub, task.order.language, joinedBytes(all), facts)
    }
  }

  async function make(dub: Dub, plan: DubPlan, range: Span): Promise<void> {
    try {
      await makeAll(dub, plan, range)
      dub.status = 'dubbed'
    } catch (thrown) {
      dub.status = 'failed'
      dub.error = isTold(thrown) ? thrown.message : 'The dub could not be made.'
    }
    // An end that cannot be stored is still known to this process.
    await store.save(dub).catch(() => {})
  }

  async function find(id: string): Promise<Dub> {
    await restored
    const dub = store.find(id)
    if (!dub) throw jobNotFound('Dub')
    return dub
  }

  return {
    async create({ model, body, publicId, signal }) {
      const plan = await dubPlanOf(model, body)
      const { facts } = await beginSound(makeSound, { kind: 'probe', upload: plan.upload }, signal)
      const range = rangeOf(plan, facts.seconds)
      await restored
      store.makeRoom()
      if (store.running >= mostRunning) throw full()
      const dub = newDub(body, plan, facts.seconds, now())
      await store.add(dub).catch(() => {
        throw notStored()
      })
      void make(dub, plan, range)
      return described(dub, publicId(dub.id))
    },
    async status({ id, publicId }) {
      return jsonReply(described(await find(id), publicId))
    },
    async content({ id, query, headers }: JobRequest) {
      const dub = await find(id)
      const language = query.get('lang') ?? dub.targets[0]?.language ?? ''
      const target = dub.targets.find((one) => one.language === language)
      if (!target)
        throw badRequest('lang: the dub does not have this language.', { param: 'lang', code: 'invalid_value' })
      const format = query.get('format')
      if (format !== null) return captions(target, captionFormatOf(format), dub)
      const content = target.made && (await store.file(dub, language))
      if (!target.made || !content) throw notReady(dub)
      const etag = `"${target.made.sha256.slice(0, 32)}"`
      return rangedReply({ content, type: target.type, etag, name: `dub-${language}.${target.extension}` }, headers)
    },
  }
}
