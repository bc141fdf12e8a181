import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { seed } from '../src/testing/seed.ts'
import { type Cut, startCountingProxy } from './crash/counting-proxy.ts'
import { crash, kill } from './crash/end-browser.ts'
import { test as base, expect, type RunningRouter, saveConnection } from './fixtures.ts'
import { type CountedJob, type JobRouter, promptOf, startJobRouter } from './jobs/job-router.ts'
import { jobShapes } from './jobs/job-shapes.ts'
import { type StoredJob, storedJobs } from './jobs/stored-jobs.ts'
import { createRandom, type Random } from './stream-faults/random.ts'
import { sleepOf } from './stream-faults/sleep-of.ts'

const soak = process.env.SOAK !== undefined
const counts = soak
  ? { kills: 20, crashes: 20, reloads: 20, outages: 30, routers: 20 }
  : { kills: 1, crashes: 1, reloads: 1, outages: 1, routers: 1 }
const second = 1000

/** Some 0.8 s for a file. */
const fileBytes = 400_000
const speed = 500_000

const test = base.extend<{ remote: JobRouter; profile: () => Promise<BrowserContext> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from the pattern.
  remote: async ({}, use) => {
    const remote = await startJobRouter(fileBytes, speed)
    await use(remote)
    remote.close()
  },
  /** A browser with a disk of its own, which outlives it; a new one where the last was killed. */
  profile: async ({ router, watch }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-jobs-'))
    const { launchOptions } = test.info().project.use
    let running: BrowserContext | undefined
    await use(async () => {
      if (running) return running
      const context = await chromium.launchPersistentContext(folder, { ...launchOptions, baseURL: router.url })
      watch(context)
      context.once('close', () => {
        running = undefined
      })
      running = context
      return context
    })
    await running?.close()
    rmSync(folder, { recursive: true, force: true })
  },
})

/** Makes the router the one in use, with a key that outlives the page. */
async function connect(page: Page, { url, key }: { readonly url: string; readonly key: string }): Promise<void> {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Jobs')
  await page.getByRole('textbox', { name: 'Base URL' }).fill(url)
  await page.getByLabel('Key', { exact: true }).fill(key)
  await page.getByRole('checkbox', { name: 'Remember on this device' }).check()
  await saveConnection(page)
  await page.getByRole('radio', { name: 'Jobs' }).check()
}

/** Resolves when the reply has left: until then the same button stops the run. */
async function press(page: Page, { jobs }: JobRouter, prompt: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  await page.getByRole('button', { name: 'Create video' }).click()
  const isReplied = () => jobs.some((job) => job.prompt === prompt && job.repliedAt !== undefined)
  // Where the page was left meanwhile, no reply leaves.
  for (const until = Date.now() + 5 * second; !isReplied() && !page.isClosed() && Date.now() < until; ) await pause(20)
  await pause(150)
}

/** The moment of the last job at which something is broken off, and some ms behind it. */
async function meet({ jobs }: JobRouter, count: number, random: Random): Promise<string> {
  const phase = random.pick(['create', 'poll', 'download'])
  const last = (): CountedJob | undefined => jobs[count - 1]
  const reached = () => {
    if (phase === 'create') return jobs.length >= count
    const job = last()
    return job !== undefined && (phase === 'poll' ? job.polls.length > 0 : job.downloads > 0)
  }
  for (const until = Date.now() + 20 * second; !reached() && Date.now() < until; ) await pause(5)
  await pause(random.below(phase === 'create' ? 250 : 1000))
  return phase
}

const isSettled = ({ status }: StoredJob) => !/prepared|sending|receiving|queued|running/.test(status)

/** A reply that came so many ms before its page was gone has been stored. */
const storing = 500

/** What holds after whatever has happened: every creation has its run, each once; what was acknowledged comes to its file. */
async function expectTruth(page: Page, { jobs }: JobRouter, goneAt: number): Promise<readonly StoredJob[]> {
  await expect
    .poll(async () => (await storedJobs(page)).filter((run) => !isSettled(run)), { timeout: 60_000 })
    .toEqual([])
  const runs = await storedJobs(page)
  expect(new Set(jobs.map(({ prompt }) => prompt)).size, 'nothing is created twice').toBe(jobs.length)
  for (const job of jobs) {
    job.goneAt ??= goneAt
    const own = runs.filter(({ title, status }) => title === job.prompt && status !== 'draft')
    expect(own, `${job.prompt} has its run`).toHaveLength(1)
    const [run] = own
    if (run?.job === undefined) {
      const heard = job.goneAt - (job.repliedAt ?? job.goneAt)
      expect(heard, `${JSON.stringify(run)} was not acknowledged`).toBeLessThan(storing)
      expect(run?.status, job.prompt).toMatch(/^(?:unknown|interrupted)$/)
      continue
    }
    expect(run, job.prompt).toMatchObject({ job: job.id, status: 'completed', files: [job.sha256] })
    // Each poll is due at least 2 s after the one before it, the first after the creation. Counted from the creation, a poll that arrives
    // late allows no others; one second allows for a creation that arrives late itself.
    for (const [n, at] of job.polls.entries())
      expect(at - job.createdAt, `poll ${n + 1} of ${job.prompt}`).toBeGreaterThanOrEqual((n + 1) * 2 * second - second)
  }
  return runs
}

