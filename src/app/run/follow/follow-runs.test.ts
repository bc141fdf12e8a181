import 'fake-indexeddb/auto'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { hasReplied, isEnded } from '../life/states.ts'
import type { Run } from '../run.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { clip, createFakeJobs, type JobScript, jobReply } from '../testing/fake-jobs.ts'
import { createFakeRouter } from '../testing/fake-router.ts'
import { openPage, type Page, sampleDraft } from '../testing/open-page.ts'

// Loaded before the fast clock begins.
beforeAll(async () => {
  await Promise.all([
    import('./follow-all.ts'),
    import('../jobs/job-steps.ts'),
    import('../../client/worker/media-stream.ts'),
  ])
})

const pages: Page[] = []
afterEach(() => {
  for (const one of pages.splice(0)) one.runs.close()
})

const draft = sampleDraft({ endpoint: 'videos.create', request: { model: 'm', prompt: 'A fox', seconds: '4' } })
const known = [{ connection: draft.connection, ready: true }]

async function open(script: JobScript) {
  const clock = createFakeClock()
  const router = createFakeJobs(clock.now, script)
  const page = await openPage({
    name: crypto.randomUUID(),
    router: createFakeRouter([]),
    clock,
    tools: router.tools,
  })
  pages.push(page)
  page.runs.follow.connect(known)
  const outcome = await page.runs.start(draft)
  if (outcome.status !== 'started') throw new Error(outcome.status)
  const { id } = outcome
  await page.until(id, (run) => hasReplied(run.status) && run.live === undefined)
  return { page, clock, router, id }
}

const rest = () => new Promise((done) => setImmediate(done))

/** Lets time pass until the run is as wanted. */
async function until(page: Page, id: string, holds: (run: Run) => boolean, most = 3_600_000): Promise<Run> {
  let found: Run | undefined
  const stop = page.runs.watchRun(id, () => {})
  for (let ms = 0; ms < most && found === undefined; ms += 500) {
    page.clock.pass(500)
    for (let n = 0; n < 6; n += 1) await rest()
    const run = page.runs.run(id)
    if (run !== undefined && holds(run)) found = run
  }
  stop()
  if (found === undefined)
    throw new Error(JSON.stringify(await page.ledger.get(id)) + JSON.stringify(await page.ledger.eventsOf(id)))
  return found
}

it('a job is polled from its creation to its end, and its content is fetched once', async () => {
  const { page, clock, router, id } = await open({
    status: ({ age }) =>
      age < 20_000
        ? jobReply(age < 5_000 ? 'queued' : 'in_progress', { progress: Math.floor(age / 200) })
        : jobReply('completed', { progress: 100, completed_at: 1_700_000_000 }),
  })
  const run = await until(page, id, ({ status }) => isEnded(status))
  expect(run).toMatchObject({ status: 'completed', job: 'video_1', jobState: { word: 'completed', progress: 100 } })
  expect(run.result.outputs).toMatchObject([{ kind: 'media', index: 0 }])
  expect(run.log.map(({ status }) => status)).toEqual([
    ...['prepared', 'sending', 'receiving', 'queued', 'running', 'completed'],
  ])
  const assets = await (await page.ledger.history()).assets(id)
  expect(await Promise.all(assets.map(async ({ blob }) => new Uint8Array(await blob.arrayBuffer())))).toEqual([clip])
  const polls = router.polls.get('video_1') ?? []
  const gaps = polls.slice(1).map((at, n) => at - (polls[n] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2_000)
  expect(router.created()).toBe(1)
  expect(router.downloads()).toBe(1)
  const { events } = await page.ledger.eventsOf(id)
  expect(events.filter(({ name }) => name === 'job.status')).toHaveLength(polls.length)
  expect(clock.now()).toBeGreaterThan(0)
})
