import type { Page } from '@playwright/test'
import { seed } from '../src/testing/seed.ts'
import { findViolations } from './find-violations.ts'
import { answer, send } from './fixtures.ts'
import { stateOf, watchRequests } from './hostile-imports/app-state.ts'
import { hostileBundles } from './hostile-imports/bundles.ts'
import { oddAddresses } from './hostile-imports/odd-addresses.ts'
import { filesOf, packedDraft } from './hostile-imports/packing.ts'
import { shareLinks } from './hostile-imports/share-links.ts'
import { expect, expectNoDeeds, test } from './hostile-text/hostile-test.ts'
import { sample, soak } from './sample.ts'

test.use({ trace: 'off' })
test.setTimeout(soak ? 1_800_000 : 90_000)

const offer = (page: Page) => page.getByRole('dialog', { name: 'A request from a link' })
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const runPage = (page: Page) => page.getByRole('region', { name: 'Run', exact: true })
const list = (page: Page) => page.getByRole('listbox', { name: 'Runs' })

/** The page with something typed and its model chosen, and how it stood then. */
async function ready(page: Page) {
  await page.goto('/chat')
  await message(page).fill('Half a thought')
  const drafts = async () => JSON.stringify((await stateOf(page)).drafts)
  await expect.poll(drafts).toMatch(/(?=.*Half a thought)(?=.*"automatic":true)/)
  return stateOf(page)
}

/** Opens a link in the page that is open, and gives what is said of it. */
async function follow(page: Page, hash: string): Promise<string> {
  await page.evaluate((next) => {
    location.hash = next
  }, hash)
  const said = offer(page).getByText(/^(This link cannot be opened\.|Someone else wrote this request\..*)$/)
  await expect(said).toBeVisible()
  const text = await offer(page).innerText()
  await page.keyboard.press('Escape')
  await expect(offer(page)).toHaveCount(0)
  return text
}

/** What a browser would call, as it would write it. */
const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : undefined)

const addresses = sample(oddAddresses(), 8)

test(`${addresses.length} odd addresses as a link's base URL are refused, or named by their host (SEED=${seed})`, async ({
  watched: { page, deeds },
  router,
}) => {
  const sent = watchRequests(page.context(), router.url)
  const before = await ready(page)
  const accepted = await router.accepted()
  for (const address of addresses) {
    const said = await follow(page, packedDraft({ baseUrl: address }))
    const [, host] = /It was created for (\S+)/.exec(said) ?? []
    if (host === undefined) expect(said, address).toContain('This link cannot be opened.')
    else expect(host, address).toBe(hostOf(address))
  }
  expect(await stateOf(page)).toEqual(before)
  expect(sent).toEqual([])
  expect(await router.accepted()).toBe(accepted)
  expectNoDeeds(deeds, 'base URLs')
})

const paths = sample(oddAddresses(), 3)

test(`${paths.length} odd addresses in the app's own address lead nowhere else (SEED=${seed})`, async ({
  watched: { page, deeds },
  router,
}) => {
  const sent = watchRequests(page.context(), router.url)
  const before = await ready(page)
  for (const [at, address] of paths.entries()) {
    const words = new URLSearchParams({ run: address, model: address, thread: address, next: address })
    const place = [`/chat?${words}`, `/runs?${words}`, `/${address}`][at % 3] ?? '/'
    await page.goto(router.url + place, { waitUntil: 'commit' })
    expect(new URL(page.url()).origin, place).toBe(router.url)
  }
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const after = await stateOf(page)
  expect(after.settings).toEqual(before.settings)
  expect(after.runs).toEqual(before.runs)
  expect(sent).toEqual([])
  expectNoDeeds(deeds, 'addresses of the page')
})

const links = sample(shareLinks, 5)

