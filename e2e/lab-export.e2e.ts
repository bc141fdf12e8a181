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

/** Without what no two runs have in common: their ids and their times, in JSON Lines and in CSV. */
const comparable = (lines: string) =>
  lines
    .replaceAll(/"(?:run|seconds|firstToken)":(?:"[^"]*"|[\d.]+),?/g, '')
    .replaceAll(/(?<=,)"(?:\d+\.\d{3}|[\da-f-]{36})"/g, '')

test('results leave the page as the command writes them for the same plan, with what judges have said', async ({
  page,
}) => {
  const judge = { model: 'sandbox-fast', value: 'It says something of {{topic}}.' }
  const plan = {
    ...{ format: 'patchbay-plan', version: 1, name: 'Judged', tool: 'chat' },
    request: { input: 'Describe {{topic}}. tokens: 20' },
    axes: { models: ['sandbox-fast', 'sandbox-plain'] },
    rows: ['tides', 'rain', 'snow'].map((topic) => ({ topic })),
    checks: [
      { type: 'contains', value: 'andbox' },
      { type: 'llm-rubric', ...judge },
      { type: 'select-best', ...judge },
    ],
  }
  await page.goto('/lab')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const file = { name: 'plan.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(plan)) }
  await (await choosing).setFiles(file)
  await page.getByRole('button', { name: /^Run 6 cells/ }).click()
  const cells = page.getByRole('grid', { name: 'Results' }).getByRole('gridcell')
  await expect(cells.filter({ hasText: 'synthetic' })).toHaveCount(6)
  const judges = page.getByRole('region', { name: 'Judges' })
  await judges.getByRole('button', { name: 'Ask for 12 judgements' }).click()
  await expect(judges).toContainText('12 of 12 judgements')
  const path = await saved(page, async () => await page.getByRole('button', { name: 'Export the plan' }).click())
  const report = readFileSync(await exported(page, 'Report'), 'utf8')
  expect(report.match(/<tr><th scope="row">\d/g)).toHaveLength(3)
  expect(report).toContain('Synthetic')
  const out = folder()
  const child = spawn(process.execPath, [command, 'lab', 'run', path, '-o', out], {
    env: { ...process.env, LOCAL_SERVERS: 'off' },
    stdio: 'inherit',
  })
  const exit = await new Promise((ended) => child.once('exit', ended))
  await page.getByRole('button', { name: 'Export results' }).click()
  await page.getByRole('menuitem', { name: 'Preference pairs' }).click()
  await expect(page.getByRole('alert')).toContainText('There are no pairs')
  const lines = readFileSync(await exported(page, 'JSON Lines'), 'utf8')
  expect(lines).not.toContain('Not judged yet.')
  expect(exit).toBe(lines.includes('"outcome":"failed"') ? 1 : 0)
  expect(comparable(lines)).toBe(comparable(readFileSync(join(out, 'results.jsonl'), 'utf8')))
  const table = readFileSync(await exported(page, 'CSV'), 'utf8')
  expect(comparable(table)).toBe(comparable(readFileSync(join(out, 'results.csv'), 'utf8')))
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
