import { readFileSync } from 'node:fs'
import { answer, chooseAction, chooseModel, expect, path, send, stop, test } from './fixtures.ts'

test('a newcomer opens the page, types a prompt and watches an answer arrive token by token', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  await expect(page).toHaveURL(/\/chat/)
  await send(page, 'Write a document. tokens: 300')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'true')
  const lengths = new Set<number>()
  await expect
    .poll(async () => {
      lengths.add((await answer(page).innerText()).length)
      return answer(page).getAttribute('aria-busy')
    })
    .toBe('false')
  expect(lengths.size).toBeGreaterThan(5)
  await expect(answer(page)).toContainText('synthetic')
  await expect(answer(page).getByLabel('Metrics')).toContainText(/First token\s*\d+\.\d\d s/)
  await expect(answer(page).getByLabel('Metrics')).toContainText(/est\./)
})

test('Enter sends, Shift+Enter makes a line, ↑ takes the last message back', async ({ page }) => {
  await page.goto('/chat')
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.pressSequentially('first')
  await box.press('Shift+Enter')
  await box.pressSequentially('second')
  await expect(box).toHaveValue('first\nsecond')
  await box.press('Enter')
  await expect(page.getByRole('article', { name: 'You' })).toContainText('second')
  await expect(box).toHaveValue('')
  await box.press('ArrowUp')
  await expect(box).toHaveValue('first\nsecond')
})

test('Stop and Esc keep what had come and mark it', async ({ page }) => {
  await page.goto('/chat?model=sandbox-slow')
  await send(page, 'Write a document. tokens: 2000')
  await expect(answer(page)).toContainText('synthetic')
  await stop(page)
  await expect(answer(page)).toContainText('Stopped by you. Completed work may still be billed')
  const text = await answer(page).innerText()
  await page.reload()
  await expect(answer(page)).toContainText('Stopped by you. Completed work may still be billed')
  expect((await answer(page).innerText()).length).toBeGreaterThan(text.length * 0.8)
  await send(page, 'Once more. tokens: 2000')
  await expect(page.getByRole('article', { name: 'Assistant' })).toHaveCount(2)
  await expect(answer(page)).toContainText('synthetic')
  await page.keyboard.press('Escape')
  await expect(answer(page)).toContainText('Stopped by you. Completed work may still be billed')
})

test('after a reload in the middle the rest comes by itself, live in every tab, and nothing is sent again', async ({
  page,
  context,
  router,
}) => {
  await page.goto('/chat?model=sandbox-slow')
  const before = await router.accepted()
  await send(page, 'Write a document. tokens: 150')
  await expect(answer(page)).toContainText('synthetic')
  const other = await context.newPage()
  await other.goto(page.url())
  await page.reload()
  for (const one of [page, other]) {
    await expect(path(one)).toHaveAccessibleName('Path of this run: receiving')
    const had = (await answer(one).innerText()).length
    await expect.poll(async () => (await answer(one).innerText()).length).toBeGreaterThan(had)
    await expect(path(one)).toHaveAccessibleName('Path of this run: receiving')
    await expect(one.getByRole('button', { name: /Run again/ })).toHaveCount(0)
  }
  for (const one of [page, other]) {
    await expect(path(one)).toHaveAccessibleName('Path of this run: completed', { timeout: 20_000 })
    await expect(answer(one).getByLabel('Metrics')).toContainText('150 est.')
  }
  expect(await router.accepted()).toBe(before + 1)
})

test('Enter after a reload sends nothing while the answer that broke off is asked for', async ({ page, router }) => {
  await page.goto('/chat?model=sandbox-slow')
  const before = await router.accepted()
  await send(page, 'Write a document. tokens: 100')
  await expect(answer(page)).toContainText('synthetic')
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('And then?')
  await page.waitForTimeout(500)
  let answerNow = () => {}
  const pressed = new Promise<void>((done) => {
    answerNow = done
  })
  await page.route('**/ops/*', async (route) => {
    await pressed
    await route.continue()
  })
  await page.reload()
  await expect(path(page)).toHaveAccessibleName('Path of this run: asking')
  await box.press('Enter')
  answerNow()
  await expect(path(page)).toHaveAccessibleName('Path of this run: receiving')
  await expect(box).toHaveValue('And then?')
  await expect(page.getByRole('article', { name: 'You' })).toHaveCount(1)
  expect(await router.accepted()).toBe(before + 1)
})

