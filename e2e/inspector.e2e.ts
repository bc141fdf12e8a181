import type { Page } from '@playwright/test'
import {
  completed,
  delta,
  event,
  type Fault,
  type FaultServer,
  json,
  startFaultServer,
  stream,
} from './fault-server.ts'
import { bothThemes, findViolations } from './find-violations.ts'
import { answer, chooseModel, connectTo, expect, send, test } from './fixtures.ts'
import { soak } from './sample.ts'

const toggle = 'Control+Backslash'
const drawer = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })
const tab = (page: Page, name: string) => drawer(page).getByRole('tab', { name })
const events = (page: Page) => drawer(page).getByRole('listbox', { name: 'Events' })

/** Opens the chat and the drawer beside it. */
async function openBoth(page: Page): Promise<void> {
  await page.goto('/chat')
  await page.getByRole('button', { name: 'Inspector' }).waitFor()
  await page.keyboard.press(toggle)
}

/** Sends a message to a model and waits for the end of the answer. */
async function ask(page: Page, model: string, words: string): Promise<void> {
  await chooseModel(page, model)
  await send(page, words)
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 })
}

test('the drawer opens and closes by its key, and stands as it was left', { tag: '@soak' }, async ({ page }) => {
  await openBoth(page)
  await expect(drawer(page)).toContainText('No run selected')
  await ask(page, 'sandbox-fast', 'A short word. tokens: 30')
  await tab(page, 'Timing').click()
  const edge = drawer(page).getByRole('separator', { name: 'Inspector width' })
  await edge.focus()
  const widthOf = async () => (await drawer(page).boundingBox())?.width
  const before = await widthOf()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(widthOf).not.toBe(before)
  const width = await widthOf()
  expect(width).toBeGreaterThan(400)
  await page.reload()
  await expect(tab(page, 'Timing')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(widthOf).toBe(width)
  await page.keyboard.press(toggle)
  await expect(drawer(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Inspector' })).toBeVisible()
  await expect(drawer(page)).toBeHidden()
})

test('every tab tells of the run, axe finds nothing in it, and the key is nowhere in it, nor in the browser', async ({
  page,
  router,
}) => {
  await page.goto('/chat')
  await ask(page, 'sandbox-fast', 'What goes out and comes back. tokens: 40')
  await page.getByRole('button', { name: 'Inspect', exact: true }).click()
  const found: string[] = []
  const said: Record<string, string[]> = {
    Request: ['POST', '/v1/responses', 'Bearer [key]', '"sandbox-fast"', 'What goes out and comes back'],
    Response: ['200', 'text/event-stream', 'A stream of', '"response.completed"'],
    Events: ['created', 'output_text.delta', 'completed'],
    Timing: ['Waiting for headers', 'First token', 'prepared', 'completed'],
    Router: ['sandbox-fast', 'Provider', 'Attempts', 'Request id'],
    Cost: ['price not stated', 'estimated by the router', '"input_tokens"'],
  }
  for (const [name, words] of Object.entries(said)) {
    await tab(page, name).click()
    for (const word of words) await expect(drawer(page), name).toContainText(word)
    expect((await drawer(page).innerHTML()).includes(router.key), `the key in ${name}`).toBe(false)
    if (name === 'Events') await events(page).getByRole('option').first().click()
    // The others are made of the same parts.
    const themes = name === 'Events' ? bothThemes : (['light'] as const)
    found.push(...(await findViolations(page, { within: 'aside', where: name, themes })))
  }
  expect(found).toEqual([])
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]))
  expect(stored).not.toContain(router.key)
  expect(await page.content()).not.toContain(router.key)
})

