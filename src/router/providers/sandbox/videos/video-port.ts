import { ownOf } from '#contract/core/loose-json.ts'
import { clipOrderOf } from '#sandbox/clip/clip-request.ts'
import type { Paint } from '#sandbox/picture/paint-processes.ts'
import { jsonReply } from '../../../http/http-replies.ts'
import { type RangedFile, rangedReply } from '../../../http/ranged-file.ts'
import { badRequest, jobNotFound, RouterError } from '../../../http/router-error.ts'
import type { JobPort, JobRequest, NewJobRequest } from '../../../provider.ts'
import { type VideoFault, videoFaults } from './video-faults.ts'
import type { VideoJobs } from './video-jobs.ts'
import type { ClipFile, VideoJob, VideoObject } from './video-store.ts'

const unixSeconds = (ms: number) => Math.floor(ms / 1000)

/** 100 is for completed jobs alone. */
const percent = (share: number) => Math.min(99, Math.floor(share * 100))

function stateOf({ record: { end }, share }: VideoJob): Pick<VideoObject, 'status' | 'progress' | 'error'> {
  if (end?.status === 'completed') return { status: 'completed', progress: 100, error: null }
  const progress = percent(share ?? 0)
  if (end) return { status: 'failed', progress, error: { code: 'generation_failed', message: end.message } }
  return { status: share === undefined ? 'queued' : 'in_progress', progress, error: null }
}

function videoObject(job: VideoJob, publicId: string): VideoObject {
  const { record } = job
  const { end } = record
  const { width, height } = record.size
  return {
    id: publicId,
    object: 'video',
    model: record.model,
    ...stateOf(job),
    created_at: unixSeconds(record.createdAt),
    completed_at: end?.status === 'completed' ? unixSeconds(end.at) : null,
    expires_at: end?.status === 'completed' ? unixSeconds(end.expiresAt) : null,
    prompt: record.prompt,
    seconds: String(record.seconds),
    size: `${width}x${height}`,
    remixed_from_video_id: null,
    sandbox: true,
  }
}

interface VideoPortOptions {
  readonly jobs: VideoJobs
  readonly paint: Paint
  readonly now: () => number
}

/** Stores new jobs, and answers requests about them. */
export interface VideoPort extends Pick<JobPort, 'status' | 'content'> {
  /** What the reply says of the new job. */
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
