import type { Page } from '@playwright/test'
import { answer, expect, send, test } from './fixtures.ts'
import { sample } from './sample.ts'

const list = (page: Page) => page.getByRole('listbox', { name: 'Runs' })
const row = (page: Page, name: RegExp) => list(page).getByRole('option', { name })
const runPage = (page: Page) => page.getByRole('region', { name: 'Run', exact: true })
const letters = (page: Page) => page.getByRole('checkbox', { name: /Single-key shortcuts/ })

async function ran(page: Page, message: string): Promise<void> {
  await page.goto('/chat?model=sandbox-fast')
  await send(page, message)
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  await page.goto('/runs')
  await expect(row(page, /./)).toHaveCount(1)
  // Its keys work on arrival.
  await expect(list(page)).toBeFocused()
}

test('one switch in the list of shortcuts holds for every single letter, sign and hint, and is kept', async ({
  page,
}) => {
  await ran(page, 'Only one. tokens: 5')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await letters(page).uncheck()
  await expect(dialog.getByRole('region', { name: 'Everywhere' })).toContainText('switched off')
  await page.keyboard.press('Escape')

  await page.reload()
  await list(page).focus()
  await page.keyboard.press('p')
  await page.keyboard.press('Space')
  await expect(row(page, /Only one/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(runPage(page).getByRole('button', { name: 'Pass' })).toHaveText('Pass')
  await runPage(page).focus()
  await page.keyboard.press('f')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+/')
  await expect(dialog).toBeVisible()
  await expect(letters(page)).not.toBeChecked()
  await expect(row(page, /Pass|Fail/)).toHaveCount(0)
})

test('the switch in Settings is the same one', { tag: '@soak' }, async ({ page }) => {
  await ran(page, 'Only one. tokens: 5')
  await page.getByRole('link', { name: 'Settings' }).click()
  await letters(page).uncheck()
  await page.getByRole('link', { name: 'Runs' }).click()
  await list(page).focus()
  await page.keyboard.press('p')
  await page.getByRole('link', { name: 'Settings' }).click()
  await letters(page).check()
  await page.getByRole('link', { name: 'Runs' }).click()
  await expect(row(page, /Pass/)).toHaveCount(0)
  await list(page).focus()
  await page.keyboard.press('p')
  await expect(row(page, /Pass/)).toHaveCount(1)
})

const windows = [
  [768, 1024, false],
  [1024, 768, false],
  [1280, 800, false],
  [1440, 900, true],
] as const

for (const [width, height, beside] of sample(windows, 1))
  test(`at ${width} px with the inspector open, nothing of Runs is cut, and the list stands ${beside ? 'beside' : 'in the place of'} the run`, async ({
    page,
  }) => {
    await ran(page, 'A title that is as long as a short line. tokens: 60')
    await page.setViewportSize({ width, height })
    await row(page, /A title/).click()
    await expect(runPage(page).getByRole('figure')).toBeVisible()
    if (width >= 1024) {
      await page.keyboard.press('Control+\\')
      await expect(page.getByRole('tab', { name: 'Request' })).toBeVisible()
    }
    await expect(page.getByText('Sandbox: synthetic output', { exact: true })).toBeVisible()
    expect(await cut(page)).toEqual([])
    expect(await list(page).isVisible()).toBe(beside)
    const { width: wide = 0 } = (await runPage(page).boundingBox()) ?? {}
    expect(wide).toBeGreaterThan(560)
    await runPage(page).getByRole('button', { name: 'Back to list' }).click()
    await expect(list(page)).toBeVisible()
    expect(await cut(page)).toEqual([])
  })

test('at 1024 px beside the inspector the badge of the chat is whole', { tag: '@soak' }, async ({ page }) => {
  await ran(page, 'One. tokens: 5')
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/chat')
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Request' })).toBeVisible()
  expect(await cut(page)).toEqual([])
})

/** What is wider than its place in a header or a row of buttons or tabs; a title may end in dots. */
const cut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('header, header > *, [role=tablist], main, aside')]
      .filter((one) => one.tagName !== 'H2' && one.tagName !== 'P' && one.scrollWidth > one.clientWidth + 1)
      .map((one) => `${one.tagName} ${one.scrollWidth} in ${one.clientWidth}: ${one.textContent?.slice(0, 60)}`),
  )
