import { findViolations } from './find-violations.ts'
import { answer, expect, send, test } from './fixtures.ts'

const palette = { name: 'Search' } as const
const box = { name: 'Search panels, actions, models and runs' } as const

test('a few letters lead to a panel, a model, a run and an action, by the keyboard alone', async ({ page }) => {
  await page.goto('/chat')
  await send(page, 'Which way is up? tokens: 40')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  const find = async (words: string, title: string) => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', box)).toBeFocused()
    await page.keyboard.type(words)
    await expect(page.getByRole('dialog', palette).getByRole('option').first()).toContainText(title)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', palette)).toBeHidden()
  }
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', palette).getByRole('option').first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await find('sett', 'Settings')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await find('sandbox-plain', 'sandbox-plain')
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('sandbox-plain')
  // Also where the tool is on the screen already, which stays in its conversation.
  await find('sandbox-fast', 'sandbox-fast')
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('sandbox-fast')
  await expect(page.getByRole('article', { name: 'You' })).toContainText('Which way is up?')
  await find('way up', 'Which way is up?')
  await expect(page).toHaveURL(/\/runs\?run=/)
  await find('theme dark', 'Theme: dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.keyboard.type('open the inspector')
  await expect(page.getByRole('dialog', palette).getByRole('option').first()).toContainText(/Ctrl \\/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible()

  // Enter takes what fits the last letter, however fast it follows.
  for (const panel of ['Models', 'Settings', 'Runs']) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(panel.toLowerCase())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: panel })).toBeVisible()
  }
})

test('nothing that is typed is lost while its list is loaded, not even Enter', { tag: '@soak' }, async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route(/found-list.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/chat')
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('settings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', box)).toHaveValue('settings')
  await expect(page.getByRole('combobox', box)).toBeFocused()
  await expect(page.getByRole('dialog', palette).getByRole('option')).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.getByRole('dialog', palette)).toHaveCount(0)
})

test('it is left as it was come to, and says when nothing fits', { tag: '@soak' }, async ({ page }) => {
  await page.goto('/chat')
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('half a thought')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', box)).toBeFocused()
  await page.keyboard.type('xyzzy')
  await expect(page.getByRole('dialog', palette).getByRole('status')).toHaveText('No matches')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', palette)).toBeHidden()
  await expect(message).toBeFocused()
  await expect(message).toHaveValue('half a thought')
})
