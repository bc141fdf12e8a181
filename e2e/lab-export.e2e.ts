import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'lab-export-'))
const command = join(import.meta.dirname, '../dist/router/patchbay.js')

async function saved(page: Page, press: () => Promise<void>): Promise<string> {
  const saving = page.waitForEvent('download')
  await press()
  return await (await saving).path()
}

async function exported(page: Page, format: string): Promise<string> {
  return await saved(page, async () => {
    await page.getByRole('button', { name: 'Export results' }).click()
    await page.getByRole('menuitem', { name: format }).click()
  })
}

/** Without what no two runs have in common: their ids and their times. */
const comparable = (lines: string) => lines.replaceAll(/"(?:run|seconds|firstToken)":(?:"[^"]*"|[\d.]+),?/g, '')

test('results leave the page as the command writes them for the same plan', async ({ page }) => {
  await page.goto('/lab')
  await page.getByRole('button', { name: /Two models, five questions/ }).click()
  await page.getByRole('button', { name: /^Run 10 cells/ }).click()
  const cells = page.getByRole('grid', { name: 'Results' }).getByRole('gridcell')
  await expect(cells.filter({ hasText: 'synthetic' })).toHaveCount(10)
  const plan = await saved(page, async () => await page.getByRole('button', { name: 'Export the plan' }).click())
  const report = readFileSync(await exported(page, 'Report'), 'utf8')
  expect(report.match(/<tr><th scope="row">\d/g)).toHaveLength(5)
  expect(report).toContain('Synthetic')
  const out = folder()
  const child = spawn(process.execPath, [command, 'lab', 'run', plan, '-o', out], {
    env: { ...process.env, LOCAL_SERVERS: 'off' },
    stdio: 'inherit',
  })
  expect(await new Promise((exit) => child.once('exit', exit))).toBe(0)
  const lines = readFileSync(await exported(page, 'JSON Lines'), 'utf8')
  expect(comparable(lines)).toBe(comparable(readFileSync(join(out, 'results.jsonl'), 'utf8')))
})

test('a bundle brings the plan with its grid to another browser, where it is voted on, and what was said comes back', async ({
  page,
  browser,
  router,
  baseURL,
}) => {
  await page.goto('/lab')
  await page.getByRole('button', { name: /Two models, five questions/ }).click()
  await page.getByRole('button', { name: /^Run 10 cells/ }).click()
  const answers = (of: Page) =>
    of.getByRole('grid', { name: 'Results' }).getByRole('gridcell').filter({ hasText: 'synthetic' })
  await expect(answers(page)).toHaveCount(10)
  const before = await router.accepted()
  const bundle = await exported(page, 'Bundle')
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
  const other = await context.newPage()
  const open = async (of: Page, path: string) => {
    const choosing = of.waitForEvent('filechooser')
    await of.getByRole('button', { name: 'Import', exact: true }).click()
    await (await choosing).setFiles({ name: 'plan.zip', mimeType: 'application/zip', buffer: readFileSync(path) })
  }
  await other.goto('/lab')
  await open(other, bundle)
  await expect(
    other.getByRole('status').filter({ hasText: '10 runs imported. 1 plan of the Lab added.' }),
  ).toBeVisible()
  await other
    .getByRole('list', { name: 'Plans' })
    .getByRole('button', { name: /Two models/ })
    .first()
    .click()
  await expect(answers(other)).toHaveCount(10)
  await other.getByRole('button', { name: 'Vote', exact: true }).click()
  await other.getByRole('textbox', { name: 'Your name' }).fill('Bo')
  await other.getByRole('button', { name: 'Start voting' }).click()
  for (let count = 1; count <= 5; count += 1) {
    await expect(other.getByRole('article', { name: /^Result \d$/ }).first()).toContainText('synthetic')
    await other.keyboard.press('1')
    await expect(other.getByText(new RegExp(`^${count} of 5 comparisons`))).toBeVisible()
  }
  await other.getByRole('button', { name: 'Back', exact: true }).click()
  await other.getByRole('button', { name: 'Back to the plan' }).click()
  const back = await exported(other, 'Bundle')

  await page.getByRole('button', { name: 'All plans' }).click()
  await open(page, back)
  const said = page.getByRole('status').filter({ hasText: '10 runs are already here. 5 judgements added.' })
  await expect(said).toBeVisible()
  await expect(page.getByRole('list', { name: 'Plans' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('list', { name: 'Plans' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Vote', exact: true }).click()
  await page.getByRole('button', { name: 'Show figures' }).click()
  await page.getByRole('checkbox', { name: /Include 5 votes/ }).click()
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('5 votes')
  await context.close()
  expect(await router.accepted()).toBe(before)
})
