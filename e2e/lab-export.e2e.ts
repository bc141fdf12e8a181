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
