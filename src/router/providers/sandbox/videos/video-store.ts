import * as z from 'zod/mini'
import type { Clip, ClipOrder } from '#sandbox/clip/clip-request.ts'
import { pictureFormats } from '#sandbox/picture/picture-task.ts'
import { platform } from '#sandbox/platform.ts'
import { ProcessError } from '#sandbox/run-task.ts'
import { type FileStorage, readStored } from '../file-storage.ts'

const Size = z.object({ width: z.number(), height: z.number() })

/** What is stored of a job: its order, and its end once it has one. A record without an end is made, again after a restart. */
const VideoRecord = z.object({
  id: z.string().check(z.regex(/^[\w-]+$/)),
  /** All times are milliseconds since 1970. */
  createdAt: z.number(),
  model: z.string(),
  prompt: z.string(),
  seed: z.string(),
  size: Size,
  seconds: z.number(),
  reference: z.optional(z.object({ format: z.enum(pictureFormats), bytes: z.number() })),
  /** False for jobs of fault models that never end. */
  isMade: z.boolean(),
  /** The share of frames that were encoded when it was last stored, so that the progress does not fall back after a restart. */
  share: z.optional(z.number()),
  end: z.optional(
    z.discriminatedUnion('status', [
      z.object({
        status: z.literal('completed'),
        at: z.number(),
        expiresAt: z.number(),
        /** Of both files. */
        bytes: z.number(),
        sha256: z.string(),
      }),
      z.object({ status: z.literal('failed'), at: z.number(), message: z.string() }),
    ]),
  ),
})

type VideoRecord = z.infer<typeof VideoRecord>

export interface VideoJob {
  record: VideoRecord
  /** The share of frames that are encoded; undefined before the first. */
  share: number | undefined
  polls: number
}

export type ClipFile = 'video' | 'thumbnail'

export interface StoreLimits {
  readonly jobs: number
  readonly bytes: number
}

interface StoreOptions {
  readonly storage: FileStorage
  readonly now: () => number
  readonly log: (line: string) => void
  readonly limits: StoreLimits
}

const keptMs = 86_400_000
/** How long a job is known: as long again, so that an expired clip is told from one that never was. */
const knownMs = 2 * keptMs

const partOf = { video: 'mp4', thumbnail: 'webp' } as const
type Part = 'json' | 'reference' | (typeof partOf)[ClipFile]

const nameOf = ({ id }: VideoRecord, part: Part) => `${id}.${part}`

/** Whether a clip is still to be made for the job. */
export const isOpen = ({ record }: VideoJob): boolean => record.isMade && record.end === undefined

export class VideoStore {
  /** The oldest first. */
  readonly jobs = new Map<string, VideoJob>()
  readonly #options: StoreOptions
  #saving: Promise<void> = Promise.resolve()

  constructor(options: StoreOptions) {
    this.#options = options
  }

  /** Reads what an earlier process left; files without a job are removed. */
  async restore(): Promise<void> {
    const { storage } = this.#options
    const records: VideoRecord[] = []
    for (const name of storage.names()) {
      if (!name.endsWith('.json')) continue
      const record = await readStored(storage, name, VideoRecord)
      if (record && nameOf(record, 'json') === name) records.push(record)
    }
    records.sort((a, b) => a.createdAt - b.createdAt)
    for (const record of records) this.jobs.set(record.id, { record, share: record.share, polls: 0 })
    for (const name of storage.names()) if (!this.jobs.has(name.replace(/\.\w+$/, ''))) storage.remove(name)
  }

  /** Resolves once the job is safely stored; rejects as Node does. */
  async add(record: VideoRecord, reference: Uint8Array | undefined): Promise<VideoJob> {
    try {
      if (reference) await this.#options.storage.write(nameOf(record, 'reference'), reference)
      await this.#save(record)
    } catch (thrown) {
      this.#removeFiles(record)
      throw thrown
    }
    const job: VideoJob = { record, share: undefined, polls: 0 }
    this.jobs.set(record.id, job)
    return job
  }

  /** Raises the progress of a job, and stores each tenth of it. */
  raise(job: VideoJob, share: number): void {
    const { share: stored = 0 } = job.record
    job.share = Math.max(share, job.share ?? 0)
    if (job.record.end !== undefined || Math.floor(job.share * 10) <= Math.floor(stored * 10)) return
    job.record = { ...job.record, share: job.share }
    // A write that fails costs the progress after a restart alone.
    void this.#save(job.record).catch(() => {})
  }

  /** The order of a job. Rejects with a `ProcessError` where its first frame is no longer stored. */
  async orderOf({ record }: VideoJob): Promise<ClipOrder> {
    const { model, prompt, seed, size, seconds, reference } = record
    const order = { model, prompt, seed, size, seconds }
    if (!reference) return order
    const file = await this.#options.storage.read(nameOf(record, 'reference'))
    if (!file) throw new ProcessError('The first frame is no longer stored.')
    return { ...order, reference: { bytes: new Uint8Array(await file.arrayBuffer()), format: reference.format } }
  }

