import 'fake-indexeddb/auto'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RunRow } from '../../ledger/run-row.ts'
import { hasReplied, isEnded } from '../life/states.ts'
import { type Browser, createBrowser, type Tab } from '../testing/browser.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import {
  clip,
  clipReply,
  createFakeJobs,
  type FakeJobs,
  type JobScript,
  jobReply,
  type Moment,
} from '../testing/fake-jobs.ts'
import { sampleDraft } from '../testing/open-page.ts'
import { createRandom } from '../testing/random.ts'

const seeds = process.env.SOAK === undefined ? [1] : Array.from({ length: 30 }, (_, n) => n + 1)

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

const rest = () => new Promise<void>((done) => void setImmediate(done))

const tabs: Tab[] = []
afterEach(() => {
  for (const one of tabs.splice(0)) one.page.runs.close()
})

interface Scene {
  readonly browser: Browser
  readonly jobs: FakeJobs
  readonly first: Tab
  readonly id: string
}

async function scene(script: JobScript, options: { readonly hasLocks?: boolean } = {}): Promise<Scene> {
  const clock = createFakeClock(1_700_000_000_000)
  const jobs = createFakeJobs(clock.now, script)
  const browser = createBrowser({ clock, jobs, known, rest, ...options })
  const first = await opened(browser)
  const outcome = await first.page.runs.start(draft)
  if (outcome.status !== 'started') throw new Error(outcome.status)
  const { id } = outcome
  await vi.waitFor(async () => expect(hasReplied((await browser.row(id)).status)).toBe(true))
  return { browser, jobs, first, id }
}

async function opened(browser: Browser, isVisible = true): Promise<Tab> {
  const tab = await browser.openTab(isVisible)
  tabs.push(tab)
  return tab
}

/** Waits for what no fake clock moves, as hashing. */
async function becomes(browser: Browser, id: string, what: object): Promise<RunRow> {
  return await vi.waitFor(async () => {
    const row = await browser.row(id)
    expect(row).toMatchObject(what)
    return row
  })
}

const gapsOf = (jobs: FakeJobs) =>
  [...jobs.polls.values()].flatMap((all) => all.slice(1).map((at, n) => at - (all[n] ?? 0)))

/** Most polls of any job within a minute from `from` ms after its first one. */
function mostAMinute(jobs: FakeJobs, from = 0): number {
  const counts = [...jobs.polls.values()].map((all) => {
    const late = all.filter((at) => at - (all[0] ?? 0) >= from)
    return Math.max(0, ...late.map((at) => late.filter((one) => one >= at && one < at + 60_000).length))
  })
  return Math.max(0, ...counts)
}

/** A job of the usual course, as old as `takes` at its end. */
const usual =
  (takes: number) =>
  ({ id, age }: Pick<Moment, 'id' | 'age'>) =>
    age < takes
      ? jobReply(age < takes / 4 ? 'queued' : 'in_progress', { id, progress: Math.floor((age / takes) * 100) })
      : jobReply('completed', { id, progress: 100, completed_at: 1_700_000_100 })

const oddId = 'a/b c?d=%2F#é..&✓'.repeat(20)
const page = () =>
  new Response('<html><title>Bad Gateway</title></html>', { status: 502, headers: { 'content-type': 'text/html' } })
const error = (status: number, headers: HeadersInit = {}) =>
  Response.json({ error: { message: 'No.', code: 'x' } }, { status, headers })

type Fault = readonly [name: string, script: (takes: number, random: () => number) => JobScript, ends: Partial<RunRow>]

const whole = { status: 'completed' } as const

