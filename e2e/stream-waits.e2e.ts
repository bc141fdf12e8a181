import type { Page } from '@playwright/test'
import { seed } from '../src/testing/seed.ts'
import { startFaultServer } from './fault-server.ts'
import { answer, test as base, chooseModel, connectTo, expect, path, send } from './fixtures.ts'
import { answerScript, middleOf, type Step, scriptOf, streamText } from './stream-faults/answer-script.ts'
import { type FaultId, streamFaults } from './stream-faults/fault-list.ts'
import { newestRun } from './stream-faults/newest-run.ts'
import { createRandom } from './stream-faults/random.ts'
import { sleepOf } from './stream-faults/sleep-of.ts'
import { watchFrames } from './stream-faults/watch-frames.ts'
import { openWire, type Wire } from './stream-faults/wire.ts'

const seeds = Array.from({ length: process.env.SOAK ? 20 : 1 }, (_, nth) => seed + nth)
const minute = 60_000

interface Faults {
  /** Sends a message to a router of which the test holds the bare wire; resolves when the request is there. */
  ask: () => Promise<Wire>
  /** How many requests came. */
  sends: () => number
}

const test = base.extend<Faults & { foreign: Faults }>({
  foreign: async ({ page }, use) => {
    let take = (_: Wire) => {}
    const server = await startFaultServer(() => '{"data":[]}', new Map([['wire', (reply) => take(openWire(reply))]]))
    const ask = async () => {
      const asked = new Promise<Wire>((resolve) => {
        take = resolve
      })
      await connectTo(page, server)
      await page.getByRole('link', { name: 'Chat' }).click()
      await chooseModel(page, 'wire')
      await send(page, 'What comes of it?')
      return asked
    }
    await use({ ask, sends: () => server.sent.get('wire') ?? 0 })
    await server.close()
  },
  ask: async ({ foreign }, use) => use(foreign.ask),
  sends: async ({ foreign }, use) => use(foreign.sends),
})

// A trace of every step of the clock costs more than the test.
test.use({ trace: 'off', warm: false })

const ended = (status: string) => `Path of this run: ${status}`

/** A name for a fault that needs a person, a clock or a machine; those of the wire alone stand in `stream-faults.e2e.ts`. */
const named = (id: FaultId, how: string, seed?: number) =>
  `${id}: ${streamFaults[id].what}: ${how}${seed === undefined ? '' : ` (seed ${seed})`}`

/** An answer by chance, its beginning, and its rest. */
function halves(seed: number) {
  const random = createRandom(seed)
  const script = answerScript(random)
  const at = middleOf(random, script)
  const text = script.steps[at - 1]?.text ?? ''
  return { script, text, begin: streamText(script.steps.slice(0, at)), rest: streamText(script.steps.slice(at)) }
}

/** Lets time go by, in steps too short to be taken for a sleep, even where each of them takes seconds of its own. */
async function pass(page: Page, ms: number): Promise<void> {
  const step = 5_000
  for (let left = ms; left > 0; left -= step) await page.clock.fastForward(Math.min(step, left))
}

test(named('S10', 'it waits, shows the time, and can be stopped'), async ({ page, ask }) => {
  // Longer than the silence that is called a stall; in a soak longer than the one that ends a run.
  const longest = process.env.SOAK ? 16 : 3
  await page.clock.install()
  const wire = await ask()
  await wire.head()
  for (let minutes = 0; minutes < longest; minutes += 1.5) {
    await wire.chunk(': ping\n\n')
    await page.waitForTimeout(50)
    await pass(page, 1.5 * minute)
    await expect(answer(page)).not.toContainText('Stalled')
  }
  await expect(answer(page)).toContainText(/Connected, waiting for the first token\s*(?:9\d|1[89]|2\d)\d\.\d s/)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(path(page)).toHaveAccessibleName(ended('stopped'))
  await wire.gone
})

test(named('S11', 'a foreign router is stalled after 120 s and ended after 15 minutes'), { tag: '@soak' }, async ({
  page,
  ask,
}) => {
  await page.clock.install()
  const wire = await ask()
  await wire.head()
  await expect(answer(page)).toContainText('Connected')
  await pass(page, 1.5 * minute)
  await expect(answer(page)).not.toContainText('Stalled')
  await pass(page, minute)
  await expect(answer(page)).toContainText('Stalled')
  await pass(page, 13 * minute)
  await expect(path(page)).toHaveAccessibleName(ended('interrupted'))
  await expect(answer(page)).toContainText('No data for 15 minutes')
  expect(await newestRun(page)).toMatchObject({ status: 'interrupted', reason: 'stalled' })
  await wire.gone
})

test(named('S11', 'our own router is stalled after 45 s'), { tag: '@soak' }, async ({ page }) => {
  await page.clock.install()
  await page.goto('/chat?model=fault-stall')
  await send(page, 'Say no more')
  await expect(answer(page)).toContainText('synthetic')
  await pass(page, 0.6 * minute)
  await expect(answer(page)).not.toContainText('Stalled')
  await pass(page, 0.4 * minute)
  await expect(answer(page)).toContainText('Stalled')
  await pass(page, 15 * minute)
  await expect(path(page)).toHaveAccessibleName(ended('interrupted'))
  await expect(answer(page)).toContainText('synthetic')
})

