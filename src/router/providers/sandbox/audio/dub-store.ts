import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { SoundFacts } from '#sandbox/sound/sound-task.ts'
import { type FileStorage, readStored } from '../file-storage.ts'

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
    const sha256 = createHash('sha256').update(bytes).digest('hex')
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
