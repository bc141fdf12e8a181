import { ownOf } from '#contract/core/loose-json.ts'
import { randomHex } from '#media/hex.ts'
import { type ClipOrder, clipOrderOf, type MakeClip } from '#sandbox/clip/clip-request.ts'
import type { Paint } from '#sandbox/picture/picture-task.ts'
import { mostClips, ProcessError } from '#sandbox/run-task.ts'
import { jsonReply } from '../../../http/http-replies.ts'
import { type RangedFile, rangedReply } from '../../../http/ranged-file.ts'
import { badRequest, busy, jobNotFound, RouterError } from '../../../http/router-error.ts'
import type { JobPort, JobRequest, NewJobRequest } from '../../../provider.ts'
import { type FileStorage, filesInMemory, notStored } from '../file-storage.ts'
import { type VideoFault, videoFaults } from './video-faults.ts'
import {
  type ClipFile,
  isOpen,
  type StoreLimits,
  type VideoJob,
  type VideoObject,
  VideoStore,
  videoObject,
} from './video-store.ts'

/** The sandbox's video jobs. They survive a restart where the storage does: what had no end is made again. */
interface VideoJobs {
  /**
   * Resolves once the job is stored. Its clip is made in its turn, unless `isMade` is false. Throws a 503 where too many wait, or the
   * disk does not take the job.
   */
  create(order: ClipOrder, isMade: boolean): Promise<VideoJob>
  find(id: string): Promise<VideoJob | undefined>
  /** A file of a completed job; undefined once it has expired. */
  file(job: VideoJob, which: ClipFile): Promise<Blob | undefined>
}

interface Limits extends StoreLimits {
  readonly waiting: number
  /** Bytes of first frames that wait. */
  readonly references: number
}

interface VideoJobsOptions {
  readonly makeClip: MakeClip
  readonly now: () => number
  readonly log?: (line: string) => void
  readonly storage?: FileStorage
  readonly most?: number
  readonly limits?: Limits
}

const MB = 1024 * 1024
const usualLimits: Limits = { waiting: 50, jobs: 500, bytes: 1024 * MB, references: 256 * MB }

const full = () => busy('queue_full', 'The sandbox has too many videos queued. Try again in a minute.', 60)

const notWritten = 'The video could not be stored. The disk may be full.'

export function createVideoJobs(options: VideoJobsOptions): VideoJobs {
  const { makeClip, now, log = () => {}, storage = filesInMemory(), most = mostClips(), limits = usualLimits } = options
  const store = new VideoStore({ storage, now, log, limits })
  const working = new Set<VideoJob>()
  const waiting = () => [...store.jobs.values()].filter((job) => isOpen(job) && !working.has(job))

  async function work(job: VideoJob): Promise<void> {
    const onProgress = (share: number) => store.raise(job, share)
    try {
      // A job has no owner whose leaving could end it.
      const { signal } = new AbortController()
      await store.complete(job, await makeClip(await store.orderOf(job), signal, onProgress))
    } catch (thrown) {
      log(`sandbox failed ${job.record.id}: ${thrown instanceof Error ? thrown.message : typeof thrown}`)
      await store.fail(job, thrown instanceof ProcessError ? thrown.message : notWritten)
    }
  }

  function startNext(): void {
    const [next] = waiting()
    if (working.size >= most || !next) return
    working.add(next)
    void work(next).finally(() => {
      working.delete(next)
      store.makeRoom()
      startNext()
    })
    startNext()
  }

  function checkRoom(referenceBytes: number): void {
    const bytes = waiting().reduce((sum, { record }) => sum + (record.reference?.bytes ?? 0), referenceBytes)
    if (waiting().length >= limits.waiting || bytes > limits.references) throw full()
  }

  const restored = store
    .restore()
    .catch(() => log('sandbox could not read its stored videos'))
    .finally(startNext)

  return {
    async create({ reference, ...order }, isMade) {
      await restored
      store.makeRoom()
      const kept = reference && { format: reference.format, bytes: reference.bytes.length }
      checkRoom(kept?.bytes ?? 0)
      const id = randomHex(12)
      const record = { id, createdAt: now(), isMade, ...order, ...(kept && { reference: kept }) }
      const job = await store.add(record, reference?.bytes).catch(() => {
        throw notStored()
      })
      startNext()
      return job
    },
    async find(id) {
      await restored
      store.makeRoom()
      return store.jobs.get(id)
    },
    file: (job, which) => store.file(job, which),
  }
}