test('Inspect shows the answer it stands at, and a new run takes its place', { tag: '@soak' }, async ({ page }) => {
  await openBoth(page)
  await ask(page, 'sandbox-fast', 'The first of two')
  await ask(page, 'sandbox-fast', 'The second of two')
  await expect(drawer(page)).toContainText('The second of two')
  await page.getByRole('button', { name: 'Inspect', exact: true }).first().click()
  await expect(drawer(page).getByRole('tree', { name: 'Request body' })).toContainText('The first of two')
  await expect(drawer(page).getByRole('tree', { name: 'Request body' })).not.toContainText('The second of two')
  await ask(page, 'sandbox-fast', 'One more')
  await expect(drawer(page).getByRole('tree', { name: 'Request body' })).toContainText('One more')
})

test('a failed run shows what the router said, as it came', { tag: '@soak' }, async ({ page }) => {
  await openBoth(page)
  await ask(page, 'fault-500', 'A failure')
  await tab(page, 'Response').click()
  await expect(drawer(page)).toContainText('500')
  await expect(drawer(page).getByRole('tree', { name: 'Body' })).toContainText('"error"')
  await tab(page, 'Router').click()
  await expect(drawer(page).getByRole('region', { name: 'Error' })).toContainText('Message')
})

test('by keyboard alone: open, choose a tab, walk the events, read one, come back', async ({ page }) => {
  await page.goto('/chat')
  await ask(page, 'sandbox-fast', 'By keys. tokens: 60')
  await page.getByRole('button', { name: 'Inspector' }).focus()
  await page.keyboard.press('Enter')
  await expect(tab(page, 'Request')).toBeVisible()
  while (!(await tab(page, 'Request').evaluate((one) => one === document.activeElement)))
    await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Events')).toBeFocused()
  while (!(await events(page).evaluate((one) => one === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(drawer(page).getByRole('region', { name: 'Event 2' })).toContainText('"response.in_progress"')
  await page.keyboard.press('End')
  const data = drawer(page).getByRole('tree', { name: 'Event data' })
  await expect(data).toContainText('"response.completed"')
  while (!(await data.evaluate((one) => one === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft')
  await expect(data.getByRole('treeitem')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(data.getByRole('treeitem', { selected: true })).toContainText('"type"')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Inspector' })).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

  test('the inspector is a sheet whose controls a thumb can hit', async ({ page }) => {
    await page.goto('/chat')
    await send(page, 'On a phone. tokens: 30')
    await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
    await page.getByRole('button', { name: 'Inspect', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Inspector' })
    for (const name of ['Request', 'Events']) {
      await sheet.getByRole('tab', { name }).click()
      const controls = sheet.getByRole('button').or(sheet.getByRole('treeitem')).or(sheet.getByRole('tab'))
      for (const control of await controls.all()) {
        expect((await control.boundingBox())?.height ?? 44).toBeGreaterThanOrEqual(44)
      }
    }
    expect(await sheet.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toBeHidden()
  })
})

test.describe('with a foreign router', () => {
  const many = soak ? 50_000 : 5_000
  const counted = (many + 1).toLocaleString('en')
  const rows = () =>
    Array.from({ length: 150_000 }, (_, at) => ({ id: at, name: `Row ${at}`, price: at / 7, tags: ['a', 'b'] }))
  const message = { type: 'message', id: 'm', content: [{ type: 'output_text', text: 'A whole reply.' }] }
  const reply = { id: 'resp_1', object: 'response', status: 'completed', output: [message] }
  const faults = new Map<string, Fault>([
    ['large', (answered) => json(answered, { ...reply, rows: rows(), longText: 'x y '.repeat(1_500_000) })],
    [
      'odd',
      stream(
        delta('a', { sequence_number: 1 }),
        delta('b', { sequence_number: 9 }),
        event('{"half":'),
        event({ type: 'response.mystery' }),
        completed(),
      ),
    ],
    [
      'many',
      async (answered) => {
        answered.writeHead(200, { 'content-type': 'text/event-stream' })
        for (let at = 0; at < many; at += 500) {
          const piece = Array.from({ length: 500 }, (_, nth) => delta(`w${at + nth} `)).join('')
          await new Promise<void>((written) => void answered.write(piece, () => written()))
        }
        answered.end(completed())
      },
    ],
  ])
  let server: FaultServer
  test.beforeAll(async () => {
    const data = [...faults.keys()].map((id) => ({ id }))
    server = await startFaultServer(() => JSON.stringify({ data }), faults)
  })
  test.afterAll(() => server.close())

  const open = async (page: Page, model: string, tabName: string) => {
    await connectTo(page, server)
    await page.getByRole('link', { name: 'Chat' }).click()
    await ask(page, model, `A word to ${model}`)
    await page.keyboard.press(toggle)
    await tab(page, tabName).click()
  }

  test('what is odd about an event stands at it, and what was copied is JSON Lines', { tag: '@soak' }, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, 'odd', 'Events')
    await expect(events(page).getByRole('option')).toHaveCount(5)
    await drawer(page).getByRole('checkbox', { name: 'Problems only' }).check()
    await expect(events(page).getByRole('option')).toHaveText([/gap in sequence: 1 → 9/, /not JSON/, /unknown name/])
    await drawer(page).getByRole('checkbox', { name: 'Problems only' }).uncheck()
    await drawer(page).getByRole('combobox', { name: 'Event name' }).selectOption({ index: 1 })
    await expect(events(page).getByRole('option')).toHaveCount(2)
    await drawer(page).getByRole('combobox', { name: 'Event name' }).selectOption({ index: 0 })
    await drawer(page).getByRole('button', { name: 'Copy as JSON Lines' }).click()
    await page.getByRole('textbox', { name: 'Message' }).focus()
    await page.keyboard.press('Control+v')
    const copied = await page.getByRole('textbox', { name: 'Message' }).inputValue()
    const lines = copied
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { at: number; data: unknown })
    expect(lines).toHaveLength(5)
    expect(lines.map(({ data }) => data)).toContain('{"half":')
    expect(copied).not.toContain(server.key)
    expect((await drawer(page).innerHTML()).includes(server.key)).toBe(false)
  })

  test(`${counted} events: all are there, a few are drawn, and one is found`, async ({ page }) => {
    test.setTimeout(120_000)
    await open(page, 'many', 'Events')
    await expect(drawer(page)).toContainText(`${counted} of ${counted} events`, { timeout: 30_000 })
    expect(await events(page).getByRole('option').count()).toBeLessThan(100)
    await events(page).focus()
    await page.keyboard.press('End')
    await expect(events(page).getByRole('option').last()).toHaveAttribute('aria-posinset', `${many + 1}`)
    await drawer(page)
      .getByRole('searchbox', { name: 'Search in data' })
      .fill(`w${many - 1} `)
    await expect(events(page).getByRole('option')).toHaveCount(1)
  })

  test('a JSON reply of 20 MB: folds, is searched to its end, and a long string is shown whole', {
    tag: '@soak',
  }, async ({ page }) => {
    test.setTimeout(120_000)
    await open(page, 'large', 'Response')
    const tree = drawer(page).getByRole('tree', { name: 'Body' })
    await expect(tree.getByRole('treeitem', { name: /"rows"/ })).toContainText('150,000 items', { timeout: 30_000 })
    await drawer(page).getByRole('button', { name: 'Expand all' }).click()
    // Else End may find the last row before the others push it out of sight.
    await expect(tree.getByRole('treeitem', { name: '"id"' }).first()).toBeVisible()
    expect(await tree.getByRole('treeitem').count()).toBeLessThan(100)
    await tree.focus()
    await page.keyboard.press('End')
    const last = tree.getByRole('treeitem', { selected: true })
    await expect(last).toContainText('6,000,002 characters')
    await drawer(page).getByRole('button', { name: 'Show all' }).click()
    await expect(drawer(page).getByRole('region', { name: 'Whole value' })).toContainText('x y x y')
    await drawer(page).getByRole('searchbox', { name: 'Search in JSON' }).fill('Row 149998')
    await expect(last).toContainText('"Row 149998"')
    await expect(drawer(page)).toContainText('rows[149998].name')
  })
})
