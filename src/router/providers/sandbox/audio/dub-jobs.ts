import { randomBytes } from 'node:crypto'
import { typeOf } from '#sandbox/sound/files/output-format.ts'
import type { DubTask } from '#sandbox/sound/order.ts'
import { dubTasksOf } from '#sandbox/sound/requests/dub-request.ts'
import type { MakeSound } from '#sandbox/sound/sound-processes.ts'
import { badRequest, RouterError } from '../../../http/errors.ts'
import { rangedReply } from '../../../http/ranges.ts'
import { jsonReply } from '../../../http/replies.ts'
import type { JobPort, JobRequest, NewJobRequest } from '../../../provider.ts'
import type { Shelf } from '../videos/shelf.ts'
import { type Dub, DubStore, keptMs } from './dub-store.ts'
import { beginSound } from './made-sound.ts'

/** What replies say of a job. Addresses are paths of this router, outside `/v1`. */
function described(dub: Dub, publicId: string): object {
  const at = `/jobs/${publicId}`
  const ready = dub.targets.filter(({ made }) => made)
  return {
    ...{ dubbing_id: publicId, name: dub.name, status: dub.status, source_language: dub.source },
    target_languages: dub.targets.map(({ language }) => language),
    created_at: new Date(dub.createdAt).toISOString(),
    expires_at: new Date(dub.createdAt + keptMs).toISOString(),
    progress: Math.floor((100 * ready.length) / dub.targets.length),
    status_url: at,
    ...(ready.length > 0 && {
      result_urls: Object.fromEntries(ready.map(({ language }) => [language, `${at}/content?lang=${language}`])),
      transcripts: Object.fromEntries(ready.map(({ language, made }) => [language, made?.parts ?? []])),
      media_metadata: { content_type: ready[0]?.type, duration: ready[0]?.made?.seconds },
    }),
    error: dub.error === undefined ? null : { code: 'dubbing_failed', message: dub.error },
    sandbox: {
      synthetic: true,
      note: 'The sandbox does not translate: it speaks fixed sentences in the target language.',
    },
  }
}

const notFound = () =>
  new RouterError(404, 'job_not_found', 'No dub with this id. Dubs are kept for 24 hours.', {
    param: 'id',
    retry: 'safe',
  })

interface DubJobsOptions {
  readonly makeSound: MakeSound
  readonly shelf: Shelf
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Stores and makes dubs, and answers requests about them. */
export interface DubJobs extends Pick<JobPort, 'status' | 'content'> {
  /** What the reply says of the new job. */
  create(request: NewJobRequest): Promise<object>
}

const mostRunning = 8

const busy = () =>
  new RouterError(503, 'queue_full', 'The sandbox has too many dubs to make. Try again in a minute.', {
    retry: 'safe',
    headers: { 'retry-after': '60' },
  })

const notStored = () =>
  new RouterError(503, 'disk_failed', 'The sandbox cannot store the job. The disk may be full.', { retry: 'safe' })

function notReady({ status }: Dub): RouterError {
  const retry = status === 'failed' ? 'no' : 'safe'
  return new RouterError(404, 'dub_not_ready', `The dub is not ready: it is ${status}.`, { param: 'id', retry })
}

const newDub = (body: NewJobRequest['body'], tasks: readonly DubTask[], createdAt: number): Dub => ({
  id: randomBytes(12).toString('hex'),
  createdAt,
  name: typeof body.name === 'string' ? body.name : '',
  source: typeof body.source_lang === 'string' && body.source_lang !== '' ? body.source_lang : null,
  status: 'dubbing',
  targets: tasks.map(({ order: { language }, output: { container } }) => ({
    ...{ language, type: typeOf[container], extension: container === 'opus' ? 'ogg' : container },
  })),
})

/** Dubs, each made in the background: a job has no owner whose leaving could end it. */
export function createDubJobs({ makeSound, shelf, now }: DubJobsOptions): DubJobs {
  const store = new DubStore(shelf, now)
  const restored = store.restore().catch(() => {})

  async function make(dub: Dub, tasks: readonly DubTask[]): Promise<void> {
    try {
      for (const task of tasks) {
        const { facts, parts } = await beginSound(makeSound, task, new AbortController().signal)
        const all: Uint8Array[] = []
        for await (const part of parts) all.push(part)
        await store.complete(dub, task.order.language, new Uint8Array(Buffer.concat(all)), facts)
      }
      dub.status = 'dubbed'
    } catch (thrown) {
      dub.status = 'failed'
      dub.error = thrown instanceof RouterError ? thrown.message : 'The dub could not be made.'
    }
    // An end that cannot be stored is still known to this process.
    await store.save(dub).catch(() => {})
  }

  async function find(id: string): Promise<Dub> {
    await restored
    const dub = store.find(id)
    if (!dub) throw notFound()
    return dub
  }

  return {
    async create({ model, body, publicId }) {
      const tasks = await dubTasksOf(model, body)
      await restored
      store.makeRoom()
      if (store.running >= mostRunning) throw busy()
      const dub = newDub(body, tasks, now())
      await store.add(dub).catch(() => {
        throw notStored()
      })
      void make(dub, tasks)
      return described(dub, publicId(dub.id))
    },
    async status({ id, publicId }) {
      return jsonReply(described(await find(id), publicId))
    },
    async content({ id, query, headers }: JobRequest) {
      const dub = await find(id)
      const language = query.get('lang') ?? dub.targets[0]?.language ?? ''
      const target = dub.targets.find((one) => one.language === language)
      if (!target) throw badRequest('lang: this dub has no such language.', { param: 'lang', code: 'invalid_value' })
      const content = target.made && (await store.file(dub, language))
      if (!target.made || !content) throw notReady(dub)
      const etag = `"${target.made.sha256.slice(0, 32)}"`
      return rangedReply({ content, type: target.type, etag, name: `dub-${language}.${target.extension}` }, headers)
    },
  }
}
