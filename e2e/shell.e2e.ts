import { bothThemes, findViolations } from './find-violations.ts'
import { answer, chooseModel, expect, send, test } from './fixtures.ts'
import { sample } from './sample.ts'

for (const theme of sample(['light', 'dark'] as const, 1))
  test(`axe finds nothing in the ${theme} theme`, async ({ page }) => {
    // From the start: what is out of view keeps its old colours for a while.
    await page.emulateMedia({ colorScheme: theme })
    await page.goto('/chat?model=sandbox-fast')
    await send(page, 'Everything at once. tokens: 150')
    await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
    await page.getByText('More parameters').click()
    const found: string[] = []
    const look = async (where: string) => void found.push(...(await findViolations(page, { where, themes: [theme] })))
    await look('chat')
    await chooseModel(page, 'fault-500')
    await send(page, 'A failure')
    await expect(answer(page)).toContainText('Run again')
    await look('chat with a failure')
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    await look('chat as JSON')
    await page.keyboard.press('Control+/')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await look('shortcuts')
    await page.keyboard.press('Escape')
    for (const name of ['Models', 'Settings', 'Images']) {
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      if (name === 'Models') await page.getByRole('list', { name }).getByRole('listitem').first().waitFor()
      if (name === 'Settings') await page.getByRole('button', { name: 'Add connection' }).click()
      await look(name)
    }
    expect(found).toEqual([])
  })

test('axe finds what is planted: an image without a text in the light theme, weak colours in the dark one', async ({
  page,
}) => {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Add connection' }).waitFor()
  await page.getByRole('main').evaluate((main) => {
    const planted = document.createElement('p')
    planted.append('Planted', new Image())
    Object.assign(planted.style, { position: 'fixed', inset: '0 auto auto 0', zIndex: '9' })
    Object.assign(planted.style, { color: '#222', background: 'light-dark(white, black)' })
    main.append(planted)
  })
  const found = await findViolations(page, { where: 'planted', themes: bothThemes })
  expect(found.map((violation) => violation.replace(/ <.*/s, ''))).toEqual([
    'planted dark: color-contrast',
    'planted light: image-alt',
  ])
})

const windows = [
  [320, 640],
  [720, 450],
] as const

for (const [width, height] of sample(windows, 1))
  test(`nothing is wider than a window of ${width} px, and a message can be sent there`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/models')
    for (const name of ['Models', 'Settings', 'Images', 'Chat']) {
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await send(page, 'A small window. tokens: 200')
    await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })

test('each panel is arrived at in its first field, which the first link leads to, and a missing one is named and focused', async ({
  page,
}) => {
  await page.goto('/models')
  await expect(page.getByRole('searchbox', { name: 'Search models' })).toBeFocused()
  await page.getByRole('link', { name: 'Images' }).press('Enter')
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await expect(prompt).toBeFocused()
  await page.getByRole('button', { name: /^Generate/ }).press('Enter')
  await expect(page.getByText('Enter a prompt first.')).toBeVisible()
  await expect(prompt).toBeFocused()
  await page.getByRole('link', { name: 'Skip to form' }).press('Enter')
  await expect(prompt).toBeFocused()
  await page.getByRole('link', { name: 'Chat' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  const first = () => page.evaluate(() => document.querySelector('a, button, input')?.textContent)
  expect(await first()).toBe('Skip to message')
  await page.reload()
  await page.getByRole('list', { name: 'Examples' }).getByRole('button').first().press('Enter')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
})

test('everything is reached by keyboard: model, message, stop, navigation', async ({ page }) => {
  await page.goto('/chat')
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  await page.getByRole('combobox', { name: 'Model' }).focus()
  await page.keyboard.type('sl')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('sandbox-slow')
  const reach = async (name: string | RegExp, role: 'textbox' | 'button' | 'link') => {
    const target = page.getByRole(role, { name, exact: typeof name === 'string' })
    for (let press = 0; press < 80; press++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${name} was not reached in 80 presses of Tab`)
  }
  await reach('Message', 'textbox')
  await page.keyboard.type('By keyboard alone. tokens: 1000')
  await page.keyboard.press('Enter')
  await expect(answer(page)).toContainText('synthetic')
  await reach('Stop', 'button')
  await page.keyboard.press('Enter')
  await expect(answer(page)).toContainText('Stopped by you. Completed work may still be billed')
  await reach('Settings', 'link')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/settings/)
})

test('the shortcut list opens by key, closes by Esc, and ? in a text box is a letter', { tag: '@soak' }, async ({
  page,
}) => {
  await page.goto('/chat')
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.type('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+/')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('?')
})

test('the theme follows the system until it is chosen, and the choice stays', { tag: '@soak' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/settings')
  const dark = () => page.evaluate(() => document.documentElement.dataset.theme)
  expect(await dark()).toBe('dark')
  await page.getByRole('radio', { name: 'Light' }).check()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await dark()).toBe('light')
})