const shapeNames = Object.keys(jobShapes)

/** Some rounds of jobs that are broken off, each looked at on a page of its own. `end` may leave the page alive. */
async function play(
  { remote, profile, random }: { remote: JobRouter; profile: () => Promise<BrowserContext>; random: Random },
  name: string,
  rounds: number,
  end: (page: Page) => Promise<unknown>,
): Promise<void> {
  const phases: string[] = []
  const first = await profile()
  await connect(await first.newPage(), remote)
  // Chromium writes `localStorage` to the disk some seconds late: a kill right now would take the connection back.
  await first.close()
  const shapes = random.shuffle(shapeNames)
  for (let round = 0; round < rounds; round += 1) {
    const page = await (await profile()).newPage()
    await page.goto('/video')
    // Another tab looks on, and takes the polls over.
    if (random.below(2) === 0) await (await (await profile()).newPage()).goto('/video')
    const count = remote.jobs.length
    const shape = (nth: number) => shapes[(round * 2 + nth) % shapes.length] ?? 'openai'
    const person = (async () => {
      await press(page, remote, promptOf(`${name} ${round}a`, shape(0), 1))
      await press(page, remote, promptOf(`${name} ${round}b`, shape(1), 1 + random.below(2)))
    })().catch(() => {})
    phases.push(await meet(remote, count + 1 + random.below(2), random))
    const goneAt = Date.now()
    await end(page)
    await person
    for (const one of (await profile()).pages()) if (one.url() !== 'about:blank') await one.close()
    const next = await (await profile()).newPage()
    await next.goto('/video')
    await expectTruth(next, remote, goneAt)
    await next.close()
  }
  const ends = `${remote.jobs.filter(({ repliedAt }) => repliedAt).length} of ${remote.jobs.length} creations replied to`
  console.log(
    `${name} (${phases.join(' ')}): ${ends}, ${remote.jobs.reduce((sum, { polls }) => sum + polls.length, 0)} polls`,
  )
}

const named = (what: string, rounds: number) => `${what} loses and repeats no job, ${rounds} times (SEED=${seed})`

// Kills at any moment and networks that break are in `job-faults.test.ts`; what a kill leaves on the disk in `paid-crashes.e2e.ts`.
test(named('a browser that is killed', counts.kills), { tag: '@soak' }, async ({ remote, profile }) => {
  test.setTimeout(60_000 + counts.kills * 60_000)
  await play(
    { remote, profile, random: createRandom(seed) },
    'Killed',
    counts.kills,
    async (page) => await kill(page.context()),
  )
})

test(named('a page that crashes', counts.crashes), { tag: '@soak' }, async ({ remote, profile }) => {
  test.setTimeout(60_000 + counts.crashes * 60_000)
  await play({ remote, profile, random: createRandom(seed + 1) }, 'Crashed', counts.crashes, crash)
})

test(named('a page that is loaded anew', counts.reloads), { tag: '@soak' }, async ({ remote, profile }) => {
  test.setTimeout(60_000 + counts.reloads * 60_000)
  await play({ remote, profile, random: createRandom(seed + 2) }, 'Left', counts.reloads, (page) => page.reload())
})

test(named('a router that is away for a while', counts.outages), { tag: '@soak' }, async ({ remote, profile }) => {
  test.setTimeout(60_000 + counts.outages * 60_000)
  const random = createRandom(seed + 3)
  await connect(await (await profile()).newPage(), remote)
  const page = await (await profile()).newPage()
  await page.goto('/video')
  for (let round = 0; round < counts.outages; round += 1) {
    const shape = random.pick(['openai', 'kling', 'xai', 'replicate', 'runway'])
    await press(page, remote, promptOf(`Away ${round}`, shape, 2))
    const phase = await meet(remote, round + 1, random)
    const goneAt = Date.now()
    await remote.restart(random.below(5 * second))
    await expectTruth(page, remote, goneAt)
    console.log(`Away ${round} (${phase}, ${shape})`)
  }
})