/** The faults of R27, and two more. `ends`: what the run is an hour later. */
const faults: readonly Fault[] = [
  ['never ends', () => ({ status: () => jobReply('in_progress', { progress: 99 }) }), { status: 'running' }],
  ['says an unknown word', () => ({ status: () => jobReply('marinating') }), { status: 'running' }],
  [
    'fails at 80 %',
    (takes) => ({
      status: ({ age }) =>
        age < takes
          ? jobReply('in_progress', { progress: Math.min(80, age / 100) })
          : jobReply('failed', { progress: 80, error: { code: 'generation_failed', message: 'No.' } }),
    }),
    { status: 'failed', reason: 'generation_failed' },
  ],
  [
    'has its content cut',
    (takes) => ({
      status: usual(takes),
      content: ({ polls }) =>
        polls > 2 ? clipReply() : new Response(clip.slice(0, 40), { headers: { 'content-length': '112' } }),
    }),
    whole,
  ],
  [
    'has expired content',
    (takes) => ({ status: usual(takes), content: () => error(410) }),
    { status: 'failed', reason: 'expired' },
  ],
  [
    'flaps',
    (takes) => ({
      status: (moment) =>
        moment.polls % 2 === 0 && moment.age < takes ? jobReply('queued', { progress: 0 }) : usual(takes)(moment),
    }),
    whole,
  ],
  [
    'is unknown now and then',
    (takes) => ({ status: (moment) => (moment.polls % 5 > 0 ? error(404) : usual(takes)(moment)) }),
    whole,
  ],
  [
    'has an odd id',
    (takes) => ({ create: () => jobReply('queued', { id: oddId }), status: usual(takes) }),
    { ...whole, job: oddId },
  ],
  [
    'is answered with an empty 202',
    (takes) => ({
      status: (moment) => (moment.age < takes ? new Response(null, { status: 202 }) : usual(takes)(moment)),
    }),
    whole,
  ],
  ['is completed at its creation', () => ({ create: () => jobReply('completed'), status: () => error(500) }), whole],
  [
    'meets 5xx',
    (takes, random) => ({ status: (moment) => (random() < 0.7 ? error(503) : usual(takes)(moment)) }),
    whole,
  ],
  [
    'meets pages of HTML',
    (takes, random) => ({ status: (moment) => (random() < 0.7 ? page() : usual(takes)(moment)) }),
    whole,
  ],
  [
    'is limited',
    (takes, random) => ({
      status: (moment) => (random() < 0.5 ? error(429, { 'retry-after': '7' }) : usual(takes)(moment)),
    }),
    whole,
  ],
  [
    'meets a broken network',
    (takes, random) => ({
      status: (moment) => (random() < 0.7 ? Promise.reject(new TypeError('Failed to fetch')) : usual(takes)(moment)),
    }),
    whole,
  ],
  [
    'is answered with wrong JSON',
    (takes, random) => ({
      status: (moment) =>
        random() < 0.7
          ? ([
              Response.json([]),
              Response.json('done'),
              Response.json({ ok: 1 }),
              new Response('{"id":"vi'),
              Response.json({ error: 'No.' }),
            ][Math.floor(random() * 5)] ?? error(500))
          : usual(takes)(moment),
    }),
    whole,
  ],
  ['meets 401', (takes) => ({ status: (moment) => (moment.polls < 5 ? error(401) : usual(takes)(moment)) }), whole],
  ['vanishes', () => ({ status: () => error(404) }), { status: 'failed', reason: 'not found' }],
  [
    'has content that is not ready',
    (takes) => ({ status: usual(takes), content: ({ age }) => (age < takes + 60_000 ? error(404) : clipReply()) }),
    whole,
  ],
]

