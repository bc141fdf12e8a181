import 'fake-indexeddb/auto'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { sampleBody, sampleRow } from '../../ledger/testing/sample-row.ts'
import { settled } from '../life/check-again.ts'
import { isEnded } from '../life/states.ts'
import { emptyResult } from '../result.ts'
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts'
import { clip, clipReply, createFakeJobs, type JobScript, jobReply } from '../testing/fake-jobs.ts'
import { createFakeRouter } from '../testing/fake-router.ts'
import { openPage, type Page, type PageOptions, sampleDraft } from '../testing/open-page.ts'
import { createRandom } from '../testing/random.ts'

// Loaded before the fast clock begins.
beforeAll(async () => {
  await Promise.all([
    import('../follow/follow-all.ts'),
    import('./job-steps.ts'),
    import('../../client/worker/media-stream.ts'),
  ])
})

const draft = sampleDraft({ endpoint: 'videos.create', request: { model: 'm', prompt: 'A fox', seconds: '4' } })
const known = [{ connection: draft.connection, ready: true }]

let name = ''
let clock: FakeClock
const pages: Page[] = []
beforeEach(() => {
  name = crypto.randomUUID()
  clock = createFakeClock(1_700_000_000_000)
})
afterEach(() => {
  for (const one of pages.splice(0)) one.runs.close()
})

async function open(script: JobScript, options: Partial<PageOptions> = {}) {
  const jobs = createFakeJobs(clock.now, script)
  const page = await openPage({ name, router: createFakeRouter([]), clock, tools: jobs.tools, ...options })
  pages.push(page)
  page.runs.follow.connect(known)
  return { page, jobs }
}

const rest = () => new Promise<void>((done) => void setImmediate(done))

/** Waits for what no fake clock moves, as hashing. */
const becomes = ({ ledger }: Page, id: string, what: object) =>
  vi.waitFor(async () => expect(await ledger.get(id)).toMatchObject(what))

/** Lets so much time pass, in steps. */
async function pass(ms: number): Promise<void> {
  for (const until = clock.mono() + ms; clock.mono() < until; ) {
    clock.pass(Math.min(until - clock.mono(), 500))
    for (let n = 0; n < 6; n += 1) await rest()
  }
}

async function started(page: Page): Promise<string> {
  const outcome = await page.runs.start(draft)
  if (outcome.status !== 'started') throw new Error(outcome.status)
  await page.until(outcome.id, (run) => run.live === undefined)
  return outcome.id
}

const full = () => Promise.reject(new DOMException('Full.', 'QuotaExceededError'))

/** A ledger whose writes fail while `fails` says so. */
const failing =
  (fails: (write: string) => boolean) =>
  (ledger: Ledger): Ledger => ({
    ...ledger,
    update: (...args) => (fails('update') ? full() : ledger.update(...args)),
    appendEvents: (...args) => (fails('appendEvents') ? full() : ledger.appendEvents(...args)),
    finish: (...args) => (fails('finish') ? full() : ledger.finish(...args)),
  })

const done = ({ age }: { readonly age: number }) => jobReply(age < 10_000 ? 'in_progress' : 'completed')