  /** Stores the clip of a job. Rejects as Node does. */
  async complete(job: VideoJob, { video, thumbnail }: Clip): Promise<void> {
    const { storage, now } = this.#options
    await storage.write(nameOf(job.record, 'mp4'), video)
    await storage.write(nameOf(job.record, 'webp'), thumbnail)
    const at = now()
    const sha256 = platform.sha256(video)
    const bytes = video.length + thumbnail.length
    await this.#end(job, { status: 'completed', at, expiresAt: at + keptMs, bytes, sha256 })
  }

  /** Ends a job without a clip. It is not tried again: the same order would most likely fail again. */
  async fail(job: VideoJob, message: string): Promise<void> {
    this.#removeFiles(job.record)
    await this.#end(job, { status: 'failed', at: this.#options.now(), message })
  }

  /** A file of a completed job; undefined once it has expired. */
  async file({ record }: VideoJob, which: ClipFile): Promise<Blob | undefined> {
    if (record.end?.status !== 'completed' || record.end.bytes === 0) return undefined
    return this.#options.storage.read(nameOf(record, partOf[which]))
  }

  /** Removes expired clips, old jobs, and the oldest ones above a limit. Jobs whose clip is still to be made stay. */
  makeRoom(): void {
    const { now, limits } = this.#options
    let bytes = 0
    let count = 0
    for (const job of [...this.jobs.values()].reverse()) {
      const { end, createdAt } = job.record
      count += 1
      if (isOpen(job)) continue
      if (createdAt <= now() - knownMs || count > limits.jobs) {
        this.#forget(job)
        continue
      }
      if (end?.status !== 'completed' || end.bytes === 0) continue
      bytes += end.bytes
      if (end.expiresAt > now() && bytes <= limits.bytes) continue
      this.#removeFiles(job.record)
      job.record = { ...job.record, end: { ...end, bytes: 0, expiresAt: Math.min(end.expiresAt, now()) } }
      void this.#saveEnd(job.record)
    }
  }

  /** An end is visible only once it is stored; otherwise a restart could take it back. */
  async #end(job: VideoJob, end: VideoRecord['end']): Promise<void> {
    const record = { ...job.record, end }
    await this.#saveEnd(record)
    job.record = record
    this.#options.storage.remove(nameOf(record, 'reference'))
  }

  async #saveEnd(record: VideoRecord): Promise<void> {
    await this.#save(record).catch(() => this.#options.log(`sandbox could not store the end of ${record.id}`))
  }

  /** One after the other, since two writes of one file share its temporary name. */
  #save(record: VideoRecord): Promise<void> {
    const bytes = new TextEncoder().encode(JSON.stringify(record))
    const saved = this.#saving.then(() => this.#options.storage.write(nameOf(record, 'json'), bytes))
    this.#saving = saved.catch(() => {})
    return saved
  }

  #removeFiles(record: VideoRecord): void {
    for (const part of ['mp4', 'webp', 'reference'] as const) this.#options.storage.remove(nameOf(record, part))
  }

  #forget({ record }: VideoJob): void {
    this.jobs.delete(record.id)
    this.#options.storage.remove(nameOf(record, 'json'))
    this.#removeFiles(record)
  }
}

const unixSeconds = (ms: number) => Math.floor(ms / 1000)

/** 100 is for completed jobs alone. */
const percent = (share: number) => Math.min(99, Math.floor(share * 100))

interface VideoState {
  readonly status: string
  readonly progress: number
  readonly error: { readonly code: string; readonly message: string } | null
}

function stateOf({ record: { end }, share }: VideoJob): VideoState {
  if (end?.status === 'completed') return { status: 'completed', progress: 100, error: null }
  const progress = percent(share ?? 0)
  if (end) return { status: 'failed', progress, error: { code: 'generation_failed', message: end.message } }
  return { status: share === undefined ? 'queued' : 'in_progress', progress, error: null }
}

export type VideoObject = ReturnType<typeof videoObject>

/** A job as replies describe it: the object of OpenAI's video routes. Times are Unix seconds. */
export function videoObject(job: VideoJob, publicId: string) {
  const { record } = job
  const { end } = record
  const { width, height } = record.size
  return {
    id: publicId,
    object: 'video' as const,
    model: record.model,
    ...stateOf(job),
    created_at: unixSeconds(record.createdAt),
    completed_at: end?.status === 'completed' ? unixSeconds(end.at) : null,
    expires_at: end?.status === 'completed' ? unixSeconds(end.expiresAt) : null,
    prompt: record.prompt,
    seconds: String(record.seconds),
    size: `${width}x${height}`,
    remixed_from_video_id: null,
    sandbox: true as const,
  }
}
