import 'fake-indexeddb/auto'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { hasReplied, isEnded } from '../life/states.ts'
import { type Browser, createBrowser, type Tab } from '../testing/browser.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { clip, clipReply, createFakeJobs, type JobScript } from '../testing/fake-jobs.ts'
import { sampleDraft } from '../testing/open-page.ts'
import { canCheck } from './job-steps.ts'

// Loaded before the fast clock begins.
beforeAll(async () => {
  await Promise.all([
    import('../follow/follow-all.ts'),
    import('./job-steps.ts'),
    import('../../client/worker/media-stream.ts'),
  ])
})

const draft = sampleDraft({ endpoint: 'audio.dubbing', request: { model: 'm', target_languages: ['es', 'de'] } })
const known = [{ connection: draft.connection, ready: true }]
const rest = () => new Promise<void>((done) => void setImmediate(done))

const tabs: Tab[] = []
afterEach(() => {
  for (const one of tabs.splice(0)) one.page.runs.close()
})

const dub = (status: string, more: object = {}) => Response.json({ dubbing_id: 'd1', status, ...more })
const at = { status_url: '/jobs/d1' }
const made = { result_urls: { es: '/jobs/d1/content?lang=es', de: '/jobs/d1/content?lang=de' } }

async function scene(script: JobScript) {
  const clock = createFakeClock(1_700_000_000_000)
  const jobs = createFakeJobs(clock.now, script)
  const browser = createBrowser({ clock, jobs, known, rest })
  const open = async () => {
    const tab = await browser.openTab(true)
    tabs.push(tab)
    return tab
  }
  const first = await open()
  const outcome = await first.page.runs.start(draft)
  if (outcome.status !== 'started') throw new Error(outcome.status)
  const { id } = outcome
  await vi.waitFor(async () => expect(hasReplied((await browser.row(id)).status)).toBe(true))
  return { browser, jobs, first, id, open }
}

async function ended(browser: Browser, id: string) {
  await browser.pass(60_000)
  return await vi.waitFor(async () => {
    const row = await browser.row(id)
    expect(isEnded(row.status)).toBe(true)
    return row
  })
}

const result = async ({ page }: Tab, id: string) => {
  const [body] = await page.ledger.bodies([id])
  return body?.result
}

/** Two clips of different bytes. */
const content: JobScript['content'] = ({ url }) =>
  url.searchParams.get('lang') === 'es' ? clipReply() : new Response(Uint8Array.from([...clip, 0, 0, 0, 8, ...free]))
const free = new TextEncoder().encode('free')

it('a dub is followed at the address that its router named, and each language is fetched once', async () => {
  const asked: URL[] = []
  const { browser, jobs, first, id, open } = await scene({
    create: () => dub('dubbing', at),
    status({ url, age }) {
      asked.push(url)
      return age < 10_000 ? dub('dubbing', { progress: 50, ...at }) : dub('dubbed', { ...at, ...made })
    },
    content,
  })
  await browser.pass(5_000)
  // A crash: the next tab goes on from the row.
  first.kill()
  const second = await open()
  expect(await ended(browser, id)).toMatchObject({
    status: 'completed',
    job: 'd1',
    jobState: { statusUrl: '/jobs/d1' },
  })
  expect(await result(second, id)).toMatchObject({
    outputs: [
      { kind: 'media', index: 0, label: 'es' },
      { kind: 'media', index: 1, label: 'de' },
    ],
  })
  expect(await (await second.page.ledger.history()).assets(id)).toHaveLength(2)
  expect(new Set(asked.map(({ href }) => href))).toEqual(new Set(['http://127.0.0.1:8787/jobs/d1']))
  expect([jobs.created(), jobs.downloads()]).toEqual([1, 2])
})

it('what was made of a dub that failed is kept with the reason', async () => {
  const error = { code: 'dubbing_failed', message: 'No voice was found.' }
  const { browser, first, id } = await scene({
    create: () => dub('dubbing', at),
    status: () => dub('failed', { ...at, error, result_urls: { es: '/jobs/d1/content?lang=es' } }),
    content,
  })
  expect(await ended(browser, id)).toMatchObject({ status: 'failed', reason: 'dubbing_failed' })
  expect(await result(first, id)).toMatchObject({ outputs: [{ kind: 'media', label: 'es' }], error })
})

it('a language that does not come does not take the others with it, and can be fetched again', async () => {
  let isBroken = true
  const { browser, first, id } = await scene({
    create: () => dub('dubbed', { ...at, ...made }),
    status: () => dub('dubbed', { ...at, ...made }),
    content: (moment) =>
      isBroken && moment.url.searchParams.get('lang') === 'de'
        ? Response.json({ error: { message: 'No.' } }, { status: 400 })
        : (content?.(moment) ?? clipReply()),
  })
  const row = await ended(browser, id)
  expect(row).toMatchObject({ status: 'interrupted', reason: 'not downloaded' })
  expect(await result(first, id)).toMatchObject({ outputs: [{ label: 'es' }] })
  isBroken = false
  await first.page.runs.follow.checkNow(id)
  expect(await ended(browser, id)).toMatchObject({ status: 'completed' })
  expect(await result(first, id)).toMatchObject({ outputs: [{ label: 'es' }, { label: 'de' }] })
})

it.each([
  ['no address', {}],
  ['one on another host', { status_url: 'https://elsewhere.example/jobs/d1' }],
  ['one with a password', { status_url: 'http://a:b@127.0.0.1:8787/jobs/d1' }],
  ['one that is no page of the web', { polling_url: 'javascript:alert(1)' }],
])('a job with %s for its state is kept and never asked about', async (_, more) => {
  const { browser, jobs, id, open } = await scene({
    create: () => dub('dubbing', more),
    status: () => dub('dubbed', made),
  })
  await browser.pass(3_600_000)
  const row = await browser.row(id)
  expect(row).toMatchObject({
    status: 'running',
    job: 'd1',
    jobState: { noStatus: 'yes' },
    polling: { unwatched: 'yes' },
  })
  expect(canCheck(row)).toBe(false)
  const { page } = await open()
  await page.runs.follow.checkNow(id)
  await browser.pass(60_000)
  expect([jobs.created(), jobs.polls.size, jobs.downloads()]).toEqual([1, 0, 0])
  // The work may go on: an equal request asks first.
  expect((await page.runs.start(draft)).status).not.toBe('started')
})

it('a completed job without an address for its state is fetched all the same', async () => {
  const { browser, id } = await scene({
    create: () => Response.json({ dubbing_id: 'd1', audio_url: '/jobs/d1/content', status: 'dubbed' }),
    status: () => dub('failed'),
    content: () => clipReply(),
  })
  expect(await ended(browser, id)).toMatchObject({ status: 'completed' })
})
