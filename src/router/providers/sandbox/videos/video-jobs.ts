import { randomBytes } from 'node:crypto'
import { ClipError, type MakeClip, mostClips } from '#sandbox/clip/clip-processes.ts'
import type { ClipOrder } from '#sandbox/clip/clip-request.ts'
import { busy, RouterError } from '../../../http/router-error.ts'
import { type FileStorage, filesInMemory } from '../file-storage.ts'
import { type ClipFile, isOpen, type StoreLimits, type VideoJob, VideoStore } from './video-store.ts'

/** The sandbox's video jobs. They survive a restart where the storage does: what had no end is made again. */
export interface VideoJobs {
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

const notStored = () =>
  new RouterError(503, 'disk_failed', 'The sandbox cannot store the job. The disk may be full.', { retry: 'safe' })

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
      await store.fail(job, thrown instanceof ClipError ? thrown.message : notWritten)
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
      const id = randomBytes(12).toString('hex')
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
