import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { seed } from '../src/testing/seed.ts'
import { type CountingProxy, startCountingProxy } from './crash/counting-proxy.ts'
import { crash, kill } from './crash/end-browser.ts'
import { hurry, type Shown } from './crash/hurry.ts'
import { type StoredRun, storedRuns } from './crash/stored-runs.ts'
import { test as base, expect } from './fixtures.ts'
import { createRandom, type Random } from './stream-faults/random.ts'

const counts = process.env.SOAK ? { kills: 40, crashes: 60, reloads: 100 } : { kills: 1, crashes: 1, reloads: 2 }

/** A browser with a disk of its own, which outlives it, in front of a router that counts. */
interface Scene {
  readonly counted: CountingProxy
  readonly random: Random
  /** The browser that runs; a new one where the last was killed. */
  browser(): Promise<BrowserContext>
}

const test = base.extend<{ scene: Scene }>({
  scene: async ({ start, watch }, use) => {
    const counted = await startCountingProxy(await start())
    const profile = mkdtempSync(join(tmpdir(), 'patchbay-crash-'))
    const { launchOptions } = test.info().project.use
    let running: BrowserContext | undefined
    const browser = async () => {
      if (running) return running
      const context = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: counted.url })
      watch(context)
      context.once('close', () => {
        running = undefined
      })
      running = context
      return context
    }
    await use({ counted, random: createRandom(seed), browser })
    await running?.close()
    counted.close()
    rmSync(profile, { recursive: true, force: true })
  },
})

const lettersOf = (text: string) => text.replace(/\W+/g, '')

/** What must hold after whatever has happened; gives the runs of which nobody knows the end. */
async function expectTruth(page: Page, counted: CountingProxy, shown: readonly Shown[]): Promise<readonly StoredRun[]> {
  await page.goto('/runs')
  await expect
    .poll(async () => (await storedRuns(page)).filter(({ status }) => /prepared|sending|receiving/.test(status)))
    .toEqual([])
  const runs = await storedRuns(page)
  const sent = counted.sent.map(({ id }) => id)
  for (const all of [sent, counted.sent.map(({ body }) => body)])
    expect(new Set(all).size, 'nothing is sent twice').toBe(all.length)
  const rows = new Set(runs.filter(({ status }) => status !== 'draft').map(({ id }) => id))
  expect(
    sent.filter((id) => !rows.has(id)),
    'sent without a row',
  ).toEqual([])
  for (const { title, text } of shown) {
    const run = runs.find((one) => one.title === title)
    expect(run?.status, title).toBe('completed')
    expect(lettersOf(text), title).toContain(lettersOf(run?.text ?? '?'))
  }
  return runs.filter(({ status, resolution }) => status === 'unknown' && resolution === undefined)
}

/** The page asks by itself about every unknown run: the router knows all of them, and nothing is sent by that. */
async function expectSettled(page: Page, counted: CountingProxy, unknown: readonly StoredRun[]): Promise<void> {
  const before = counted.sent.length
  const open = async () =>
    (await storedRuns(page)).filter(({ status, resolution }) => status === 'unknown' && resolution === undefined)
  await expect.poll(open).toEqual([])
  await expect(page.getByRole('region', { name: 'Unknown results' })).toHaveCount(0)
  const came = new Set(counted.sent.map(({ id }) => id))
  const ids = new Set(unknown.map(({ id }) => id))
  for (const run of (await storedRuns(page)).filter(({ id }) => ids.has(id)))
    expect(run, run.title).toMatchObject(came.has(run.id) ? { resolution: 'recovered' } : { status: 'refused' })
  expect(counted.sent).toHaveLength(before)
}

/** How a round ends: what a person was doing is over, whichever way. */
type Ending = (page: Page, round: number) => Promise<void>

/** Some rounds of work that is broken off, each looked at on a page of its own. */
async function play(scene: Scene, name: string, rounds: number, end: Ending): Promise<void> {
  const { counted, random, browser } = scene
  const shown: Shown[] = []
  let unknown = 0
  for (let round = 0; round < rounds; round += 1) {
    const page = await (await browser()).newPage()
    await page.goto('/chat?model=sandbox-fast')
    const person = hurry(page, `${name} ${round}`)
    await person.pressed(1 + random.below(5))
    await pause(random.below(600))
    await end(page, round)
    await person.over
    shown.push(...person.shown)
    const next = await (await browser()).newPage()
    const lost = await expectTruth(next, counted, shown)
    unknown += lost.length
    await expectSettled(next, counted, lost)
    await next.close()
  }
  console.log(
    `${name}: ${counted.sent.length} sends, ${shown.length} seen to their end, ${unknown} unknown and settled`,
  )
}

const named = (what: string, rounds: number) =>
  `${what} at any moment loses and repeats nothing, ${rounds} times (SEED=${seed})`

test(named('a browser that is killed', counts.kills), async ({ scene }) => {
  test.setTimeout(60_000 + counts.kills * 20_000)
  await play(scene, 'Killed', counts.kills, async (page) => await kill(page.context()))
})

// A killed browser loses all that a page of it loses; `recover.test.ts` ends a page before and after each step.
test(named('a page that crashes', counts.crashes), { tag: '@soak' }, async ({ scene }) => {
  test.setTimeout(60_000 + counts.crashes * 15_000)
  await play(scene, 'Crashed', counts.crashes, crash)
})

test(named('a page that is left', counts.reloads), { tag: '@soak' }, async ({ scene }) => {
  test.setTimeout(60_000 + counts.reloads * 15_000)
  await play(scene, 'Left', counts.reloads, async (page, round) => {
    if (round % 2 === 0) await page.reload()
    await page.close()
  })
})
