import type { CDPSession, Locator, Page } from '@playwright/test'
import { seed } from '../src/testing/seed.ts'
import { type CountingProxy, startCountingProxy } from './crash/counting-proxy.ts'
import { test as base, expect } from './fixtures.ts'
import { createRandom } from './stream-faults/random.ts'

const counts = process.env.SOAK ? { races: 200, doubles: 200, held: 50 } : { races: 1, doubles: 1, held: 1 }

const test = base.extend<{ counted: CountingProxy }>({
  counted: async ({ router }, use) => {
    const proxy = await startCountingProxy(router)
    await use(proxy)
    proxy.close()
  },
})

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const messageBox = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const said = (page: Page, words: string) => page.getByRole('article', { name: 'You' }).filter({ hasText: words })

/** A new conversation with these words typed and not sent. */
async function type(page: Page, words: string): Promise<void> {
  const fresh = page.getByRole('button', { name: 'New conversation' })
  if (await fresh.isEnabled()) await fresh.click()
  await expect(page.getByRole('article')).toHaveCount(0)
  await messageBox(page).fill(words)
}

async function open(page: Page, { url }: CountingProxy, model = 'sandbox-fast'): Promise<void> {
  await page.goto(`${url}/chat?model=${model}`)
  await expect(sendButton(page)).toBeEnabled()
}

/** How many elements all of these find. */
const sum = async (all: readonly Locator[]) =>
  (await Promise.all(all.map((one) => one.count()))).reduce((a, b) => a + b)

/** What the page says that has not sent: the press was the same, or it asks. */
const notSentTwice = /This message is already running|An identical request is still running/

/** An answer that is not stopped ends by itself. */
const slowly = { timeout: 40_000 }

/** Presses Send at a moment of the machine's clock: two pages can be told beforehand. */
const pressAt = (page: Page, at: number) =>
  sendButton(page).evaluate((button, at) => {
    setTimeout(() => button.dispatchEvent(new MouseEvent('click', { bubbles: true })), at - Date.now())
  }, at)

/** Every one of these was sent exactly once, and nothing else was. */
function expectOnce(proxy: CountingProxy, words: readonly string[]): void {
  const sends = words.map((one) => proxy.sent.filter(({ body }) => body.includes(one)).length)
  expect(sends).toEqual(words.map(() => 1))
  expect(proxy.sent).toHaveLength(words.length)
}

test(`two tabs that press at one moment send once, ${counts.races} times (SEED=${seed})`, async ({
  page,
  context,
  counted,
}) => {
  test.setTimeout(60_000 + counts.races * 60_000)
  const random = createRandom(seed)
  const tabs = [page, await context.newPage()]
  // Slow enough that the first run is still on its way, however late the second press is heard.
  for (const tab of tabs) await open(tab, counted, 'sandbox-slow')
  const all: string[] = []
  for (let race = 0; race < counts.races; race += 1) {
    const words = `Race ${seed}-${race}. tokens: 300`
    all.push(words)
    await Promise.all(tabs.map((tab) => type(tab, words)))
    // Long enough beforehand that both have heard of it, also on a busy machine.
    const at = Date.now() + 400
    await Promise.all(tabs.map((tab) => pressAt(tab, at + random.below(12))))
    const stops = tabs.map((tab) => tab.getByRole('button', { name: 'Stop', exact: true }))
    await expect.poll(() => sum(stops), slowly).toBeGreaterThanOrEqual(1)
    await expect.poll(() => sum(tabs.map((tab) => tab.getByText(notSentTwice))), slowly).toBe(1)
    await expect
      .poll(async () => {
        // Where both show the run, one press ends it for both: the other's button then sends again.
        const shown = await Promise.all(stops.map((stop) => stop.isVisible()))
        await stops[shown.indexOf(true)]?.click({ timeout: 2_000 }).catch(() => {})
        return await sum(stops)
      }, slowly)
      .toBe(0)
  }
  expectOnce(counted, all)
})

test(`a double click sends once, ${counts.doubles} times (SEED=${seed})`, async ({ page, counted }) => {
  test.setTimeout(30_000 + counts.doubles * 4_000)
  const random = createRandom(seed)
  await open(page, counted)
  const all: string[] = []
  for (let round = 0; round < counts.doubles; round += 1) {
    const words = `Twice ${seed}-${round}. tokens: 5`
    all.push(words)
    await type(page, words)
    await sendButton(page).dblclick({ delay: random.below(40) })
    await expect(said(page, words)).toHaveCount(1)
    await expect(page.getByRole('article', { name: 'Assistant' })).toHaveAttribute('aria-busy', 'false')
  }
  expectOnce(counted, all)
})

test(`a held Enter sends once, ${counts.held} times (SEED=${seed})`, async ({ page, counted }) => {
  test.setTimeout(30_000 + counts.held * 6_000)
  await open(page, counted)
  const all: string[] = []
  for (let round = 0; round < counts.held; round += 1) {
    const words = `Held ${seed}-${round}. tokens: 5`
    all.push(words)
    await type(page, words)
    await messageBox(page).focus()
    for (let repeat = 0; repeat < 25; repeat += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(said(page, words)).toHaveCount(1)
    await expect(page.getByRole('article', { name: 'Assistant' })).toHaveAttribute('aria-busy', 'false')
  }
  expectOnce(counted, all)
})

/** A press at `at` seconds of the browser's own clock, whenever the browser comes to it: how far two of them lie apart does not hang on the machine. */
async function pressRunKeys(session: CDPSession, at: number): Promise<void> {
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, modifiers: 2, timestamp: at }
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
}

test('a slow double click and three quick key presses on Generate send once, though the run has ended in between', async ({
  page,
  counted,
}) => {
  const runs = page.getByRole('region', { name: 'Results' }).getByRole('article')
  const ended = async (count: number) => {
    await expect(runs).toHaveCount(count)
    await expect(runs.first()).toHaveAttribute('aria-busy', 'false')
  }
  await page.goto(`${counted.url}/images?model=sandbox-image-plain`)
  await page.getByRole('combobox', { name: 'Size' }).selectOption('Other…')
  await page.getByRole('textbox', { name: 'Size, other value' }).fill('96x64')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A fox')
  const click = async (clickCount: number) => {
    await page.getByRole('button', { name: 'Generate' }).hover()
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
  }
  // For a moment behind its end, another tab still counts a run as the same press.
  const rest = () => page.waitForTimeout(500)
  await click(1)
  await ended(1)
  await rest()
  for (const clickCount of [2, 3]) await click(clickCount)
  await click(1)
  await ended(2)

  const session = await page.context().newCDPSession(page)
  await page.getByRole('textbox', { name: 'Prompt' }).focus()
  const start = Date.now() / 1000
  await rest()
  await pressRunKeys(session, start)
  await ended(3)
  await rest()
  for (const later of [0.35, 0.84, 1.35]) await pressRunKeys(session, start + later)
  await ended(4)
  expect(counted.sent).toHaveLength(4)
})