test(named('S29', 'all of them are there'), { tag: '@soak' }, async ({ page, ask }) => {
  test.slow()
  const { steps, text } = scriptOf(Array.from({ length: 100_000 }, (_, at) => `${at % 10} `))
  const deltas = Buffer.from(streamText(steps.filter(({ data }) => data.type.endsWith('.delta'))))
  const wire = await ask()
  await wire.head()
  const frames = await watchFrames(page)
  for (let at = 0; at < deltas.length; at += 2 ** 16) await wire.chunk(deltas.subarray(at, at + 2 ** 16))
  await wire.chunk(streamText(steps.slice(-1)))
  await expect(path(page)).toHaveAccessibleName(ended('completed'), { timeout: minute })
  const { mean, longest } = await frames()
  console.log(`S29: ${mean.toFixed(0)} frames a second, the longest of ${longest.toFixed(0)} ms`)
  const run = await newestRun(page)
  expect(run.status).toBe('completed')
  expect(run.text === text, 'every word is there').toBe(true)
})

for (const seed of seeds) {
  test(named('S30', 'the wire is left, and the text grows no more', seed), async ({ page, ask, sends }) => {
    const { begin, rest, text } = halves(seed)
    const wire = await ask()
    await wire.head()
    await wire.chunk(begin)
    await expect(answer(page)).toContainText(text)
    await page.waitForTimeout(500)
    await page.getByRole('button', { name: 'Stop' }).click()
    const pressed = performance.now()
    await wire.gone
    if (process.env.SOAK) expect(performance.now() - pressed, 'ms until the wire is left').toBeLessThan(1000)
    await wire.chunk(rest)
    await expect(path(page)).toHaveAccessibleName(ended('stopped'))
    expect(await newestRun(page)).toMatchObject({ status: 'stopped', text })
    await page.reload()
    await expect(answer(page)).toContainText('Stopped by you. Completed work may still be billed')
    await expect(answer(page)).toContainText(text)
    expect(await newestRun(page)).toMatchObject({ status: 'stopped', text })
    expect(sends()).toBe(1)
  })

  test(named('S31', 'what was there is kept, and nothing is sent again', seed), { tag: '@soak' }, async ({
    page,
    ask,
    sends,
  }) => {
    const { begin, text } = halves(seed)
    const wire = await ask()
    await wire.head()
    await wire.chunk(begin)
    await expect(answer(page)).toContainText(text)
    await page.reload()
    await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
    expect(await newestRun(page)).toMatchObject({ status: 'interrupted', text })
    await expect(path(page)).toHaveAccessibleName(ended('interrupted'))
    await expect(answer(page)).toContainText(text)
    await wire.gone
    expect(sends()).toBe(1)
  })

  test(named('S31', 'the last words before it are kept too', seed), async ({ page, ask }) => {
    const { begin, rest, text, script } = halves(seed)
    const wire = await ask()
    await wire.head()
    await wire.chunk(begin)
    await expect(answer(page)).toContainText(text)
    // Too soon after the words before to have been written by themselves.
    await wire.chunk(rest.slice(0, rest.indexOf('event: response.output_text.done')))
    await expect(answer(page)).toContainText(script.text)
    await page.reload()
    await expect(path(page)).toHaveAccessibleName(ended('interrupted'))
    expect(await newestRun(page)).toMatchObject({ status: 'interrupted', text: script.text })
  })

  for (const [how, status] of [
    ['it goes on where it goes on', 'completed'],
    ['a connection that is lost meanwhile is told on waking', 'interrupted'],
  ] as const)
    test(named('S32', how, seed), { tag: status === 'completed' ? [] : '@soak' }, async ({ page, ask }) => {
      const { begin, rest, text, script } = halves(seed)
      await page.clock.install()
      const wire = await ask()
      await wire.head()
      await wire.chunk(begin)
      await expect(answer(page)).toContainText(text)
      await page.clock.fastForward(10 * minute)
      await pass(page, 9_000)
      await expect(answer(page)).not.toContainText('Stalled')
      await expect(path(page)).toHaveAccessibleName(ended('receiving'))
      if (status === 'completed') await wire.chunk(rest)
      else wire.reset()
      await expect(path(page)).toHaveAccessibleName(ended(status))
      expect(await newestRun(page)).toMatchObject({ status, text: status === 'completed' ? script.text : text })
    })
}

test(named('S32', 'a wire that stays silent after waking is told as stalled in its time'), { tag: '@soak' }, async ({
  page,
  ask,
}) => {
  const { begin, text } = halves(seed)
  await page.clock.install()
  const wire = await ask()
  await wire.head()
  await wire.chunk(begin)
  await expect(answer(page)).toContainText(text)
  await page.clock.fastForward(20 * minute)
  await pass(page, 9_000)
  await expect(answer(page)).not.toContainText('Stalled')
  await pass(page, 3 * minute)
  await expect(answer(page)).toContainText('Stalled')
  await pass(page, 15 * minute)
  await expect(path(page)).toHaveAccessibleName(ended('interrupted'))
})

test(named('S32', 'for real, with every process of the browser held', seed), { tag: '@soak' }, async ({
  page,
  ask,
  browser,
}) => {
  const { script } = halves(seed)
  const wire = await ask()
  await wire.head()
  const send = async (steps: readonly Step[]) => {
    for (const step of steps) {
      await wire.chunk(streamText([step]))
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  const [begin, rest] = [script.steps.slice(0, 5), script.steps.slice(5)]
  await send(begin)
  await expect(answer(page)).toContainText(begin.at(-1)?.text ?? '')
  const wake = await sleepOf(browser)
  await Promise.all([send(rest), new Promise((resolve) => setTimeout(resolve, 15_000))])
  wake()
  await expect(path(page)).toHaveAccessibleName(ended('completed'))
  expect(await newestRun(page)).toMatchObject({ status: 'completed', text: script.text })
})
