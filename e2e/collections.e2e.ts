import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { answer, chooseAction, expect, send, test } from './fixtures.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'Cards' }).getByRole('listitem')
const titles = (page: Page) => page.getByRole('textbox', { name: /^Title of card/ })

async function ask(page: Page, words: string): Promise<void> {
  await page.goto('/chat?model=sandbox-fast')
  await send(page, `${words} tokens: 20`)
  await expect(page.getByRole('article', { name: 'You' }).last()).toContainText(words)
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
}

test('two answers become cards, are put in order, and come to another browser in a bundle', async ({
  page,
  browser,
}) => {
  await ask(page, 'Harbours.')
  await chooseAction(answer(page), 'Add to collection')
  const dialog = page.getByRole('dialog', { name: 'Add to collection' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Seaside')
  await dialog.getByRole('button', { name: 'Add 1 card' }).click()
  await expect(dialog.getByRole('status')).toHaveText('1 card added to “Seaside”.')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await ask(page, 'Lighthouses.')
  await chooseAction(answer(page), 'Add to collection')
  await expect(dialog.getByRole('combobox', { name: 'Collection' })).toContainText('Seaside')
  await dialog.getByRole('button', { name: 'Add 1 card' }).click()
  await dialog.getByRole('link', { name: 'Open the collection' }).click()

  await expect(titles(page)).toHaveText([/Harbours/, /Lighthouses/])
  await titles(page).first().press('Alt+ArrowDown')
  await expect(titles(page)).toHaveText([/Lighthouses/, /Harbours/])
  await expect(titles(page).last()).toBeFocused()
  await titles(page).last().fill('Boats')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('By the sea')
  await expect(page.getByRole('heading', { name: 'By the sea' })).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const path = await (await saving).path()

  const other = await browser.newPage()
  await other.goto('/runs?view=collections')
  const choosing = other.waitForEvent('filechooser')
  await other.getByRole('button', { name: 'Open a bundle' }).click()
  await (await choosing).setFiles({ name: 'sea.zip', mimeType: 'application/zip', buffer: await readFile(path) })
  await expect(other.getByRole('status').filter({ hasText: '2 runs imported. 1 collection added.' })).toBeVisible()
  await other
    .getByRole('list', { name: 'Collections' })
    .getByRole('button', { name: /^By the sea/ })
    .click()
  await expect(titles(other)).toHaveText([/Lighthouses/, 'Boats'])
  await expect(cards(other).first()).toContainText('synthetic')
  await expect(other.getByRole('link', { name: 'Present' })).toBeVisible()
  await other.close()
})
