import type { Page } from '@playwright/test'
import { bothThemes, findViolations } from './find-violations.ts'
import { answer, expect, send, test } from './fixtures.ts'

const json = (page: Page) => page.getByRole('textbox', { name: 'Request JSON' })
const code = '**/assets/editor-*.js'

/** Opens the request as JSON, and waits for the editor. */
async function openJson(page: Page, text?: string): Promise<void> {
  await page.goto('/chat')
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  await expect(json(page)).toHaveAttribute('contenteditable', 'true')
  if (text !== undefined) await json(page).fill(text)
}

/** What the form has understood, whatever is drawn of the text. */
async function readBack(page: Page): Promise<unknown> {
  await page.getByRole('button', { name: 'Form', exact: true }).click()
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  return JSON.parse(await json(page).innerText())
}

test('axe finds nothing in the editor, its marks, its search and its folds, in both themes', async ({ page }) => {
  await openJson(page, '{\n  "model": "sandbox-fast",\n  "temperature": "hot",\n  "metadata": {\n    "a": null\n  }\n}')
  await expect(page.getByText('temperature: Must be a number.').first()).toBeVisible()
  await json(page).press('Control+End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Control+.')
  await expect(page.getByRole('button', { name: 'Unfold' })).toBeVisible()
  await page.keyboard.press('Control+f')
  await page.keyboard.type('model')
  await expect(page.getByRole('searchbox', { name: 'Search in this JSON' })).toHaveValue('model')
  expect(await findViolations(page, { themes: bothThemes })).toEqual([])
})

test('an error of the schema and one of the text are at their places: what is typed there mends them', async ({
  page,
}) => {
  await openJson(page, '{ "model": "sandbox-fast", "tools": [{ "type": "function", "name": "a" }, 3] }')
  await expect(page.getByText('tools[1]: must be an object.').first()).toBeVisible()
  await expect(async () => {
    await json(page).press('Control+Home')
    await page.keyboard.press('F8')
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('3')
  }).toPass()
  await page.keyboard.type('{ "type": "function", "name": "b" ]')
  await page.getByRole('button', { name: /^Go to line 1, column/ }).click()
  await page.keyboard.type('}')
  expect(await readBack(page)).toMatchObject({ tools: [{ name: 'a' }, { type: 'function', name: 'b' }] })
})

test('what is said below the editor is its description, and an error in it is heard', { tag: '@soak' }, async ({
  page,
}) => {
  await openJson(page, '{ "model": }')
  await expect(page.getByRole('alert').filter({ hasText: 'Expected a value at line 1, column 12' })).toBeVisible()
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  const editor = nodes.find(({ name, role }) => role?.value === 'textbox' && name?.value === 'Request JSON')
  expect(editor?.description?.value).toContain('Expected a value at line 1, column 12')
})

test('the keyboard is not held: Tab leaves, Esc closes the search only, Ctrl+Enter runs, the app keeps its keys', async ({
  page,
}) => {
  await openJson(page, '{ "model": "sandbox-fast", "stream": true }')
  await page.getByRole('textbox', { name: 'Message' }).fill('From the editor. tokens: 60')
  await page.getByText('Request JSON', { exact: true }).click()
  await expect(json(page)).toBeFocused()
  await page.keyboard.type(' ?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+f')
  await expect(page.getByRole('searchbox', { name: 'Search in this JSON' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(json(page)).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search' }).press('Escape')
  await json(page).press('Tab')
  await expect(json(page)).not.toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(json(page)).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('article', { name: 'You' }).last()).toContainText('From the editor')
})

test('in the sheet of a phone of 320 px the editor fits, and Esc closes its search, not the sheet', {
  tag: '@soak',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/chat')
  await page.getByRole('button', { name: 'Parameters', exact: true }).click()
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  await expect(json(page)).toHaveAttribute('contenteditable', 'true')
  await json(page).fill(`{ "model": "${'x'.repeat(400)}" }`)
  await json(page).press('Control+f')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'Chat parameters' })).toBeVisible()
})

test('until the editor is there a text box takes what is typed, and hands over text, caret and focus', async ({
  page,
}) => {
  let letIn = () => {}
  const gate = new Promise<void>((open) => {
    letIn = open
  })
  await page.route(code, async (route) => {
    await gate
    await route.continue()
  })
  await page.goto('/chat')
  await page.getByText('More parameters').click()
  const include = page.getByRole('textbox', { name: 'Stream options' })
  await include.fill('[1, 2]')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  letIn()
  await expect(include).toHaveAttribute('contenteditable', 'true')
  await expect(include).toBeFocused()
  await page.keyboard.type('0, ')
  await expect(include).toHaveText('[0, 1, 2]')
})

test('without the editor everything goes on in the text box', { tag: '@soak' }, async ({ page }) => {
  await page.route(code, (route) => route.abort())
  await page.goto('/chat')
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  await json(page).fill('{ "model": "sandbox-fast", "stream": tru }')
  await page.getByRole('button', { name: 'Go to line 1, column 38' }).click()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+Delete')
  await page.keyboard.type('true')
  await send(page, 'Plain. tokens: 60')
  await expect(answer(page)).toContainText('Model askedsandbox-fast')
})

test('a text that cannot be read survives a reload', { tag: '@soak' }, async ({ page }) => {
  await openJson(page, '{ "model": "sandbox-fast",\n  "temperature": 0.')
  await expect(page.getByRole('button', { name: 'Go to line 2, column 19' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  await expect(json(page)).toHaveText('{ "model": "sandbox-fast",\n  "temperature": 0.', { useInnerText: true })
  await expect(page.getByRole('alert').filter({ hasText: 'Line 2, column 19' })).toBeVisible()
})

test('2 MB are pasted, edited at their end and sent on as one value', { tag: '@soak' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openJson(page)
  await page.evaluate(() => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ at, text: 'x'.repeat(60), list: [at, null] }))
    return navigator.clipboard.writeText(JSON.stringify({ model: 'sandbox-fast', metadata: rows }, null, 1))
  })
  await json(page).press('Control+a')
  await page.keyboard.press('Control+v')
  await page.keyboard.press('Control+End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type(', "temperature": 0.5')
  await page.getByRole('button', { name: 'Form', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Temperature' })).toHaveValue('0.5')
})
