import { jsonReply, pulled, takenOver } from '../../../http/http-replies.ts'
import { type RangedFile, rangedReply } from '../../../http/ranged-file.ts'
import { cutOnPurpose } from '../fault-streams.ts'
import type { VideoObject } from './video-store.ts'

/** How the jobs of a fault model differ from others. */
export interface VideoFault {
  readonly name: string
  readonly description: string
  /** Makes no clip, since the job never completes. */
  readonly hasNoClip?: true
  /** The job's id at the provider: any text that ends with `/` and the given id. */
  readonly ownId?: (id: string) => string
  /** What replies say of a job, this many seconds after its creation. */
  readonly reported?: (video: VideoObject, age: number) => VideoObject
  /** The fields under which replies say it. */
  readonly write?: (video: VideoObject) => object
  /** The reply to a poll, in place of the usual one; `polls` counts from 1. */
  readonly status?: (video: VideoObject, polls: number) => Response | undefined
  readonly content?: (file: RangedFile, headers: Headers) => Response
}

/** Progress that rises by so many percent a second, up to `most`. */
const rising = (video: VideoObject, perSecond: number, age: number, most: number): VideoObject => ({
  ...video,
  status: 'in_progress',
  progress: Math.min(most, Math.floor(age * perSecond)),
})

const perSecond = 16
const failsAt = 80

const lateFailure = {
  code: 'generation_failed',
  message: 'The model stopped while rendering. This fault model always fails this way.',
}

/** The whole length is announced, and half of it is sent. A request for a part is answered in full, so that a download can go on. */
function cutHalfway(file: RangedFile, headers: Headers): Response {
  const whole = rangedReply(file, headers)
  if (whole.status !== 200) return whole
  const half = takenOver(file.content.slice(0, Math.floor(file.content.size / 2)).stream())
  async function next(): Promise<Uint8Array> {
    const chunk = await half.next()
    if (!chunk) throw cutOnPurpose()
    return chunk
  }
  return new Response(pulled(next, half.cancel), whole)
}

const isOver = ({ status }: VideoObject) => status === 'completed' || status === 'failed'

const dayInSeconds = 86_400

export const videoFaults: Readonly<Record<string, VideoFault>> = {
  'fault-video-endless': {
    name: 'endless video',
    description: 'Gets to 99 % and never finishes.',
    hasNoClip: true,
    reported: (video, age) => rising(video, perSecond, age, 99),
  },
  'fault-video-status': {
    name: 'unknown video status',
    description: 'Reports an undocumented status, and never finishes.',
    hasNoClip: true,
    reported: (video, age) => ({ ...rising(video, perSecond, age, failsAt), status: 'marinating' }),
  },
  'fault-video-failed': {
    name: 'late video failure',
    description: 'Fails at 80 %, after about five seconds.',
    hasNoClip: true,
    reported: (video, age) => {
      const running = rising(video, perSecond, age, failsAt)
      return running.progress < failsAt ? running : { ...running, status: 'failed', error: lateFailure }
    },
  },
  'fault-video-cut': {
    name: 'cut video download',
    description:
      'Makes the video, then drops the connection halfway through the download. A resumed download gets the rest.',
    content: cutHalfway,
  },
  'fault-video-expired': {
    name: 'expired video',
    description: 'Makes the video, but its content has expired by the time it completes.',
    reported: (video) =>
      video.expires_at === null ? video : { ...video, expires_at: video.expires_at - dayInSeconds },
  },
  'fault-video-flapping': {
    name: 'flapping video status',
    description: 'Falls back to queued and 0 % at every other poll, until it is done.',
    status: (video, polls) =>
      polls % 2 === 0 && !isOver(video) ? jsonReply({ ...video, status: 'queued', progress: 0 }) : undefined,
  },
  'fault-video-404': {
    name: 'vanishing video',
    description: 'Answers every other poll with 404, as if the video did not exist.',
    status: (_video, polls) =>
      polls % 2 === 1
        ? jsonReply(
            { error: { message: 'Video not found. This fault model answers this every other time.', code: null } },
            404,
          )
        : undefined,
  },
  'fault-video-id': {
    name: 'odd video id',
    description: 'Names its job by a long task_id instead of an id.',
    ownId: (id) => `projects/Ümläut & söhne/../tasks?x=1#${'x'.repeat(40)}/${id}`,
    write: ({ id, ...video }) => ({ task_id: id, ...video }),
  },
  'fault-video-202': {
    name: 'empty video status',
    description: 'Answers polls with 202 and an empty body until the video is done.',
    status: (video) => (isOver(video) ? undefined : new Response(null, { status: 202 })),
  },
}
