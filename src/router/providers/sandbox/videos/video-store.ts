import { createHash } from 'node:crypto'
import type { Clip, ClipOrder } from '#sandbox/clip/clip-order.ts'
import { ClipError } from '#sandbox/clip/clip-processes.ts'
import type { Shelf } from './shelf.ts'
import { parsedRecord, type VideoRecord } from './video-record.ts'

/** A job as it is known to this process. */
export interface VideoJob {
  record: VideoRecord
  /** The share of frames that are encoded; undefined before the first. */
  share: number | undefined
  /** How often its status was asked for. */
  polls: number
}

export type ClipFile = 'video' | 'thumbnail'

export interface StoreLimits {
  /** All jobs. */
  readonly jobs: number
  /** Bytes of all clips. */
  readonly bytes: number
}

interface StoreOptions {
  readonly shelf: Shelf
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly log: (line: string) => void
  readonly limits: StoreLimits
}

/** How long a clip can be fetched. */
const keptMs = 86_400_000
/** How long a job is known: as long again, so that an expired clip is told from one that never was. */
const knownMs = 2 * keptMs

const partOf = { video: 'mp4', thumbnail: 'webp' } as const
type Part = 'json' | 'reference' | (typeof partOf)[ClipFile]

const nameOf = ({ id }: VideoRecord, part: Part) => `${id}.${part}`

/** Whether a clip is still to be made for the job. */
export const isOpen = ({ record }: VideoJob): boolean => record.isMade && record.end === undefined

/** Jobs and their files, bounded in age, number and bytes. */
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
    const { shelf } = this.#options
    const records: VideoRecord[] = []
    for (const name of shelf.names()) {
      if (!name.endsWith('.json')) continue
      const record = parsedRecord((await (await shelf.read(name))?.text()) ?? '')
      if (record && nameOf(record, 'json') === name) records.push(record)
    }
    records.sort((a, b) => a.createdAt - b.createdAt)
    for (const record of records) this.jobs.set(record.id, { record, share: record.share, polls: 0 })
    for (const name of shelf.names()) if (!this.jobs.has(name.replace(/\.\w+$/, ''))) shelf.remove(name)
  }

  /** Resolves once the job is safely stored; rejects as Node does. */
  async add(record: VideoRecord, reference: Uint8Array | undefined): Promise<VideoJob> {
    try {
      if (reference) await this.#options.shelf.write(nameOf(record, 'reference'), reference)
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

  /** The order of a job. Rejects with a `ClipError` where its first frame is no longer stored. */
  async orderOf({ record }: VideoJob): Promise<ClipOrder> {
    const { model, prompt, seed, size, seconds, reference } = record
    const order = { model, prompt, seed, size, seconds }
    if (!reference) return order
    const file = await this.#options.shelf.read(nameOf(record, 'reference'))
    if (!file) throw new ClipError('The first frame is no longer stored.')
    return { ...order, reference: { bytes: new Uint8Array(await file.arrayBuffer()), format: reference.format } }
  }

  /** Stores the clip of a job. Rejects as Node does. */
  async complete(job: VideoJob, { video, thumbnail }: Clip): Promise<void> {
    const { shelf, now } = this.#options
    await shelf.write(nameOf(job.record, 'mp4'), video)
    await shelf.write(nameOf(job.record, 'webp'), thumbnail)
    const at = now()
    const sha256 = createHash('sha256').update(video).digest('hex')
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
    return this.#options.shelf.read(nameOf(record, partOf[which]))
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
    this.#options.shelf.remove(nameOf(record, 'reference'))
  }

  async #saveEnd(record: VideoRecord): Promise<void> {
    await this.#save(record).catch(() => this.#options.log(`sandbox could not store the end of ${record.id}`))
  }

  /** One after the other, since two writes of one file share its temporary name. */
  #save(record: VideoRecord): Promise<void> {
    const bytes = new TextEncoder().encode(JSON.stringify(record))
    const saved = this.#saving.then(() => this.#options.shelf.write(nameOf(record, 'json'), bytes))
    this.#saving = saved.catch(() => {})
    return saved
  }

  #removeFiles(record: VideoRecord): void {
    for (const part of ['mp4', 'webp', 'reference'] as const) this.#options.shelf.remove(nameOf(record, part))
  }

  #forget({ record }: VideoJob): void {
    this.jobs.delete(record.id)
    this.#options.shelf.remove(nameOf(record, 'json'))
    this.#removeFiles(record)
  }
}
