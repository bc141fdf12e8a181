import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { SoundFacts } from '#sandbox/sound/sound-task.ts'
import type { Shelf } from '../videos/shelf.ts'

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

/** How long a dub is kept. */
export const keptMs = 86_400_000
const mostJobs = 200
const mostBytes = 512 * 1024 ** 2

const fileName = ({ id }: Dub, language: string) => `${id}-${language}.bin`

function parsed(text: string): Dub | undefined {
  try {
    return z.safeParse(Dub, JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Dubs and their files, bounded in age, number and bytes. */
export class DubStore {
  readonly #jobs = new Map<string, Dub>()
  readonly #shelf: Shelf
  readonly #now: () => number

  constructor(shelf: Shelf, now: () => number) {
    this.#shelf = shelf
    this.#now = now
  }

  /** How many are being made. */
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
    return this.#shelf.write(`${dub.id}.json`, new TextEncoder().encode(JSON.stringify(dub)))
  }

  /** Stores the file of one language. */
  async complete(
    dub: Dub,
    language: string,
    bytes: Uint8Array,
    { seconds, dubbed = [], type }: SoundFacts,
  ): Promise<void> {
    await this.#shelf.write(fileName(dub, language), bytes)
    const target = dub.targets.find((one) => one.language === language)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (!target) return
    target.made = { seconds, bytes: bytes.length, sha256, parts: [...dubbed] }
    if (type !== undefined) Object.assign(target, { type, extension: type.replace('video/', '') })
  }

  file(dub: Dub, language: string): Promise<Blob | undefined> {
    return this.#shelf.read(fileName(dub, language))
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
    for (const name of this.#shelf.names()) {
      const dub = name.endsWith('.json') ? parsed((await (await this.#shelf.read(name))?.text()) ?? '') : undefined
      if (!dub) continue
      this.#jobs.set(dub.id, dub)
      if (dub.status !== 'dubbing') continue
      dub.status = 'failed'
      dub.error = 'The router restarted while the dub was being made.'
      await this.save(dub)
    }
    for (const name of this.#shelf.names()) if (!this.#jobs.has(name.replace(/[-.].*$/, ''))) this.#shelf.remove(name)
  }

  #forget(dub: Dub): void {
    this.#jobs.delete(dub.id)
    this.#shelf.remove(`${dub.id}.json`)
    for (const { language } of dub.targets) this.#shelf.remove(fileName(dub, language))
  }
}
