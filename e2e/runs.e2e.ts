import type { Page } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { answer, chooseAction, chooseModel, expect, send, test } from './fixtures.ts'

const list = (page: Page) => page.getByRole('listbox', { name: 'Runs' })
const row = (page: Page, name: string | RegExp) => list(page).getByRole('option', { name })
const runPage = (page: Page) => page.getByRole('region', { name: 'Run', exact: true })

/** Sends some messages, each in a conversation of its own, and shows the list. */
async function ran(page: Page, ...messages: readonly string[]): Promise<void> {
  await page.goto('/chat?model=sandbox-fast')
  for (const message of messages) {
    await send(page, message)
    await expect(answer(page)).toContainText('synthetic')
    await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
    await page.getByRole('button', { name: 'New conversation' }).click()
  }
  await page.goto('/runs')
  await expect(list(page).getByRole('option')).toHaveCount(messages.length)
}

test('an empty list says what will stand there', { tag: '@soak' }, async ({ page }) => {
  await page.goto('/runs')
  await expect(page.getByRole('region', { name: 'No runs yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Start with a chat' }).click()
  await expect(page).toHaveURL(/\/chat/)
})

test('a run is found by its words, opened, and stands in the address', async ({ page }) => {
  await ran(page, 'Tides and harbours. tokens: 20', 'Type on small screens. tokens: 20')
  await page.getByRole('searchbox', { name: 'Search runs' }).fill('harbours TIDES')
  await expect(list(page).getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: '1 of 2 runs' })).toBeVisible()
  // A word of both answers, while it is typed.
  await page.getByRole('searchbox', { name: 'Search runs' }).fill('SYNTHET')
  await expect(page.getByRole('status').filter({ hasText: /^2 of 2 runs$/ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search runs' }).fill('harbours TIDES')
  await expect(list(page).getByRole('option')).toHaveCount(1)
  await row(page, /Tides/).click()
  await expect(runPage(page).getByRole('heading', { name: /Tides/ })).toBeVisible()
  await expect(runPage(page).getByRole('article', { name: 'Result' })).toContainText('synthetic')
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Search runs' })).toHaveValue('harbours TIDES')
  await expect(runPage(page).getByRole('heading', { name: /Tides/ })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(list(page).getByRole('option')).toHaveCount(2)
})

test('verdict, note, tags and name are given by keys, kept, and filtered by', async ({ page }) => {
  await ran(page, 'First. tokens: 5', 'Second. tokens: 5')
  const heading = (name: RegExp) => runPage(page).getByRole('heading', { level: 2, name })
  await list(page).focus()
  await page.keyboard.press('Home')
  await expect(heading(/Second/)).toBeVisible()
  await page.keyboard.press('f')
  await expect(row(page, /Second.*Fail/)).toBeVisible()
  await expect(heading(/First/)).toBeVisible()
  await page.keyboard.press('z')
  await expect(row(page, /Second.*Fail/)).toHaveCount(0)
  await expect(heading(/Second/)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('p')
  await expect(row(page, /First.*Pass/)).toBeVisible()
  await page.keyboard.press('n')
  const note = runPage(page).getByRole('textbox', { name: 'Note' })
  await expect(note).toBeFocused()
  await page.keyboard.type('pf1 stays a text')
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeFocused()
  await expect(note).toHaveValue('pf1 stays a text')
  await runPage(page).getByRole('textbox', { name: 'New tag' }).fill('keep')
  await page.keyboard.press('Enter')
  await expect(row(page, /First.*keep/)).toBeVisible()
  await chooseAction(runPage(page), 'Rename')
  await page.getByRole('textbox', { name: 'Name of this run' }).fill('My first')
  await page.keyboard.press('Enter')
  await expect(runPage(page).getByRole('heading', { name: 'My first' })).toBeVisible()
  await row(page, /Second/).click()
  await list(page).focus()
  await page.keyboard.press('1')
  await page.keyboard.press('f')
  await expect(row(page, /Second.*Fail.*keep/)).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Verdict' }).selectOption('Pass')
  await expect(list(page).getByRole('option')).toHaveCount(1)
  await row(page, /My first/).click()
  await expect(note).toHaveValue('pf1 stays a text')
})

test('deleted runs come back by Undo, and stay away after a reload without it', async ({ page }) => {
  await ran(page, 'One. tokens: 5', 'Two. tokens: 5', 'Three. tokens: 5')
  await list(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('region', { name: 'Selected runs' })).toContainText('2 selected')
  await page.keyboard.press('Delete')
  await expect(list(page).getByRole('option')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list(page).getByRole('option')).toHaveCount(3)
  await row(page, /Two/).click()
  await chooseAction(runPage(page), 'Delete')
  await expect(list(page).getByRole('option')).toHaveCount(2)
  await expect(page).not.toHaveURL(/run=/)
  await page.reload()
  await expect(row(page, /Three/)).toBeVisible()
  await expect(row(page, /Two/)).toHaveCount(0)
})

test('a second tab sees what happens in the first', { tag: '@soak' }, async ({ page, context }) => {
  await ran(page, 'Here first. tokens: 5')
  const other = await context.newPage()
  await other.goto('/chat')
  await chooseModel(other, 'sandbox-fast')
  await send(other, 'From the other tab. tokens: 5')
  await expect(row(page, /From the other tab.*Completed/)).toBeVisible()
  await other.goto('/runs')
  await list(other).focus()
  await other.keyboard.press('f')
  await expect(row(page, /From the other tab.*Fail/)).toBeVisible()
})

test('a run is repeated, linked to what it repeats, and both are compared; one that is edited is told what differs', async ({
  page,
  router,
}) => {
  await ran(page, 'The red boat. tokens: 10')
  const before = await router.accepted()
  await row(page, /red boat/).click()
  await runPage(page).getByRole('button', { name: 'Repeat' }).click()
  await expect(list(page).getByRole('option')).toHaveCount(2)
  await expect(runPage(page).getByRole('article', { name: 'Result' })).toHaveAttribute('aria-busy', 'false')
  expect(await router.accepted()).toBe(before + 1)
  const changed = runPage(page).getByRole('region', { name: 'Changes' })
  await expect(changed).toContainText('The requests are identical.')
  await expect(changed).toContainText('Output is identical, byte for byte.')
  await changed.getByRole('button', { name: 'Compare' }).click()
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await expect(comparison.getByRole('row', { name: /Model sandbox-fast sandbox-fast/ })).toBeVisible()
  await expect(comparison.getByRole('region', { name: 'Outputs' })).toContainText('Identical, byte for byte.')

  // Edited in its own panel, it differs.
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await runPage(page).getByRole('button', { name: 'Edit and run' }).click()
  const box = page.getByRole('textbox', { name: 'Message' })
  await expect(box).toHaveValue('The red boat. tokens: 10')
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('sandbox-fast')
  await box.fill('The blue boat. tokens: 10')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  await chooseAction(answer(page), 'Show in Runs')
  await expect(runPage(page).getByRole('heading', { name: /blue boat/ })).toBeVisible()
  await list(page).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('button', { name: 'Compare' }).click()
  const parameters = page.getByRole('region', { name: 'Parameters' })
  await expect(parameters.getByRole('row', { name: /input\[0\]\.content\[0\]\.text.*red.*blue/ })).toBeVisible()
})

test('what nobody knows stands on top until the person rules on it', async ({ page, router }) => {
  await ran(page, 'A good one. tokens: 5')
  await page.goto('/chat?model=fault-500')
  await send(page, 'What became of this?')
  await expect(answer(page)).toContainText('may be billed twice')
  await page.goto('/runs')
  const unknown = page.getByRole('region', { name: 'Unknown results' })
  await expect(unknown).toContainText('1 run has an unknown result')
  await list(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await expect(page.getByText(/Nothing was deleted/)).toBeVisible()
  const before = await router.accepted()
  await unknown.getByRole('button', { name: 'Dismiss' }).click()
  await expect(unknown).toHaveCount(0)
  await expect(row(page, /What became of this.*Dismissed/)).toBeVisible()
  expect(await router.accepted()).toBe(before)
})

/** Writes finished runs as the ledger keeps them, without sending any. */
async function plant(page: Page, count: number): Promise<void> {
  await page.goto('/chat')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await page.evaluate(async (count) => {
    const opening = indexedDB.open('patchbay')
    await new Promise((done) => opening.addEventListener('success', done))
    const db = opening.result
    const tx = db.transaction(['runs', 'bodies'], 'readwrite')
    for (let seq = 1; seq <= count; seq += 1) {
      const id = `planted-${seq}`
      const at = Date.now() - (count - seq) * 60_000
      tx.objectStore('runs').put({
        ...{
          id,
          seq,
          endpoint: 'responses',
          model: `model-${seq % 7}`,
          title: `Planted run number ${seq}`,
          intent: id,
        },
        status: seq % 9 === 0 ? 'failed' : 'completed',
        connection: { name: 'Local router', baseUrl: 'http://127.0.0.1:1/v1' },
        log: [
          { status: 'prepared', at, mono: 1 },
          { status: 'sending', at, mono: 2 },
          { status: 'completed', at: at + 900, mono: 900 },
        ],
        times: { headers: 10, firstByte: 12, firstToken: 20, end: 900 },
        usage: { input: 10, output: seq },
        ...(seq % 5 === 0 && { tags: ['fifth'], verdict: 'pass' }),
      })
      tx.objectStore('bodies').put({ id, request: { model: 'm', input: `Request ${seq}` } })
    }
    await new Promise((done) => tx.addEventListener('complete', done))
    db.close()
  }, count)
}

// `history-list.test.tsx` lists ten thousand.
test('ten thousand runs are listed, scrolled, searched and reached by keys', { tag: '@soak' }, async ({ page }) => {
  await plant(page, 10_000)
  const opened = Date.now()
  await page.goto('/runs')
  await expect(row(page, /number 10000/)).toBeVisible()
  const first = Date.now() - opened
  await expect(page.getByRole('status').filter({ hasText: /^10,000 of 10,000 runs$/ })).toBeVisible()
  const all = Date.now() - opened
  const gaps = await list(page).evaluate(async (box) => {
    const times: number[] = []
    const frame = () => new Promise<number>((drawn) => requestAnimationFrame(drawn))
    let before = await frame()
    for (let n = 0; n < 120; n += 1) {
      box.scrollTop += 400
      const now = await frame()
      times.push(now - before)
      before = now
    }
    return times.toSorted((a, b) => a - b)
  })
  console.log(`10,000 runs: first rows after ${first} ms, all after ${all} ms; frame p95 ${gaps[114]?.toFixed(1)} ms`)
  expect(await list(page).getByRole('option').count()).toBeLessThan(60)
  await list(page).focus()
  await page.keyboard.press('End')
  await expect(row(page, /number 1 /)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(runPage(page).getByRole('heading', { name: 'Planted run number 1', exact: true })).toBeVisible()
  await list(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('f')
  const question = page.getByRole('dialog', { name: 'Mark 10,000 runs as failed?' })
  await expect(question).toContainText('2,000 of them already have a verdict.')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(list(page)).toBeFocused()
  await page.getByRole('searchbox', { name: 'Search runs' }).fill('number 4711')
  await expect(list(page).getByRole('option')).toHaveCount(1)
})

test('axe finds nothing', async ({ page }) => {
  const found: string[] = []
  const look = async (where: string) => void found.push(...(await findViolations(page, { where })))
  await page.goto('/runs')
  await expect(page.getByRole('region', { name: 'No runs yet' })).toBeVisible()
  await look('empty')
  await ran(page, 'One. tokens: 60', 'Two. tokens: 60')
  await page.getByRole('button', { name: 'Filters' }).click()
  await list(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('p')
  await expect(row(page, /Pass/)).toHaveCount(2)
  await look('list')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('region', { name: 'Outputs' })).toBeVisible()
  await look('comparison')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await runPage(page).getByText('States').click()
  await look('run')
  await page.setViewportSize({ width: 320, height: 640 })
  await look('small')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(found).toEqual([])
})