test('a tab that was closed is followed by one that shows the conversation', { tag: '@soak' }, async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto('/chat?model=sandbox-fast')
  await send(page, 'Remember the tides')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('textbox', { name: 'Message' }).fill('a half typed thought')
  await page.waitForTimeout(500)
  await page.close()
  const next = await context.newPage()
  await next.goto(`${baseURL}/`)
  await expect(next.getByRole('article', { name: 'You' })).toContainText('Remember the tides')
  await expect(next.getByRole('textbox', { name: 'Message' })).toHaveValue('a half typed thought')
})

test('an edited message makes a branch, and the earlier one stays; regenerate runs the turn again beside its answer', async ({
  page,
  router,
}) => {
  await page.goto('/chat?model=sandbox-fast')
  await send(page, 'The first wording')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('button', { name: 'Edit message' }).click()
  await page.getByRole('textbox', { name: 'Edited message' }).fill('The second wording')
  await page.getByRole('button', { name: 'Send edited message' }).click()
  await expect(page.getByRole('article', { name: 'You' })).toContainText('The second wording')
  await expect(page.getByText('2 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Earlier branch' }).click()
  await expect(page.getByRole('article', { name: 'You' })).toContainText('The first wording')
  const before = await router.accepted()
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expect(page.getByText('3 of 3')).toBeVisible()
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  expect(await router.accepted()).toBe(before + 1)
})