describe.each(faults)('a job that %s', (_, script, ends) => {
  it.each(seeds)('is not lost, and asked for within the limits (SEED=%i)', async (seed) => {
    const random = createRandom(seed)
    const takes = 5_000 + random() * 300_000
    const { browser, jobs, first, id } = await scene(script(takes, random))
    for (let n = 0; n < 60; n += 1) {
      await browser.pass(60_000)
      const { status } = await browser.row(id)
      if (isEnded(status)) break
      if (random() < 0.2) void first.page.runs.follow.checkNow(id)
    }
    const row = await becomes(browser, id, ends)
    expect(jobs.created()).toBe(1)
    expect(Math.min(2_000, ...gapsOf(jobs))).toBe(2_000)
    if (status(row) === 'completed') {
      const assets = await (await browser.ledger.history()).assets(id)
      expect(assets.map(({ role, size }) => [role, size])).toEqual([['output', clip.length]])
    }
    const { events } = await browser.ledger.eventsOf(id)
    expect(events.length).toBeGreaterThan(0)
  })
})

const status = (row: RunRow) => row.status

it('a job of a router that is away is asked for at most 4 times a minute when it is old, and each poll is one request', async () => {
  const { browser, jobs, id } = await scene({ status: () => Promise.reject(new TypeError('Failed to fetch')) })
  await browser.pass(4 * 3_600_000)
  const row = await browser.row(id)
  expect(row).toMatchObject({ status: 'queued', polling: { trouble: 'Could not reach the router.' } })
  const polls = jobs.polls.get('video_1')?.length ?? 0
  expect(row.polling?.polls).toBe(polls)
  expect(polls).toBeGreaterThan(100)
  expect(mostAMinute(jobs, 600_000)).toBeLessThanOrEqual(4)
})

it.each<[string, () => Response, string]>([
  ['a 404', () => error(404), 'HTTP 404: No.'],
  ['an empty reply', () => new Response(''), 'This URL returned no data.'],
  ['a web page', () => new Response('<html>Home</html>'), 'a web page'],
  ['a page of a proxy', page, 'The router answered 502.'],
])('content that is %s is waited for with the reason shown, and the wait ends', async (_, content, trouble) => {
  const { browser, first, id } = await scene({ status: usual(1000), content })
  await vi.waitFor(async () => {
    await browser.pass(1000)
    expect(first.page.runs.follow.transferOf(id)?.trouble).toContain(trouble)
  })
  await browser.pass(11 * 60_000)
  await becomes(browser, id, { status: 'interrupted', reason: 'not downloaded' })
})

it('a hidden page asks at most 4 times a minute', async () => {
  const { browser, jobs, first } = await scene({ status: () => jobReply('in_progress') })
  first.show(false)
  await browser.pass(600_000)
  const polls = jobs.polls.get('video_1') ?? []
  expect(polls.length).toBeGreaterThan(10)
  expect(mostAMinute(jobs, 60_000)).toBeLessThanOrEqual(4)
})

it('an unknown word is waited for 24 hours, and then the run is kept as stale; a press asks on', async () => {
  const { browser, first, id } = await scene({
    status: ({ age }) => (age < 30 * 3_600_000 ? jobReply('marinating') : usual(0)({ id: 'video_1', age })),
  })
  await browser.pass(23.9 * 3_600_000)
  await becomes(browser, id, { status: 'running', jobState: { word: 'marinating' } })
  await browser.pass(3_600_000)
  const row = await browser.row(id)
  expect(row).toMatchObject({ status: 'unknown', reason: 'stale', job: 'video_1', jobState: { word: 'marinating' } })
  await browser.pass(6 * 3_600_000)
  await first.page.runs.follow.checkNow(id)
  await browser.pass(20_000)
  await becomes(browser, id, { status: 'completed' })
})

it('a machine that slept for days gives no verdict', async () => {
  const { browser, id } = await scene({ status: usual(20 * 3_600_000) })
  await browser.pass(30_000)
  browser.clock.sleep(72 * 3_600_000)
  await browser.pass(30_000)
  await becomes(browser, id, { status: 'completed' })
})

