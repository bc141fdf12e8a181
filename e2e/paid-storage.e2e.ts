import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { seed } from '../src/testing/seed.ts'
import { type Damage, damage, multiplyRuns, recordsOf } from './crash/damage.ts'
import { fillStorage, limitStorage } from './crash/fill-storage.ts'
import { answer, test as base, chooseModel, expect, send } from './fixtures.ts'
import { sample } from './sample.ts'
import { createRandom, type Random } from './stream-faults/random.ts'

const soak = process.env.SOAK !== undefined
const damages = soak ? 1_000 : 20

const test = base.extend<{ own: BrowserContext }>({
  warm: false,
  /** A browser with a profile of its own: only there the room can be limited. */
  own: async ({ router, watch }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'patchbay-full-'))
    const { launchOptions } = test.info().project.use
    const context = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: router.url })
    watch(context)
    await use(context)
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  },
})

test('with a full disk nothing is sent, a running answer stays with a download, and no other run is lost', async ({
  own,
  router,
}) => {
  const page = await own.newPage()
  await page.goto('/chat?model=sandbox-fast')
  await limitStorage(page, 3_000_000)
  await send(page, 'Kept. tokens: 5')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  await fillStorage(page, 2_500_000)
  await chooseModel(page, 'sandbox-slow')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await send(page, 'On its way. tokens: 100')
  await expect(answer(page)).toContainText('synthetic')
  await fillStorage(page)
  await expect(answer(page)).toHaveAttribute('aria-busy', 'true')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 })
  await expect(answer(page)).toContainText('This browser could not store the answer')
  const download = page.waitForEvent('download')
  await answer(page).getByRole('button', { name: 'Download answer' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('synthetic')

  const before = await router.accepted()
  await page.getByRole('button', { name: 'New conversation' }).click()
  await send(page, 'Has no room. tokens: 5')
  await expect(page.getByRole('alert')).toHaveText(/Not sent.*storage is full/)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Has no room. tokens: 5')
  expect(await router.accepted()).toBe(before)

  await page.goto('/runs')
  await expect(page.getByRole('status').filter({ hasText: '2 of 2 runs' })).toBeVisible()
})

/** What a browser may do instead of opening its storage. */
const refusals: Readonly<Record<string, () => void>> = {
  'has none': () => Object.defineProperty(window, 'indexedDB', { value: undefined }),
  'throws at once': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Not here.', 'SecurityError')
    }
  },
  'refuses later': () => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (name) {
      const opening = open.call(this, `${name} that fails`)
      opening.addEventListener('upgradeneeded', (event) => {
        event.stopImmediatePropagation()
        opening.transaction?.abort()
      })
      return opening
    }
  },
  'never answers': () => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (name) {
      const opening = open.call(this, `${name} that hangs`)
      opening.addEventListener = () => {}
      return opening
    }
  },
}

// `open-ledger.test.ts` has each of them.
for (const [how, refuse] of sample(Object.entries(refusals), 1))
  test(`where the browser’s storage ${how}, the page works, and says where runs are sent and listed that nothing is kept`, async ({
    page,
  }) => {
    await page.addInitScript(refuse)
    if (how === 'never answers') await page.clock.install()
    await page.goto('/chat?model=sandbox-fast')
    if (how === 'never answers') {
      await expect(page.getByRole('link', { name: 'Models', exact: true })).toBeVisible()
      await page.clock.runFor(1_000)
      await expect(page.getByText('Opening storage…')).toBeVisible()
      await page.clock.fastForward(10_000)
      await page.clock.resume()
    }
    const why = how === 'has none' ? 'blocks storage' : 'refuses storage'
    const notStored = page.getByText('Runs are not stored')
    await expect(notStored.filter({ hasText: why })).toHaveCount(1, { timeout: 20_000 })
    await page.getByRole('link', { name: 'Runs', exact: true }).click()
    await expect(notStored).toHaveCount(1)
    await expect(page.getByText('Everything is kept')).toHaveCount(0)
    await page.getByRole('link', { name: 'Chat', exact: true }).click()
    await send(page, 'Kept for now. tokens: 5')
    await expect(answer(page)).toContainText('synthetic')
    await page.getByRole('link', { name: 'Runs', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: '1 of 1 run' })).toBeVisible()
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(notStored).toHaveCount(1)
  })

test('over the database of a newer version, Runs says that its runs are intact and that new ones are not kept', async ({
  page,
}) => {
  await page.goto('/healthz')
  await page.evaluate(async () => {
    const opening = indexedDB.open('patchbay', 99)
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    opening.result.close()
  })
  await page.goto('/runs')
  await expect(page.getByText('belong to a newer version of Patchbay')).toContainText('They are intact')
  await expect(page.getByText('Everything is kept')).toHaveCount(0)
  await expect(page.getByText('Kept until the page closes')).toBeVisible()
})

/** What may stand in a record after a fault of the disk, of another version, or of ours. */
const junk: readonly unknown[] = [
  ...[null, undefined, true, 0, -1, 1e308, Number.NaN, '', 'nonsense', 'completed', 'x'.repeat(100_000), '2026-11-21'],
  ...[[], [null], [[[]]], {}, { kind: 'message' }, { status: {} }, { toString: 1 }, { outputs: [{ kind: 'message' }] }],
]

function damageOf(id: string, random: Random): Damage {
  const places = Array.from({ length: 1 + random.below(4) }, () => random.below(40))
  return {
    store: random.pick(['runs', 'runs', 'bodies', 'bodies', 'events']),
    id,
    places,
    junk: junk[random.below(junk.length)],
  }
}

test(`whichever ${damages} records are damaged, the healthy runs are there, and no page is blank (SEED=${seed})`, async ({
  page,
}) => {
  test.setTimeout(300_000)
  const random = createRandom(seed)
  await page.goto('/chat?model=sandbox-fast')
  const answers = page.getByRole('article', { name: 'Assistant' })
  for (const [at, words] of ['Words. tokens: 20', 'More words. tokens: 20'].entries()) {
    await send(page, words)
    await expect(answers).toHaveCount(at + 1)
    await expect(answers.last()).toHaveAttribute('aria-busy', 'false')
  }
  await page.goto('/healthz')
  const ids = random.shuffle(await multiplyRuns(page, damages))
  const [sick, healthy] = [ids.slice(0, damages), ids.slice(damages)]
  const before = await recordsOf(page, healthy)
  await damage(
    page,
    sick.map((id) => damageOf(id, random)),
  )

  await page.goto('/runs')
  const status = page.getByRole('status').filter({ hasText: /of [\d,]+ runs/ })
  await expect(status).toContainText('damaged and not shown')
  const counts = async () => {
    const [, ...told] = /of ([\d,]+) runs.*?([\d,]+) damaged/.exec((await status.textContent()) ?? '') ?? []
    return told.map((text) => Number(text.replaceAll(',', '')))
  }
  // A long history is read in parts.
  await expect
    .poll(async () => (await counts()).reduce((sum, count) => sum + count, 0), { timeout: 30_000 })
    .toBe(ids.length)
  expect((await counts())[0]).toBeGreaterThanOrEqual(healthy.length)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await recordsOf(page, healthy)).toBe(before)

  for (const id of sick.slice(0, soak ? 60 : 2)) {
    for (const place of [`/runs?run=${id}`, `/chat?run=${id}`]) {
      await page.goto(place)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    }
  }
})
