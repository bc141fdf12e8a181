import { seed } from '../src/testing/seed.ts'
import { expect, expectNoDeeds, test } from './hostile-text/hostile-test.ts'
import { bareItems, type Item, sharedItems } from './hostile-text/items.ts'
import { ownLoads } from './hostile-text/own-addresses.ts'
import { ownScripts } from './hostile-text/own-scripts.ts'
import { showRaw } from './hostile-text/show-raw.ts'
import { sample, soak } from './sample.ts'

test.describe.configure({ mode: 'default' })
test.use({ trace: 'off' })
test.setTimeout(soak ? 1_800_000 : 120_000)

const itemOf = (text: string): Item => ({ name: text, text })

test(`raw in a document, with no policy, they run and call out: so these tests can fail (SEED=${seed})`, async ({
  raw,
  rendererPage,
}) => {
  const ran = await showRaw(raw, rendererPage, 'bare', ownScripts.map(itemOf))
  expect(ownScripts.filter((text) => !ran.some((item) => item.text === text))).toEqual([])
  const before = raw.deeds.connections()
  await showRaw(raw, rendererPage, 'bare', ownLoads.map(itemOf))
  expect(raw.deeds.connections() - before).toBeGreaterThan(ownLoads.length / 2)
})

test('so do many of the larger lists', { tag: '@soak' }, async ({ raw, rendererPage }) => {
  test.skip(sharedItems.length === 0, 'The larger lists of hostile texts are absent (TEST_DATA).')
  const tried = sample(sharedItems, 120)
  const ran = await showRaw(raw, rendererPage, 'bare', tried)
  console.log(`Of ${tried.length} texts of the larger lists, ${ran.length} run by themselves.`)
  expect(ran.length).toBeGreaterThan(0)
})

/** Chromium opens a socket for the address of a frame before it asks the policy, and sends nothing on it. */
const framing = /<(i?frame|meta|object|embed)\b/i

test(`raw in a document, the policy of the app alone lets none of them run or call out (SEED=${seed})`, async ({
  raw,
  rendererPage,
}) => {
  const still = bareItems.filter(({ text }) => !framing.test(text))
  expect(await showRaw(raw, rendererPage, 'guarded', sample(still, 60))).toEqual([])
  expectNoDeeds(raw.deeds, 'under the policy')

  // In clear, so that what is sent on the socket can be seen.
  const frames = bareItems.filter(({ text }) => framing.test(text))
  const inClear = frames.map(({ name, text }) => ({ name, text: text.replace(/https:|\bwss:/gi, 'http:') }))
  expect(await showRaw(raw, rendererPage, 'guarded', sample(inClear, 30))).toEqual([])
  expect(raw.deeds.requests(), raw.deeds.called().join()).toBe(0)
  expect(raw.deeds.windows).toEqual([])
})
