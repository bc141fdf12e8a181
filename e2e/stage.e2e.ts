import type { Page } from '@playwright/test'
import { answer, expect, send, test } from './fixtures.ts'

test.use({ viewport: { width: 1280, height: 720 }, warm: false })

/** Stores a collection of the only run: as a recording, then as a live card. */
const keepCollection = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('patchbay')
    await new Promise((opened) => opening.addEventListener('success', opened))
    const change = opening.result.transaction(['runs', 'drafts'], 'readwrite')
    const runs = change.objectStore('runs').getAllKeys()
    await new Promise((read) => runs.addEventListener('success', read))
    const request = { model: 'sandbox-fast', input: 'Greet the audience. tokens: 40', stream: true }
    const cards = [
      { id: 'then', title: 'As it was', note: '', run: runs.result[0] },
      { id: 'now', title: 'Live', note: 'Smile.', live: { endpoint: 'responses', tool: 'chat', request } },
    ]
    const value = { version: 1, id: 'talk', at: 1, title: 'A talk', note: '', cards }
    change.objectStore('drafts').put({ key: 'collection.talk', value })
    await new Promise((kept) => change.addEventListener('complete', kept))
    opening.result.close()
  })

const privateWords = 'Plans for the merger'

test('a talk by a remote: a recording, an answer that stays on the stage, and back', async ({ page }) => {
  await page.goto('/chat')
  await send(page, `${privateWords}. tokens: 60`)
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  await keepCollection(page)
  await page.goto('/runs?view=collections')
  await page.getByRole('link', { name: 'Present' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'As it was' })).toBeFocused()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('20px')

  const sent: string[] = []
  // The page's own code may still be loaded with the first press.
  page.on('request', (request) => /\/assets\//.test(request.url()) || sent.push(request.url()))
  await page.getByRole('button', { name: 'Again' }).click()
  await expect(page.getByText(/^Recorded \d+ \w+, replayed$/)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'The recording is over.' })).toBeAttached()
  expect(sent).toEqual([])

  await page.keyboard.press('PageDown')
  await expect(page.getByRole('heading', { level: 1, name: 'Live' })).toBeFocused()
  const notes = page.waitForEvent('popup')
  await page.keyboard.press('Shift+N')
  await expect((await notes).getByText('Smile.')).toBeVisible()
  await (await notes).close()
  await page.getByRole('button', { name: /^Send/ }).click()
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  expect(await page.content()).not.toMatch(/cauris|fault-/)
  expect(await page.content()).not.toContain(privateWords)
  await page.keyboard.press('PageUp')
  await expect(page.getByRole('heading', { level: 1, name: 'As it was' })).toBeFocused()

  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/runs\?view=collections/)
  await page.goto('/runs')
  await expect(page.getByRole('listbox', { name: 'Runs' }).getByRole('option')).toHaveCount(1)
})