describe('a job', () => {
  it('whose creation could not be stored is stored and followed as soon as there is room', async () => {
    let isFull = false
    const { page, jobs } = await open({ status: done }, { around: failing((write) => isFull && write !== 'update') })
    isFull = true
    const id = await started(page)
    expect(await page.until(id, (run) => run.live === undefined)).toMatchObject({ status: 'queued', saved: false })
    await pass(20_000)
    expect(await page.ledger.get(id)).toMatchObject({ status: 'receiving', job: 'video_1' })
    isFull = false
    await pass(60_000)
    await becomes(page, id, { status: 'completed', job: 'video_1' })
    expect(jobs.created()).toBe(1)
  })

  it('whose end could not be stored ends with a later poll', async () => {
    let failures = 1
    const script = { status: ({ age }: { age: number }) => jobReply(age < 5_000 ? 'queued' : 'failed') }
    const { page } = await open(script, {
      around: failing((write) => isLate() && write === 'finish' && failures-- > 0),
    })
    const begun = clock.now()
    const isLate = () => clock.now() - begun > 4_000
    const id = await started(page)
    await pass(60_000)
    expect(failures).toBeLessThan(1)
    await becomes(page, id, { status: 'failed', reason: 'failed' })
  })

  it('whose content could not be stored is stored later, and downloaded once', async () => {
    const begun = clock.now()
    const isFull = () => clock.now() - begun > 4_000 && clock.now() - begun < 120_000
    const around = failing((write) => isFull() && write === 'finish')
    const { page, jobs } = await open({ status: done }, { around })
    const id = await started(page)
    await pass(60_000)
    expect(await page.ledger.get(id)).toMatchObject({ status: 'running' })
    await pass(120_000)
    await becomes(page, id, { status: 'completed' })
    expect(jobs.downloads()).toBe(1)
  })

  it('that an interrupted creation turned out to be is followed', async () => {
    const { page: before } = await open({ status: done })
    await before.ledger.prepare(sampleRow({ id: 'a', intent: 'i', endpoint: 'videos.create' }), sampleBody('a'))
    await before.ledger.update('a', ({ open: _, ...row }) => ({ ...row, status: 'interrupted' }))
    const result = { ...emptyResult, end: { status: 'queued', job: 'video_1' } } as const
    const stamp = { at: clock.now(), mono: clock.mono() }
    await before.ledger.update('a', (row) => settled(row, { result }, 'recovered', stamp))
    // The row is of another day: such a job is asked for every ten minutes.
    await pass(1_300_000)
    await becomes(before, 'a', { status: 'completed' })
  })

  it('is polled on after the clock was set back by hours', async () => {
    let back = 0
    const set: FakeClock = { ...clock, now: () => clock.now() - back }
    const { page, jobs } = await open({ status: () => jobReply('in_progress') }, { clock: set })
    const id = await started(page)
    await pass(20_000)
    await page.runs.follow.checkNow(id)
    await pass(5_000)
    back = 5 * 3_600_000
    const before = jobs.polls.get('video_1')?.length ?? 0
    await pass(120_000)
    expect((jobs.polls.get('video_1')?.length ?? 0) - before).toBeGreaterThan(5)
  })

  it('whose router and file host are away when it completes is downloaded when they are back', async () => {
    const begun = clock.now()
    const isAway = () => clock.now() - begun > 12_000 && clock.now() - begun < 45 * 60_000
    const gone = () => Promise.reject(new TypeError('Failed to fetch'))
    const { page } = await open({
      status: ({ age }) => jobReply(age < 10_000 ? 'queued' : 'completed', { video: { url: 'https://cdn.example/a' } }),
      content: () => (isAway() || clock.now() - begun < 12_000 ? gone() : clipReply()),
    })
    const id = await started(page)
    await pass(30 * 60_000)
    expect(await page.ledger.get(id)).toMatchObject({ status: 'running', jobState: { content: 'ready' } })
    await pass(30 * 60_000)
    await becomes(page, id, { status: 'completed' })
    const assets = await (await page.ledger.history()).assets(id)
    expect(assets.map(({ size }) => size)).toEqual([clip.length])
  })
})

const seeds = Array.from({ length: process.env.SOAK ? 30 : 3 }, (_, n) => seed + n)

describe('with storage that fails at random', () => {
  it.each(seeds)('a job ends all the same, is created once and polled within the limits (SEED=%i)', async (seed) => {
    const random = createRandom(seed)
    const begun = clock.now()
    // The room comes back after five minutes.
    const isPoor = () => clock.now() - begun < 300_000
    const around = failing(() => isStarted && isPoor() && random() < 0.5)
    let isStarted = false
    const { page, jobs } = await open({ status: ({ age }) => jobReply(age < 60_000 ? 'running' : 'done') }, { around })
    const outcome = page.runs.start(draft)
    await vi.waitFor(() => expect(jobs.created()).toBe(1))
    isStarted = true
    const { id } = (await outcome) as { readonly id: string }
    for (let n = 0; n < 20; n += 1) {
      await pass(60_000)
      const row = await page.ledger.get(id)
      if (row && isEnded(row.status)) break
    }
    await becomes(page, id, { status: 'completed', job: 'video_1' })
    expect(jobs.created()).toBe(1)
    const polls = jobs.polls.get('video_1') ?? []
    expect(Math.min(2_000, ...polls.slice(1).map((at, n) => at - (polls[n] ?? 0)))).toBe(2_000)
    expect(await (await page.ledger.history()).assets(id)).toHaveLength(1)
  })
})
