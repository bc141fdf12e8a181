import type { VideoJob } from './video-store.ts'

/** A job as replies describe it: the object of OpenAI's video routes. Times are Unix seconds. */
export interface VideoObject {
  readonly id: string
  readonly object: 'video'
  readonly model: string
  readonly status: string
  /** From 0 to 100. */
  readonly progress: number
  readonly created_at: number
  readonly completed_at: number | null
  readonly expires_at: number | null
  readonly prompt: string
  readonly seconds: string
  readonly size: string
  readonly remixed_from_video_id: null
  readonly error: { readonly code: string; readonly message: string } | null
  readonly sandbox: true
}

const unixSeconds = (ms: number) => Math.floor(ms / 1000)

/** 100 is for completed jobs alone. */
const percent = (share: number) => Math.min(99, Math.floor(share * 100))

function stateOf({ record: { end }, share }: VideoJob): Pick<VideoObject, 'status' | 'progress' | 'error'> {
  if (end?.status === 'completed') return { status: 'completed', progress: 100, error: null }
  const progress = percent(share ?? 0)
  if (end) return { status: 'failed', progress, error: { code: 'generation_failed', message: end.message } }
  return { status: share === undefined ? 'queued' : 'in_progress', progress, error: null }
}

export function videoObject(job: VideoJob, publicId: string): VideoObject {
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
