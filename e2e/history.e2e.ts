import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { answer, chooseModel, expect, send, test } from './fixtures.ts'

test.use({ warm: false })

const soak = process.env.SOAK !== undefined
const stored = join(import.meta.dirname, '../src/app/ledger/testing/version-1.jsonl.gz')
const records: readonly [string, object][] = gunzipSync(readFileSync(stored))
  .toString()
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))

const list = (page: Page) => page.getByRole('listbox', { name: 'Runs' })

/** Makes a database of version 1 in the page's origin, on a page without the app. `keep`: a tab of version 1 that holds on to it. */
async function makeVersion1(page: Page, keep: 'closed' | 'deaf' = 'closed'): Promise<void> {
  await page.goto('/healthz')
  await page.evaluate(
    async ({ records, keep }) => {
      const clearing = indexedDB.deleteDatabase('patchbay')
      await new Promise((done) => clearing.addEventListener('success', done))
      const opening = indexedDB.open('patchbay', 1)
      opening.addEventListener('upgradeneeded', () => {
        const runs = opening.result.createObjectStore('runs', { keyPath: 'id' })
        runs.createIndex('seq', 'seq')
        runs.createIndex('thread', 'thread')
        runs.createIndex('open', 'open', { unique: true })
        opening.result.createObjectStore('bodies', { keyPath: 'id' })
        opening.result.createObjectStore('events', { keyPath: ['id', 'n'] })
        opening.result.createObjectStore('drafts', { keyPath: 'key' })
      })
      await new Promise((done) => opening.addEventListener('success', done))
      const db = opening.result
      const tx = db.transaction([...db.objectStoreNames], 'readwrite')
      for (const [store, value] of records) tx.objectStore(store).put(value)
      await new Promise((done) => tx.addEventListener('complete', done))
      if (keep === 'closed') db.close()
    },
    { records, keep },
  )
}

test('beside a deaf tab of version 1 runs are kept in memory, and the page says so; behind it the runs of version 1 are all there, the damaged ones are counted, and nothing blank is shown', async ({
  context,
  page,
}) => {
  await makeVersion1(page, 'deaf')
  const next = await context.newPage()
  const began = Date.now()
  await next.goto('/chat')
  await expect(next.getByRole('textbox', { name: 'Message' })).toBeVisible()
  console.log(`beside a deaf tab: usable after ${Date.now() - began} ms`)
  await chooseModel(next, 'sandbox-fast')
  await send(next, 'Kept for now. tokens: 5')
  await expect(answer(next)).toContainText('synthetic')
  await next.getByRole('link', { name: 'Settings' }).click()
  await expect(next.getByText(/older version of Patchbay/)).toBeVisible()
  await page.close()
  await next.goto('/runs')
  await expect(next.getByRole('status').filter({ hasText: '320 of 320 runs' })).toContainText('8 damaged and not shown')
  await list(next).focus()
  await next.keyboard.press('End')
  await next.keyboard.press('Enter')
  await expect(next.getByRole('region', { name: 'Run', exact: true }).getByRole('figure')).toBeVisible()
})

// One kill seldom meets the upgrade; `upgrade.test.ts` interrupts it.
test('a browser that is killed in the middle of the upgrade has the old version or the new one, whole', {
  tag: '@soak',
}, async ({ router, watch }) => {
  test.setTimeout(300_000)
  const profile = mkdtempSync(join(tmpdir(), 'patchbay-upgrade-'))
  const { launchOptions } = test.info().project.use
  const open = () => chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: router.url })
  const rounds = soak ? 20 : 1
  for (let round = 0; round < rounds; round += 1) {
    const before = await open()
    watch(before)
    await makeVersion1(await before.newPage())
    await before.close()

    // A browser of its own group, so that all of its processes go at once. From before the program asks for the database to after it has it.
    const flags = [...(launchOptions?.args ?? []), '--headless', `--user-data-dir=${profile}`, `${router.url}/runs`]
    const doomed = spawn(launchOptions?.executablePath ?? chromium.executablePath(), flags, {
      stdio: 'ignore',
      detached: true,
    })
    const gone = once(doomed, 'exit')
    await setTimeout(600 + ((round + 0.5) * 2_400) / rounds)
    if (doomed.pid !== undefined) process.kill(-doomed.pid, 'SIGKILL')
    await gone

    const next = await open()
    watch(next)
    const whole = await next.newPage()
    await whole.goto('/runs')
    const status = whole.getByRole('status').filter({ hasText: '320 of 320 runs' })
    await expect(status, `round ${round}`).toContainText('8 damaged and not shown')
    await next.close()
  }
  rmSync(profile, { recursive: true, force: true })
})