interface VideoPortOptions {
  readonly jobs: VideoJobs
  readonly paint: Paint
  readonly now: () => number
}

interface VideoPort extends Pick<JobPort, 'status' | 'content'> {
  create(request: NewJobRequest): Promise<object>
}

const expired = () =>
  new RouterError(410, 'content_expired', 'The video has expired. Videos can be fetched for 24 hours.')

function notReady({ status, progress }: VideoObject): RouterError {
  const message =
    status === 'failed'
      ? 'The video has failed, so it has no content.'
      : `The video is not ready yet: it is ${status}, at ${progress} %. Poll GET /v1/videos/{id} until it is completed.`
  const code = status === 'failed' ? 'video_failed' : 'video_not_ready'
  return new RouterError(404, code, message, { param: 'id', retry: status === 'failed' ? 'no' : 'safe' })
}

function variantOf(query: URLSearchParams): ClipFile {
  const variant = query.get('variant') ?? 'video'
  if (variant === 'video' || variant === 'thumbnail') return variant
  throw badRequest('variant: choose video or thumbnail.', { param: 'variant', code: 'invalid_value' })
}

const typeOf = { video: 'video/mp4', thumbnail: 'image/webp' } as const
const fileName = { video: 'video.mp4', thumbnail: 'thumbnail.webp' } as const

const faultOf = (model: string): Partial<VideoFault> => ownOf(videoFaults, model) ?? {}

export function createVideoPort({ jobs, paint, now }: VideoPortOptions): VideoPort {
  async function find(id: string): Promise<VideoJob> {
    const job = await jobs.find(id)
    if (!job) throw jobNotFound('Video')
    return job
  }

  /** What is said of a job, with the fault of its model. */
  function described(job: VideoJob, publicId: string): VideoObject {
    const video = videoObject(job, publicId)
    return faultOf(job.record.model).reported?.(video, (now() - job.record.createdAt) / 1000) ?? video
  }

  async function fileOf(job: VideoJob, which: ClipFile): Promise<RangedFile> {
    const { end } = job.record
    const content = await jobs.file(job, which)
    if (!content || end?.status !== 'completed') throw expired()
    const etag = `"${end.sha256.slice(0, 32)}${which === 'video' ? '' : `-${which}`}"`
    return { content, type: typeOf[which], etag, name: fileName[which] }
  }

  return {
    async create(request) {
      const order = await clipOrderOf(request, paint)
      const { hasNoClip = false, ownId = (id) => id, write = (video) => video } = faultOf(request.model)
      const job = await jobs.create(order, !hasNoClip)
      return write(videoObject(job, request.publicId(ownId(job.record.id))))
    },
    async status({ id, publicId }) {
      const job = await find(idIn(id))
      const { status, write = (video: VideoObject) => video } = faultOf(job.record.model)
      const video = described(job, publicId)
      job.polls += 1
      return status?.(video, job.polls) ?? jsonReply(write(video))
    },
    async content({ id, publicId, query, headers }: JobRequest) {
      const which = variantOf(query)
      const job = await find(idIn(id))
      const video = described(job, publicId)
      if (video.status !== 'completed') throw notReady(video)
      if (video.expires_at !== null && video.expires_at * 1000 <= now()) throw expired()
      const file = await fileOf(job, which)
      return faultOf(job.record.model).content?.(file, headers) ?? rangedReply(file, headers)
    },
  }
}

/** The job's id at the end of an id: those of one fault model have more before it. */
const idIn = (id: string) => id.slice(id.lastIndexOf('/') + 1)