test('Enter in the edit box sends the edit, Esc leads back to its button, and what stands in the message box stays', {
  tag: '@soak',
}, async ({ page }) => {
  await page.goto('/chat?model=sandbox-fast')
  await send(page, 'The first wording')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('textbox', { name: 'Message' }).fill('an unsent thought')
  await page.getByRole('button', { name: 'Edit message' }).click()
  await page.getByRole('textbox', { name: 'Edited message' }).press('Escape')
  await expect(page.getByRole('button', { name: 'Edit message' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Edited message' }).fill('The second wording')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'You' })).toContainText('The second wording')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('an unsent thought')
})

test('keys of an input method neither send nor stop', { tag: '@soak' }, async ({ page, router }) => {
  await page.goto('/chat?model=sandbox-slow')
  const before = await router.accepted()
  const box = page.getByRole('textbox', { name: 'Message' })
  const compose = (key: string, ctrlKey = false) =>
    box.dispatchEvent('keydown', { key, ctrlKey, isComposing: true, bubbles: true, cancelable: true })
  await box.fill('にほん')
  await compose('Enter')
  await compose('Enter', true)
  await page.waitForTimeout(300)
  expect(await router.accepted()).toBe(before)
  await box.press('Enter')
  await expect(answer(page)).toContainText('synthetic')
  await compose('Escape')
  await page.waitForTimeout(200)
  await expect(answer(page)).toHaveAttribute('aria-busy', 'true')
})

test('going back shows the conversation that the address names', { tag: '@soak' }, async ({ page }) => {
  await page.goto('/chat?model=sandbox-fast')
  await send(page, 'conversation one')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(page.getByRole('article', { name: 'You' })).toHaveCount(0)
  await send(page, 'conversation two')
  await expect(page.getByRole('article', { name: 'You' })).toContainText('conversation two')
  await page.goBack()
  await expect(page.getByRole('article', { name: 'You' })).toContainText('conversation one')
  await send(page, 'and on in the first')
  await expect(page.getByRole('article', { name: 'You' })).toHaveCount(2)
  await expect(page.getByRole('article', { name: 'You' }).first()).toContainText('conversation one')
})

test('tool calls stream, take a result each, and go back as the next turn', async ({ page }) => {
  await page.goto('/chat?model=sandbox-fast')
  const tool = (name: string) => ({
    type: 'function',
    name,
    description: `Looks up the ${name.split('_')[1]}`,
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page
    .getByRole('textbox', { name: /^Paste JSON/ })
    .fill(JSON.stringify([tool('get_weather'), tool('get_tides')]))
  await page.getByRole('button', { name: 'Import 2 tools' }).click()
  await send(page, 'Use get_weather and get_tides for "Lisbon"')
  const calls = answer(page).getByRole('region', { name: /^Tool call/ })
  await expect(calls).toHaveCount(2)
  await expect(page.getByText(/have no result yet/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Result of get_weather' }).fill('{"celsius": 21}')
  await page
    .getByRole('region', { name: 'Tool call get_tides' })
    .getByRole('checkbox', { name: 'Return as an error' })
    .check()
  await page.getByRole('textbox', { name: 'Error from get_tides' }).fill('no such port')
  await page.getByRole('button', { name: 'Return results' }).first().click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await expect(answer(page)).toContainText('21')
  await expect(answer(page)).toContainText('no such port')
})

test('raw text, reasoning folded, copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/chat?model=sandbox-fast')
  await page.getByRole('combobox', { name: 'Reasoning effort' }).selectOption('high')
  await send(page, 'Think first. tokens: 120')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  await expect(answer(page).getByText(/^Reasoning · .*about \d+ tokens$/)).toBeVisible()
  await chooseAction(answer(page), 'Show raw text')
  await expect(answer(page).locator('pre').last()).toContainText('*Sandbox: synthetic output.*')
  await page.getByRole('button', { name: 'Copy answer' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
})

test('the reader’s place is theirs: scrolling up lets go, and "Jump to latest" comes back', async ({ page }) => {
  await page.goto('/chat')
  await send(page, 'Write a document. tokens: 1500')
  const log = page.getByRole('log', { name: 'Conversation' })
  const distance = () => log.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop)
  const jump = page.getByRole('button', { name: 'Jump to latest' })
  await expect.poll(() => log.evaluate((box) => box.scrollTop)).toBeGreaterThan(200)
  // What is shorter for a moment moves the place up, what is longer in the same frame the end down: nobody has scrolled.
  await log.evaluate((box) => {
    const content = box.firstElementChild as HTMLElement
    content.style.display = 'none'
    content.style.paddingBottom = `${800 + box.scrollTop}px`
    content.style.display = ''
  })
  await expect.poll(distance).toBeLessThan(60)
  await expect(jump).toBeHidden()
  await log.hover()
  await page.mouse.wheel(0, -400)
  await expect(jump).toBeVisible()
  const [reading, button] = [await log.boundingBox(), await jump.boundingBox()]
  expect(button?.y, 'it covers nothing').toBeGreaterThanOrEqual((reading?.y ?? 0) + (reading?.height ?? 0))
  const top = await log.evaluate((box) => box.scrollTop)
  await page.waitForTimeout(700)
  expect(await log.evaluate((box) => box.scrollTop)).toBe(top)
  await jump.click()
  await expect.poll(distance).toBeLessThan(60)
})

test('the parameters fold to a rail by a key, also after a reload, and what is set opens and leaves from the composer', async ({
  page,
}) => {
  await page.goto('/chat')
  const instructions = page.getByRole('textbox', { name: 'Instructions' })
  await instructions.fill('Be brief.')
  await page.keyboard.press("ControlOrMeta+'")
  await expect(page.getByRole('button', { name: 'Show parameters' })).toBeFocused()
  await expect(instructions).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'Be brief.' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: /^Instructions Be brief/ }).click()
  await expect(instructions).toBeFocused()
  await page.getByRole('button', { name: 'Hide parameters' }).click()
  await page.getByRole('button', { name: 'Remove Instructions' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await page.getByRole('button', { name: 'Show parameters' }).click()
  await expect(instructions).toHaveValue('')
})

test('a conversation comes back with its parameters and what was typed for it, and a new one has neither', async ({
  page,
}) => {
  await page.goto('/chat')
  const model = page.getByRole('combobox', { name: 'Model' })
  const message = page.getByRole('textbox', { name: 'Message' })
  const instructions = page.getByRole('textbox', { name: 'Instructions' })
  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  const isAnswered = () => expect(answer(page)).toHaveAttribute('aria-busy', 'false')

  // What an example set does not outlive it.
  await page.getByRole('button', { name: /^Structured output/ }).click()
  await isAnswered()
  await message.fill('an unsent thought')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(message).toHaveValue('')
  await chooseModel(page, 'sandbox-fast')
  await instructions.fill('Be brief.')
  await send(page, 'Hello. tokens: 20')
  await isAnswered()
  const json = page.getByRole('textbox', { name: 'Request JSON' })
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  await expect(json).toContainText('Be brief.')
  await expect(json).not.toContainText('schema')

  // Its schema comes back with the conversation, and goes with it again.
  await expect(rows).toHaveText([/sandbox-fast/, /gen-5\.4-pro/])
  await rows.nth(1).getByRole('button').first().click()
  await expect(message).toHaveValue('an unsent thought')
  await expect(json).toContainText('schema')
  await expect(json).toContainText('gen-5.4-pro')
  await expect(json).not.toContainText('Be brief.')
  await page.reload()
  await expect(message).toHaveValue('an unsent thought')
  await page.goBack()
  await expect(model).toHaveValue('sandbox-fast')
  await expect(instructions).toHaveValue('Be brief.')
  await expect(message).toHaveValue('')
  await rows.nth(1).getByRole('button').first().click()
  await expect(model).toHaveValue('gen-5.4-pro')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(model).toHaveValue('sandbox-fast')
  await expect(instructions).toHaveValue('Be brief.')
})

test('conversations are renamed, pinned, found, deleted and brought back, and go out as a file and in again', async ({
  page,
}) => {
  await page.goto('/chat')
  const list = page.getByRole('list', { name: 'Conversations' })
  const box = page.getByRole('textbox', { name: 'Message' })
  await expect(box).toBeFocused()
  await chooseModel(page, 'sandbox-fast')
  for (const words of ['The tides of spring', 'A quiet studio']) {
    await page.getByRole('button', { name: 'New conversation' }).click()
    await expect(box).toBeFocused()
    await page.keyboard.type(words)
    await page.keyboard.press('Enter')
    await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  }
  const rows = list.getByRole('listitem')
  await expect(rows).toHaveText([/^A quiet studio/, /^The tides of spring/])
  await expect(rows.first().getByRole('button', { name: /^A quiet/ })).toHaveAttribute('aria-current', 'true')

  // By keys: rename, and open.
  await rows
    .first()
    .getByRole('button', { name: /^A quiet/ })
    .focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('F2')
  await page.keyboard.type('Moon and water')
  await page.keyboard.press('Enter')
  await expect(rows.nth(1).getByRole('button', { name: /^Moon and water/ })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'A quiet studio' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Moon and water' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'You' })).toContainText('The tides of spring')

  await chooseAction(list, 'Pin', 'Actions for Moon and water')
  await expect(rows).toHaveText([/^Moon and water/, /^A quiet studio/])
  const search = page.getByRole('searchbox', { name: 'Search conversations' })
  await search.fill('tides')
  await expect(rows).toHaveText([/^Moon and water/])
  await search.fill('')

  const downloading = page.waitForEvent('download')
  await chooseAction(list, 'Export as JSON', 'Actions for Moon and water')
  const file = await (await downloading).path()
  await rows.first().getByRole('button', { name: /^Moon/ }).press('Delete')
  await expect(rows).toHaveText([/^A quiet studio/])
  await expect(rows.first().getByRole('button', { name: /^A quiet/ })).toBeFocused()
  await expect(page.getByRole('article', { name: 'You' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows.first().getByRole('button', { name: /^Moon/ })).toBeFocused()
  await expect(page.getByRole('article', { name: 'You' })).toContainText('The tides of spring')
  await page.keyboard.press('Delete')
  await expect(rows).toHaveCount(1)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import conversations' }).click()
  await (await choosing).setFiles({ name: 'c.json', mimeType: 'application/json', buffer: readFileSync(file) })
  await expect(rows).toHaveText([/^Moon and water/, /^A quiet studio/])
  await expect(page.getByRole('article', { name: 'You' })).toContainText('The tides of spring')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Conversations' }).click()
  const sheet = page.getByRole('dialog', { name: 'Conversations' })
  await sheet.getByRole('button', { name: /^A quiet/ }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('article', { name: 'You' })).toContainText('A quiet studio')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(page.getByRole('button', { name: /^A tool call/ })).toBeInViewport()
})