test(`${links.length} links that would act do not (SEED=${seed})`, async ({ watched: { page, deeds }, router }) => {
  const sent = watchRequests(page.context(), router.url)
  const before = await ready(page)
  const accepted = await router.accepted()
  for (const link of links) {
    if (link.startsWith('#draft=')) await follow(page, link)
    else {
      await page.goto(`/chat${link}`)
      await expect(message(page)).toBeVisible()
    }
    const after = await stateOf(page)
    expect(after.settings, link).toEqual(before.settings)
    expect([after.runs, after.polluted], link).toEqual([[], false])
  }
  expect(sent).toEqual([])
  expect(await router.accepted()).toBe(accepted)
  expectNoDeeds(deeds, 'links')
})

test('a link for another host shows it first, and once confirmed it is a draft for the own connection, not sent', async ({
  watched: { page, deeds },
  router,
}) => {
  const sent = watchRequests(page.context(), router.url)
  const before = await ready(page)
  await page.evaluate(
    (next) => {
      location.hash = next
    },
    packedDraft({ baseUrl: 'https://evil.test/v1' }),
  )
  await expect(offer(page).getByText('It was created for evil.test')).toBeVisible()
  await expect(offer(page)).toContainText('It replaces the unsent request')
  expect(await findViolations(page)).toEqual([])
  await offer(page).getByRole('button', { name: 'Use this prompt' }).click()
  await expect(message(page)).toHaveValue('Hello')
  const { settings, runs } = await stateOf(page)
  expect([settings, runs]).toEqual([before.settings, []])
  expect(sent).toEqual([])
  expectNoDeeds(deeds, 'a confirmed link')
})

/** The files of a bundle that the app itself has made of one run. */
async function honestFiles(page: Page) {
  await page.goto('/chat?model=sandbox-fast')
  await send(page, 'Tides and harbours. tokens: 20')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  await page.goto('/runs')
  await list(page).getByRole('option').click()
  await runPage(page).getByRole('button', { name: 'Export' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Bundle/ }).click()
  const chunks: Uint8Array[] = []
  for await (const chunk of await (await saving).createReadStream()) chunks.push(chunk)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  return filesOf(Buffer.concat(chunks))
}

// `hostile-bundles.test.ts` reads more of them.
const bundles = sample(hostileBundles, 4)

test(`${bundles.length} hostile bundles are refused, or come in cleaned, and nothing happens (SEED=${seed})`, async ({
  watched: { page, deeds },
  router,
}) => {
  const honest = await honestFiles(page)
  await page.goto('/runs')
  await expect(list(page).getByRole('option')).toHaveCount(1)
  const sent = watchRequests(page.context(), router.url)
  const before = await stateOf(page)
  const accepted = await router.accepted()
  let count = 1
  for (const { name, outcome, make } of bundles) {
    const choosing = page.waitForEvent('filechooser')
    await page.goto('/runs')
    await page.getByRole('button', { name: 'Open a bundle' }).click()
    const zip = Buffer.from(make(honest))
    await (await choosing).setFiles({ name: 'runs.zip', mimeType: 'application/zip', buffer: zip })
    if (outcome === 'refused') await expect(page.getByRole('alert'), name).toBeVisible()
    else {
      await expect(page.getByText(/^1 run imported\./), name).toBeVisible()
      await expect(runPage(page).getByRole('article', { name: 'Result' }), name).toBeVisible()
      for (const fold of ['Request', 'States']) await runPage(page).getByText(fold, { exact: true }).click()
      count += 1
    }
    const after = await stateOf(page)
    expect([after.runs.length, after.runs.filter(({ open }) => open !== undefined)], name).toEqual([count, []])
    expect([after.settings, after.drafts, after.polluted], name).toEqual([before.settings, before.drafts, false])
    expect(after.runs, name).toContainEqual(before.runs[0])
    expect(JSON.stringify(after.runs), name).not.toContain('sk-evil')
    expectNoDeeds(deeds, name)
  }
  await page.reload()
  await expect(list(page)).toBeVisible()
  expect(sent).toEqual([])
  expect(await router.accepted()).toBe(accepted)
})
