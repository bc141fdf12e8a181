import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { zipSync } from 'fflate'
import { answer, chooseAction, chooseModel, expect, send, test } from './fixtures.ts'

const list = (page: Page) => page.getByRole('listbox', { name: 'Runs' })
const runPage = (page: Page) => page.getByRole('region', { name: 'Run', exact: true })

/** The result with all that is said of it; only the run's own id may be another. */
async function wordsOf(page: Page): Promise<string | undefined> {
  const text = await runPage(page).getByRole('article', { name: 'Result' }).textContent()
  return text?.replace(/Run[0-9a-f-]{36}/, 'Run')
}

let folder = ''
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-bundle-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function ran(page: Page, message: string): Promise<void> {
  await page.goto('/chat?model=sandbox-fast')
  await send(page, message)
  await expect(answer(page)).toContainText('synthetic')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  await page.goto('/runs')
  await list(page).getByRole('option', { name: /Tides/ }).click()
}

/** Exports the run that is open. */
async function saveBundle(page: Page): Promise<string> {
  await runPage(page).getByRole('button', { name: 'Export' }).click()
  const saving = page.waitForEvent('download')
  await page
    .getByRole('region', { name: 'As a file' })
    .getByRole('button', { name: /^Bundle/ })
    .click()
  const path = join(folder, 'runs.zip')
  await (await saving).saveAs(path)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  return path
}

async function openBundle(page: Page, path: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open a bundle' }).click()
  await (await choosing).setFiles(path)
}

/** A zip that would write beside the folder it is unpacked in. */
function trick(): string {
  const path = join(folder, 'trick.zip')
  writeFileSync(path, zipSync({ '../../manifest.json': new TextEncoder().encode('{}') }))
  return path
}

test('a run that was deleted comes back from its bundle, and nothing is sent', async ({ page, router }) => {
  await ran(page, 'Tides and harbours. tokens: 20')
  const words = await wordsOf(page)
  const path = await saveBundle(page)
  await chooseAction(runPage(page), 'Delete')
  await expect(page.getByText('No runs', { exact: true })).toBeVisible()
  const before = await router.accepted()

  await openBundle(page, path)
  await expect(page.getByRole('status').filter({ hasText: /^1 run imported\.$/ })).toBeVisible()
  await expect(runPage(page).getByRole('heading', { name: /Tides/ })).toBeVisible()
  await expect(runPage(page).getByRole('article', { name: 'Result' })).toContainText('synthetic')
  expect(await wordsOf(page)).toBe(words)
  await expect(list(page).getByRole('option')).toHaveCount(1)

  await page.reload()
  await expect(runPage(page).getByRole('article', { name: 'Result' })).toContainText('synthetic')
  await chooseAction(runPage(page), 'Show in chat')
  await expect(page.getByRole('article', { name: 'You' })).toContainText('Tides and harbours')
  expect(await router.accepted()).toBe(before)
})

test('another browser opens the bundle with the ids it had', async ({ page, browser, baseURL }) => {
  await ran(page, 'Tides and harbours. tokens: 20')
  const address = new URL(page.url()).search
  const path = await saveBundle(page)
  const other = await (await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })).newPage()
  await other.goto('/runs')
  await openBundle(other, path)
  await expect(other.getByRole('status').filter({ hasText: /^1 run imported\.$/ })).toBeVisible()
  expect(new URL(other.url()).search).toBe(address)
  await other.getByRole('button', { name: 'Dismiss' }).click()
  await expect(other.getByText('1 run imported.')).toBeHidden()
  await other.context().close()
})

test('a zip with a trick in its paths is refused with the reason, and nothing changes', { tag: '@soak' }, async ({
  page,
}) => {
  await page.goto('/runs')
  await expect(page.getByRole('region', { name: 'No runs yet' })).toBeVisible()
  await openBundle(page, trick())
  await expect(page.getByRole('alert')).toContainText('points outside')
  await expect(page.getByRole('region', { name: 'No runs yet' })).toBeVisible()

  await ran(page, 'Tides and harbours. tokens: 20')
  const path = await saveBundle(page)
  await page.goto('/runs')
  // Until the list is there, the button is the one of the empty page.
  await expect(list(page).getByRole('option')).toHaveCount(1)
  await openBundle(page, trick())
  await expect(page.getByRole('alert')).toContainText('points outside')
  await expect(list(page).getByRole('option')).toHaveCount(1)
  await openBundle(page, path)
  await expect(page.getByRole('status').filter({ hasText: 'This run is already here.' })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(list(page).getByRole('option')).toHaveCount(1)
})

test('a bundle that is dropped on the list is opened', { tag: '@soak' }, async ({ page }) => {
  await ran(page, 'Tides and harbours. tokens: 20')
  const path = await saveBundle(page)
  const bytes = readFileSync(path).toString('base64')
  const data = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], 'runs.zip'))
    return transfer
  }, bytes)
  const target = page.getByRole('region', { name: 'List', exact: true })
  await target.dispatchEvent('dragover', { dataTransfer: data })
  await target.dispatchEvent('drop', { dataTransfer: data })
  await expect(page.getByRole('status').filter({ hasText: 'This run is already here.' })).toBeVisible()
  await expect(list(page).getByRole('option')).toHaveCount(1)
})

test('a bundle that is chosen while the page changes behind the dialog is read', async ({ page, context }) => {
  await page.goto('/runs')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('region', { name: 'No runs yet' }).getByRole('button', { name: 'Open a bundle' }).click()
  const chooser = await choosing
  const other = await context.newPage()
  await other.goto('/chat')
  await chooseModel(other, 'sandbox-fast')
  await send(other, 'Tides and harbours. tokens: 20')
  await expect(list(page).getByRole('option', { name: /Tides/ })).toBeVisible()
  await chooser.setFiles(trick())
  await expect(page.getByRole('alert')).toContainText('points outside')
})