describe('of several tabs', () => {
  it.each([true, false])('one polls, and the others show it (locks: %s)', async (hasLocks) => {
    const { browser, jobs, id } = await scene({ status: usual(120_000) }, { hasLocks })
    const others = [await opened(browser, false), await opened(browser), await opened(browser, false)]
    await browser.pass(60_000)
    const polls = jobs.polls.get('video_1')?.length ?? 0
    expect(polls).toBeLessThanOrEqual(10)
    expect(Math.min(...gapsOf(jobs))).toBeGreaterThanOrEqual(2_000)
    for (const { page } of others) {
      const shown = await page.until(id, () => true)
      expect(shown.polling?.polls).toBe(polls)
    }
    await browser.pass(120_000)
    await becomes(browser, id, { status: 'completed' })
    if (hasLocks) expect(jobs.downloads()).toBe(1)
  })

  it('the one that is seen takes over, and a press in any of them is heard at once', async () => {
    const { browser, jobs, first, id } = await scene({ status: () => jobReply('in_progress') })
    const second = await opened(browser)
    await browser.pass(60_000)
    first.show(false)
    second.show(false)
    await browser.pass(30_000)
    const before = jobs.polls.get('video_1')?.length ?? 0
    await first.page.runs.follow.checkNow(id)
    await browser.pass(2_500)
    expect(jobs.polls.get('video_1')).toHaveLength(before + 1)
    second.show(true)
    await browser.pass(60_000)
    expect(jobs.polls.get('video_1')?.length).toBeGreaterThan(before + 3)
  })

  it.each(seeds)(
    'any may be killed or loaded at any moment: the job ends, asked for by one at a time (SEED=%i)',
    async (seed) => {
      const random = createRandom(seed)
      const takes = 30_000 + random() * 200_000
      const { browser, jobs, first, id } = await scene({
        status: usual(takes),
        content: async () => clipReply(),
      })
      let open = [first]
      for (let n = 0; n < 600 && !isEnded((await browser.row(id)).status); n += 1) {
        await browser.pass(500 * Math.ceil(random() * 6))
        if (open.length > 0 && random() < 0.3) {
          const gone = open[Math.floor(random() * open.length)]
          gone?.kill()
          open = open.filter((one) => one !== gone)
        }
        if (open.length < 4 && random() < 0.3) open.push(await opened(browser, random() < 0.5))
        const some = open[Math.floor(random() * open.length)]
        if (random() < 0.2) some?.show(random() < 0.5)
        if (random() < 0.1) void some?.page.runs.follow.checkNow(id)
      }
      await becomes(browser, id, { status: 'completed' })
      expect(jobs.created()).toBe(1)
      expect(Math.min(2_000, ...gapsOf(jobs))).toBe(2_000)
      const assets = await (await browser.ledger.history()).assets(id)
      expect(assets).toHaveLength(1)
    },
  )
})

describe('a job that is not watched', () => {
  it('is not asked for until a press', async () => {
    const { browser, jobs, first, id } = await scene({ status: usual(30_000) })
    await browser.pass(10_000)
    await first.page.runs.follow.stopWatching(id)
    const before = jobs.polls.get('video_1')?.length
    await browser.pass(600_000)
    expect(jobs.polls.get('video_1')).toHaveLength(before ?? 0)
    await first.page.runs.follow.checkNow(id)
    await browser.pass(20_000)
    await becomes(browser, id, { status: 'completed' })
  })

  it('is not asked for without a usable connection, which is said', async () => {
    const { browser, jobs, first, id } = await scene({ status: usual(30_000) })
    const { follow: shown } = first.page.runs
    shown.connect([])
    await browser.pass(60_000)
    const before = jobs.polls.get('video_1')?.length ?? 0
    expect(before).toBeLessThanOrEqual(1)
    expect(shown.holdOf(await first.page.until(id, () => true))).toBe('no-connection')
    shown.connect([{ connection: draft.connection, ready: false }])
    expect(shown.holdOf(await first.page.until(id, () => true))).toBe('key-wanted')
    shown.connect(known)
    await browser.pass(20_000)
    await becomes(browser, id, { status: 'completed' })
  })
})
