import type { Page } from '@playwright/test'
import { seed } from '../src/testing/seed.ts'
import {
  answer,
  test as base,
  chooseModel,
  expect,
  path,
  type RunningRouter,
  saveConnection,
  send,
} from './fixtures.ts'
import { type FaultId, streamFaults } from './stream-faults/fault-list.ts'
import { type FaultProxy, startFaultProxy } from './stream-faults/fault-proxy.ts'
import { newestRun } from './stream-faults/newest-run.ts'
import { createRandom } from './stream-faults/random.ts'

const rounds = process.env.SOAK ? 20 : 1
const key = 'own-canary-5a0d1c77-key'

/** A page that talks to our own router over a wire that the test can break. */
const test = base.extend<{ wired: { router: RunningRouter; proxy: FaultProxy } }>({
  wired: async ({ page, start }, use) => {
    const proxy = await startFaultProxy()
    const router = await start({ PUBLIC_URL: proxy.url, ROUTER_API_KEY: key })
    proxy.lead(Number(new URL(router.url).port))
    await page.goto(`${proxy.url}/settings`)
    const card = page.getByRole('list', { name: 'Connections' }).getByRole('listitem').first()
    await card.getByRole('button', { name: 'Edit' }).click()
    await card.getByLabel('Key', { exact: true }).fill(key)
    await saveConnection(page)
    await page.getByRole('link', { name: 'Chat' }).click()
    await use({ router, proxy })
    proxy.close()
  },
})

async function say(page: Page, text: string): Promise<void> {
  const fresh = page.getByRole('button', { name: 'New conversation' })
  if (await fresh.isEnabled()) await fresh.click()
  await chooseModel(page, 'sandbox-fast')
  await send(page, text)
}

const named = (id: FaultId, how: string) =>
  `${id}: ${streamFaults[id].what}, from our own router: ${how} (seeds ${seed} to ${seed + rounds - 1})`
const ended = (status: string) => `Path of this run: ${status}`

// `paid-lost.e2e.ts` cuts a reply there too, `check-again.test.ts` and `lost-answers.test.ts` read the rest of it.
test(named('S01', 'what was lost is fetched, not bought'), { tag: '@soak' }, async ({
  page,
  wired: { router, proxy },
}) => {
  test.setTimeout(60_000 + 20_000 * rounds)
  for (let round = 0; round < rounds; round += 1) {
    const before = await router.accepted()
    const words = `What floats? Say ${seed + round}. tokens: 120`
    const cut = proxy.mangle({ kind: 'cut', after: 1 + createRandom(seed + round).below(9000) })
    await say(page, words)
    await cut
    await expect(path(page)).toHaveAccessibleName(ended('interrupted'))
    const part = await newestRun(page)
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(path(page)).toHaveAccessibleName(ended('completed'))
    const whole = await newestRun(page)
    expect(whole.text.length).toBeGreaterThan(part.text.length)
    expect(whole.text.startsWith(part.text), 'what was kept is how it begins').toBe(true)
    await expect(answer(page).getByLabel('Metrics')).toContainText('120 est.')
    expect((await router.accepted()) - before).toBe(1)
  }
})

// `recorded.test.ts` and `event-stream.test.ts` cut streams everywhere.
test(named('S05', 'same text as unsplit'), { tag: '@soak' }, async ({ page, wired: { proxy } }) => {
  test.setTimeout(40_000 * rounds)
  for (let round = 0; round < rounds; round += 1) {
    const words = `日本 👩‍👩‍👧 🇳🇴 λόγος ${seed + round} echo: Grüße`
    await say(page, words)
    await expect(path(page)).toHaveAccessibleName(ended('completed'))
    const whole = await newestRun(page)
    expect(whole.text).toContain('👩‍👩‍👧')
    const split = proxy.mangle({ kind: 'split' })
    // Within a second it would count as the same press.
    await page.waitForTimeout(1100)
    await say(page, words)
    await split
    await expect(path(page)).toHaveAccessibleName(ended('completed'), { timeout: 20_000 })
    expect(await newestRun(page)).toMatchObject({ status: 'completed', text: whole.text })
  }
})
