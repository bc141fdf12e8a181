import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { seed } from '../src/testing/seed.ts'
import { type Fault, type FaultServer, startFaultServer } from './fault-server.ts'
import { answer, test as base, chooseModel, connectTo, expect, path, send } from './fixtures.ts'
import { sample } from './sample.ts'
import { brokenStreams } from './stream-faults/broken-streams.ts'
import { type FaultId, type StreamFault, streamFaults } from './stream-faults/fault-list.ts'
import { newestRun } from './stream-faults/newest-run.ts'
import { oddEvents } from './stream-faults/odd-events.ts'
import { oddReplies } from './stream-faults/odd-replies.ts'
import type { Planner } from './stream-faults/plan.ts'
import { createRandom } from './stream-faults/random.ts'

const seeds = Array.from({ length: process.env.SOAK ? 20 : 1 }, (_, nth) => seed + nth)

/** What a router or a wire does by itself. The others need a person, a clock or a whole machine, and stand in `stream-waits.e2e.ts`. */
const planners: Partial<Record<FaultId, Planner>> = { ...brokenStreams, ...oddReplies, ...oddEvents }

interface Bench {
  readonly page: Page
  readonly server: FaultServer
  /** What the server does with a request, by the model that it asks for. */
  readonly faults: Map<string, Fault>
}

/** One page and one server for all faults of a worker: each is a conversation of its own. */
const test = base.extend<object, { bench: Bench }>({
  bench: [
    async ({ browser, shared, watch: _ }, use) => {
      const faults = new Map<string, Fault>()
      const server = await startFaultServer(() => '{"data":[]}', faults)
      const context = await browser.newContext({ baseURL: shared.url })
      const page = await context.newPage()
      await connectTo(page, server)
      await page.getByRole('link', { name: 'Chat' }).click()
      await use({ page, server, faults })
      await context.close()
      await server.close()
    },
    { scope: 'worker' },
  ],
})

// A trace of so many conversations costs more than they do; a seed brings each of them back.
test.use({ trace: 'off' })

async function meet({ page, server, faults }: Bench, id: FaultId, planner: Planner, nth: number): Promise<void> {
  const plan = planner(createRandom(seed + nth), nth)
  const model = `${id} ${seed + nth}`
  let see = () => {}
  const seen = new Promise<void>((resolve) => {
    see = resolve
  })
  faults.set(model, (reply) => plan.play(reply, seen))
  const fresh = page.getByRole('button', { name: 'New conversation' })
  // There is none to begin where nothing has been said.
  if (await fresh.isEnabled()) await fresh.click()
  await chooseModel(page, model)
  await send(page, `What comes of ${model}?`)
  if (plan.first !== undefined) await expect(answer(page)).toContainText(plan.first)
  see()
  await expect(path(page), model).toHaveAccessibleName(`Path of this run: ${plan.end}`)
  for (const words of [plan.text, ...(plan.words ?? [])]) await expect(answer(page), model).toContainText(words)
  const { status, text, notices } = await newestRun(page)
  expect({ status, text }, model).toEqual({ status: plan.end, text: plan.text })
  expect(notices, model).toEqual(expect.arrayContaining([...(plan.notices ?? [])]))
  await plan.settled?.()
  expect(server.sent.get(model), `sends of ${model}`).toBe(1)
  await expect(page.locator('#from-the-wire')).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(Object.prototype))).toEqual([])
}

for (const [id, planner] of sample(Object.entries(planners) as [FaultId, Planner][], 5)) {
  const { what, ends } = streamFaults[id]
  test(`${id}: ${what}: ${ends.join(' or ')} (seeds ${seeds.at(0)} to ${seeds.at(-1)})`, async ({ bench }) => {
    test.setTimeout(20_000 * seeds.length)
    for (const nth of seeds.keys()) await test.step(`seed ${seed + nth}`, () => meet(bench, id, planner, nth))
  })
}

const catalogue = join(
  process.env.TEST_DATA || join(import.meta.dirname, '../../shared'),
  'corpora/own/fault-catalog.json',
)

test('the list of faults is that of the catalogue, and where it ends otherwise it says why', () => {
  test.skip(!existsSync(catalogue), 'the shared fault catalogue is not at hand')
  const { faults } = JSON.parse(readFileSync(catalogue, 'utf8')) as {
    faults: { id: string; area: string; clientMustEndIn: string }[]
  }
  const theirs = new Map(faults.filter(({ area }) => area === 'sse').map((fault) => [fault.id, fault.clientMustEndIn]))
  expect(Object.keys(streamFaults)).toEqual([...theirs.keys()])
  const ours: [string, StreamFault][] = Object.entries(streamFaults)
  for (const [id, { ends, ruling }] of ours)
    for (const end of ends) if (end !== 'completed' && ruling === undefined) expect(theirs.get(id), id).toContain(end)
})
