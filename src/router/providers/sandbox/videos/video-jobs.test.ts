import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClipOrder } from '#sandbox/clip/clip-request.ts'
import { type FileStorage, filesInMemory } from '../file-storage.ts'
import { filesInFolder } from '../files-in-folder.ts'
import { posedClips } from './testing/posed-clips.ts'
import { createVideoJobs } from './video-port.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-videos-'))
})
// A job may still be writing when its test has ended.
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const hour = 3_600_000

const order = (prompt: string, more: Partial<ClipOrder> = {}): ClipOrder => ({
  ...{ model: 'sandbox-video', prompt, seed: 'seed', size: { width: 1280, height: 720 }, seconds: 4 },
  ...more,
})

interface Posed {
  readonly storage?: FileStorage
  readonly most?: number
  readonly limits?: { jobs: number; bytes: number; waiting: number; references: number }
}

/** Jobs whose clips and clock are the test's. */
function posedJobs({ storage = filesInFolder(folder), ...more }: Posed = {}) {
  const clips = posedClips()
  const clock = { now: 1_800_000_000_000 }
  const jobs = createVideoJobs({ makeClip: clips.makeClip, now: () => clock.now, storage, most: 1, ...more })
  const find = async (id: string) => (await jobs.find(id))?.record.end
  /** Waits for the end of a job. */
  const ended = (id: string) =>
    vi.waitFor(
      async () => {
        const end = await find(id)
        if (!end) throw new Error('it has no end')
        return end
      },
      { timeout: 10_000, interval: 2 },
    )
  const text = async (id: string) => {
    const job = await jobs.find(id)
    return job && (await jobs.file(job, 'video'))?.text()
  }
  const create = async (prompt: string, more: Partial<ClipOrder> = {}) =>
    (await jobs.create(order(prompt, more), true)).record.id
  return { ...clips, clock, jobs, find, ended, text, create }
}

const few = { jobs: 3, bytes: 50, waiting: 2, references: 100 }

test('clips are made in order, as many at once as there may be', async () => {
  const { create, begun, prompts, jobs, ended } = posedJobs({ most: 2 })
  const ids = [await create('a'), await create('b'), await create('c')]
  await begun(1)
  expect(prompts()).toEqual(['a', 'b'])
  expect((await jobs.find(ids[2] ?? ''))?.share).toBeUndefined()
  ;(await begun(0)).progress(0.4)
  expect((await jobs.find(ids[0] ?? ''))?.share).toBe(0.4)
  ;(await begun(0)).done()
  await ended(ids[0] ?? '')
  await begun(2)
  expect(prompts()).toEqual(['a', 'b', 'c'])
})

test('a crash fails its job and no other', async () => {
  const { create, begun, ended, text } = posedJobs()
  const [first, second] = [await create('a'), await create('b')]
  ;(await begun(0)).crash()
  expect(await ended(first)).toMatchObject({ status: 'failed', message: 'The video process ended unexpectedly.' })
  ;(await begun(1)).done('another clip')
  expect(await ended(second)).toMatchObject({ status: 'completed' })
  expect(await text(second)).toBe('another clip')
})

test('after a restart clips are there, failures too, and what had no end is made again in its order', async () => {
  const before = posedJobs()
  const reference = { bytes: new Uint8Array([1, 2, 3]), format: 'png' } as const
  const whole = await before.create('whole')
  before.clock.now += 1
  const broken = await before.create('broken')
  before.clock.now += 1
  const running = await before.create('running', { reference })
  before.clock.now += 1
  const waiting = await before.create('waiting')
  ;(await before.begun(0)).done()
  ;(await before.begun(1)).crash()
  ;(await before.begun(2)).progress(0.95)
  ;(await before.begun(2)).progress(0.5)
  await vi.waitFor(() => expect(readFileSync(join(folder, `${running}.json`), 'utf8')).toContain('"share":0.95'))

  const { jobs, text, find, begun, ended } = posedJobs()
  expect((await jobs.find(running))?.share).toBe(0.95)
  expect(await text(whole)).toBe('the clip')
  expect(await find(broken)).toMatchObject({ status: 'failed' })
  expect(await find(running)).toBeUndefined()
  const again = await begun(0)
  expect(again.order).toEqual(order('running', { reference }))
  again.done('made again')
  await ended(running)
  expect(await text(running)).toBe('made again')
  expect((await begun(1)).order.prompt).toBe('waiting')
  expect(await find(waiting)).toBeUndefined()
})

test('what a crash left half written, damaged records and files of no job are removed', async () => {
  const { create, begun, ended, text } = posedJobs()
  const id = await create('a')
  ;(await begun(0)).done()
  await ended(id)
  await vi.waitFor(() => expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]))
  for (const name of ['x.json', 'y.mp4', `${id}.webp.part`, 'z.json.part']) writeFileSync(join(folder, name), '{"id":')
  const after = posedJobs()
  expect(await after.text(id)).toBe(await text(id))
  expect(readdirSync(folder).sort()).toEqual([`${id}.json`, `${id}.mp4`, `${id}.webp`])
})

test('a clip can be fetched for 24 hours, and its job is known for as long again', async () => {
  const { create, begun, ended, text, find, clock } = posedJobs({ storage: filesInMemory() })
  const id = await create('a')
  ;(await begun(0)).done()
  await ended(id)
  clock.now += 24 * hour - 1
  expect(await text(id)).toBe('the clip')
  clock.now += 1
  expect(await text(id)).toBeUndefined()
  expect(await find(id)).toMatchObject({ status: 'completed', bytes: 0 })
  clock.now += 24 * hour
  expect(await find(id)).toBeUndefined()
})

test('above the limits the oldest clips go first, then the oldest jobs', async () => {
  const { create, begun, ended, text, find } = posedJobs({ limits: few })
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd']) {
    const id = await create(name)
    ;(await begun(ids.length)).done()
    await ended(id)
    ids.push(id)
  }
  // 21 bytes each.
  expect(await Promise.all(ids.map(text))).toEqual([undefined, undefined, 'the clip', 'the clip'])
  expect(await find(ids[0] ?? '')).toBeUndefined()
  expect(await find(ids[1] ?? '')).toMatchObject({ status: 'completed', bytes: 0 })
})

test('more jobs than may wait are refused, and first frames that are too large together', async () => {
  const { create, begun } = posedJobs({ limits: few })
  await create('running')
  await begun(0)
  const reference = { bytes: new Uint8Array(60), format: 'png' } as const
  await create('one', { reference })
  await expect(create('too large', { reference })).rejects.toMatchObject({ status: 503, code: 'queue_full' })
  await create('two')
  await expect(create('three')).rejects.toMatchObject({ status: 503, facts: { headers: { 'retry-after': '60' } } })
})

test('a job that the disk does not take is refused; a clip that it does not take fails its job', async () => {
  const disk = { isFull: true }
  const memory = filesInMemory()
  const storage: FileStorage = {
    ...memory,
    write: (name, bytes) => (disk.isFull ? Promise.reject(new Error('ENOSPC')) : memory.write(name, bytes)),
  }
  const { create, begun, ended } = posedJobs({ storage })
  await expect(create('a')).rejects.toMatchObject({ status: 503, code: 'disk_failed' })
  disk.isFull = false
  const id = await create('b')
  disk.isFull = true
  ;(await begun(0)).done()
  expect(await ended(id)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('could not be stored'),
  })
})