test('a machine that sleeps during a poll and during a download takes that for no failure', { tag: '@soak' }, async ({
  browser,
  page,
  remote,
}) => {
  await connect(page, remote)
  await page.getByRole('link', { name: 'Video' }).click()
  for (const phase of ['poll', 'download'] as const) {
    const prompt = promptOf(`Asleep ${phase}`, 'openai', phase === 'poll' ? 2 : 1)
    await press(page, remote, prompt)
    const [job] = remote.jobs.slice(-1)
    await expect
      .poll(() => (phase === 'poll' ? job?.polls.length : job?.downloads), { intervals: [20] })
      .toBeGreaterThan(0)
    const wake = await sleepOf(browser)
    // Behind the time that the router has for the rest of the file.
    await pause(20 * second)
    wake()
    await expectTruth(page, remote, Date.now())
    const [run] = (await storedJobs(page)).filter(({ title }) => title === prompt)
    expect(run?.failedPolls, phase).toBe(0)
    expect(job?.downloads).toBe(1)
  }
})

/** The hash of what the router itself gives for a job. */
async function hashAt({ url, key }: RunningRouter, id: string): Promise<string> {
  const reply = await fetch(`${url}/v1/videos/${encodeURIComponent(id)}/content`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return createHash('sha256')
    .update(Buffer.from(await reply.arrayBuffer()))
    .digest('hex')
}

const gets = `our own router that is killed ${counts.routers} times loses no job, and a page gets each (SEED=${seed})`

// `video-jobs.test.ts` restarts the router over its jobs.
test(gets, { tag: '@soak' }, async ({ page, start }) => {
  test.setTimeout(120_000 + counts.routers * 60_000)
  const random = createRandom(seed + 4)
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-router-'))
  let router = await start({ DATA_DIR: folder })
  const settings = { DATA_DIR: folder, PORT: new URL(router.url).port }
  await page.goto(`${router.url}/video`)
  await page.getByRole('combobox', { name: 'Model' }).fill('sandbox-video')
  await page.getByRole('combobox', { name: 'Model' }).press('Enter')
  for (let round = 0; round < counts.routers; round += 1) {
    await page.getByRole('textbox', { name: 'Prompt' }).fill(`Round ${round}`)
    await page.getByRole('button', { name: 'Create video' }).click()
    await pause(random.below(random.pick([300, 3000, 12_000])))
    await router.stop('SIGKILL')
    await pause(random.below(3 * second))
    router = await start(settings)
    await expect
      .poll(async () => (await storedJobs(page)).filter((run) => !isSettled(run)), { timeout: 90_000 })
      .toEqual([])
    const run = (await storedJobs(page)).find(({ title }) => title === `Round ${round}`)
    console.log(`Round ${round}: ${run?.status} ${run?.reason ?? ''} ${run?.resolution ?? ''}`)
    if (run?.job === undefined) expect(run?.status).toMatch(/^(?:unknown|interrupted|refused)$/)
    else expect(run).toMatchObject({ status: 'completed', files: [await hashAt(router, run.job)] })
  }
  rmSync(folder, { recursive: true, force: true })
})

const cuts: readonly Cut[] = ['before the head', ...(soak ? [{ after: 40 }, { after: 0 }, { after: 300 }] : [])]

test('a creation whose reply is cut is recovered from our own router, and its job followed', async ({
  page,
  start,
}) => {
  const router = await start()
  const counted = await startCountingProxy(router)
  await page.goto(`${counted.url}/video?model=sandbox-video`)
  for (const [nth, cut] of cuts.entries()) {
    counted.cutNext(cut)
    await page.getByRole('textbox', { name: 'Prompt' }).fill(`Cut ${nth}`)
    await page.getByRole('button', { name: 'Create video' }).click()
    await expect(page.getByRole('row').filter({ hasText: `Cut ${nth}` })).toContainText(/Unknown|Cut off/)
    // A page that is loaded anew asks by itself.
    if (nth > 0) await page.reload()
    else await page.getByRole('button', { name: 'Check again' }).first().click()
    await expect
      .poll(async () => (await storedJobs(page)).find(({ title }) => title === `Cut ${nth}`)?.job)
      .toBeDefined()
  }
  const ends = async () => (await storedJobs(page)).map(({ status, resolution }) => `${status} ${resolution}`)
  await expect.poll(ends, { timeout: 100_000 }).toEqual(cuts.map(() => 'completed recovered'))
  expect(await router.accepted()).toBe(cuts.length)
  expect(new Set(counted.sent.map(({ id }) => id)).size).toBe(cuts.length)
  counted.close()
})
