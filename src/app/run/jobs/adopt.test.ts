import 'fake-indexeddb/auto'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Follow } from '../follow/follow.ts'
import { type Browser, createBrowser, type Tab } from '../testing/browser.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { clip, clipReply, createFakeJobs, type JobScript, jobReply } from '../testing/fake-jobs.ts'
import { sampleDraft } from '../testing/open-page.ts'

// Loaded before the fast clock begins.
beforeAll(async () => {
  await Promise.all([import('../follow/follow-all.ts'), import('./job-steps.ts'), import('./adopt.ts')])
})

const { connection } = sampleDraft()
const known = [{ connection, ready: true }]
const foreign = (id: string) => ({ endpoint: 'videos.create', id, connection, tool: 'video' }) as const
const rest = () => new Promise<void>((done) => void setImmediate(done))

const tabs: Tab[] = []
afterEach(() => {
  for (const one of tabs.splice(0)) one.page.runs.close()
})

async function open(script: JobScript) {
  const clock = createFakeClock(1_700_000_000_000)
  const router = createFakeJobs(clock.now, script)
  const browser = createBrowser({ clock, jobs: router, known, rest })
  const tab = await browser.openTab()
  tabs.push(tab)
  return { browser, router, tab, jobs: tab.page.runs.follow }
}

async function adopted(jobs: Follow, id: string): Promise<string> {
  const outcome = await jobs.adopt(foreign(id))
  if (outcome.status !== 'adopted') throw new Error(outcome.status)
  return outcome.id
}

async function becomes(browser: Browser, id: string, what: object): Promise<void> {
  await vi.waitFor(async () => expect(await browser.row(id)).toMatchObject(what))
}

it('a job that was created elsewhere becomes a run with what the router says of it, and is followed to its end', async () => {
  const { browser, router, jobs } = await open({
    status: ({ id, age }) =>
      jobReply(age < 9_000 ? 'in_progress' : 'completed', {
        id,
        model: 'sora',
        prompt: '  A fox\n runs ',
        progress: 40,
      }),
  })
  const id = await adopted(jobs, 'a/b 1')
  expect(await browser.row(id)).toMatchObject({
    ...{
      status: 'running',
      job: 'a/b 1',
      title: 'A fox runs',
      model: 'sora',
      thread: 'video',
      endpoint: 'videos.create',
    },
    jobState: { word: 'in_progress', progress: 40 },
    polling: { polls: 1 },
  })
  await browser.pass(20_000)
  await becomes(browser, id, { status: 'completed', job: 'a/b 1' })
  const assets = await (await browser.ledger.history()).assets(id)
  expect(assets.map(({ size }) => size)).toEqual([clip.length])
  expect(router.created()).toBe(0)
})

it('is titled by its id where the router tells no prompt, and not adopted twice', async () => {
  const { jobs, browser } = await open({ status: ({ id }) => jobReply('queued', { id }) })
  const [one, two] = await Promise.all([jobs.adopt(foreign('v9')), jobs.adopt(foreign('v9'))])
  expect([one.status, two.status].toSorted()).toEqual(['adopted', 'known'])
  const id = one.status === 'adopted' ? one.id : two.status === 'adopted' ? two.id : ''
  expect(await jobs.adopt(foreign('v9'))).toEqual({ status: 'known', id })
  expect(await browser.row(id)).toMatchObject({ title: 'v9', model: '', status: 'queued' })
})

it('of which the router says nothing yet waits in the queue, without a word', async () => {
  const { browser, jobs } = await open({ status: () => new Response(null, { status: 202 }) })
  const id = await adopted(jobs, 'v')
  await browser.pass(30_000)
  const { status, jobState } = await browser.row(id)
  expect(status).toBe('queued')
  expect(jobState).not.toHaveProperty('word')
  expect(jobState).not.toHaveProperty('unclearSince')
})

it('a job that has failed is kept as failed, with the reason', async () => {
  const { browser, jobs } = await open({ status: () => jobReply('cancelled') })
  const id = await adopted(jobs, 'v')
  await browser.pass(10_000)
  await becomes(browser, id, { status: 'failed', reason: 'cancelled' })
})

it.each<[string, JobScript['status'], object]>([
  ['is not known', () => Response.json({ error: { message: 'No.' } }, { status: 404 }), { status: 'not-found' }],
  [
    'has no router that answers',
    () => Promise.reject(new TypeError('Failed to fetch')),
    { status: 'failed', why: 'Could not reach the router.' },
  ],
  [
    'has a router that refuses the key',
    () => Response.json({ error: { message: 'No.' } }, { status: 401 }),
    { status: 'failed', why: 'The router does not accept the API key: No.' },
  ],
])('a job that %s is not adopted', async (_, status, outcome) => {
  const { browser, jobs } = await open({ status })
  expect(await jobs.adopt(foreign('v'))).toEqual(outcome)
  expect((await browser.ledger.newest(5)).rows).toEqual([])
})

it('a download that was cancelled leaves the job for a press, which fetches again', async () => {
  let isSlow = true
  const { browser, router, jobs } = await open({
    status: ({ id }) => jobReply('completed', { id }),
    content: () => (isSlow ? new Promise<Response>(() => {}) : clipReply()),
  })
  const id = await adopted(jobs, 'v')
  await vi.waitFor(() => expect(jobs.transferOf(id)).toMatchObject({ state: 'fetching' }))
  isSlow = false
  jobs.cancelTransfer(id)
  await becomes(browser, id, { status: 'interrupted', reason: 'not downloaded' })
  expect(jobs.transferOf(id)).toBeUndefined()
  const polls = router.polls.get('v')?.length
  await jobs.checkNow(id)
  await becomes(browser, id, { status: 'completed' })
  expect(router.polls.get('v')).toHaveLength(polls ?? 0)
})

it('a full disk leaves the content on the screen, and a press stores it without a second download', async () => {
  const { browser, router, tab, jobs } = await open({ status: ({ id }) => jobReply('completed', { id }) })
  const { finish } = tab.page.ledger
  const refusing = vi.fn(finish).mockRejectedValueOnce(new DOMException('Full.', 'QuotaExceededError'))
  Object.assign(tab.page.ledger, { finish: refusing })
  const id = await adopted(jobs, 'v')
  const run = await tab.page.until(id, ({ saved }) => !saved)
  expect(run).toMatchObject({ status: 'completed', fresh: [{ size: clip.length }] })
  expect(await browser.row(id)).toMatchObject({ status: 'running', jobState: { content: 'ready' } })
  await jobs.checkNow(id)
  await becomes(browser, id, { status: 'completed' })
  expect(await tab.page.until(id, ({ saved }) => saved)).toMatchObject({ status: 'completed' })
  expect(router.downloads()).toBe(1)
})

it('a job with a key in its connection stores none of it', async () => {
  const { browser, jobs } = await open({ status: ({ id }) => jobReply('queued', { id, echo: connection.key }) })
  const id = await adopted(jobs, 'v')
  await browser.pass(5_000)
  const stored = [await browser.row(id), await browser.ledger.bodies([id]), await browser.ledger.eventsOf(id)]
  expect(JSON.stringify(stored)).not.toContain(connection.key)
})
