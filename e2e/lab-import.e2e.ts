import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { findViolations } from './find-violations.ts'
import { expect, test } from './fixtures.ts'

const cells = (page: Page, text: string | RegExp) =>
  page.getByRole('grid', { name: 'Results' }).getByRole('gridcell').filter({ hasText: text })

async function choose(page: Page, button: string, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button, exact: true }).click()
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

const config = `description: Colours
prompts: ['Name the colour of {{ thing | upper }}']
providers: [openai:chat:sandbox-fast, vendor:unknown-model]
tests:
  - vars: { thing: [the sea, snow] }
    assert:
      - { type: icontains, value: colour }
      - { type: javascript, value: 'output.length > 3' }
`

test('a promptfoo file shows what is lost, becomes a plan, and is sent', async ({ page, router }) => {
  await page.goto('/lab')
  await choose(page, 'Import', 'promptfooconfig.yaml', Buffer.from(config))
  const dialog = page.getByRole('dialog', { name: 'Import as a new plan' })
  await expect(dialog.getByRole('list', { name: 'Not taken over' }).getByRole('listitem')).toHaveText([
    'Line 2: template filter “upper” not taken over',
    'Line 8: javascript assertion not taken over',
  ])
  await expect(dialog.getByRole('combobox', { name: 'Model for openai:chat:sandbox-fast' })).toHaveValue('sandbox-fast')
  await dialog.getByRole('combobox', { name: 'Model for vendor:unknown-model' }).selectOption('sandbox-plain')
  await expect(dialog.getByRole('combobox', { name: 'Take “checks” as' })).toHaveValue('checks')
  await expect(findViolations(page)).resolves.toEqual([])
  const before = await router.accepted()
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByRole('textbox', { name: 'Name of the plan' })).toHaveValue('Colours')
  await page.getByRole('button', { name: /^Run 4 cells/ }).click()
  await expect(cells(page, 'synthetic')).toHaveCount(4)
  expect((await router.accepted()) - before).toBe(4)
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a zip of images and a table becomes a chat about each; a row whose file is missing is not sent', async ({
  page,
  router,
}) => {
  const table = strToU8('image,topic\na.png,sea\nb.png,sky\ngone.png,sun\n')
  const zip = zipSync({ 'set/rows.csv': table, 'set/a.png': png, 'set/b.png': png })
  await page.goto('/lab')
  await choose(page, 'Import', 'set.zip', Buffer.from(zip))
  const dialog = page.getByRole('dialog', { name: 'Import as a new plan' })
  await expect(dialog.getByRole('combobox', { name: 'Take “image” as' })).toHaveValue('file')
  await dialog.getByRole('button', { name: 'Import 3 rows' }).click()
  await page.getByRole('combobox', { name: 'Models' }).fill('sandbox-fast')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No file for 1 row, not sent: gone.png')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'no file gone.png' })).toBeVisible()
  const before = await router.accepted()
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/responses'))
  await page.getByRole('button', { name: 'Run 2 cells' }).click()
  expect((await sent).postData()).toContain('"image_url":"data:image/png;base64,iVBOR')
  await expect(cells(page, 'synthetic')).toHaveCount(2)
  await expect(cells(page, 'No file')).toHaveCount(1)
  expect((await router.accepted()) - before).toBe(2)
})

test('the files of a dropped folder are rows', async ({ page }, testInfo) => {
  const folder = testInfo.outputPath('photos')
  mkdirSync(join(folder, 'more'), { recursive: true })
  for (const name of ['a.png', 'more/b.png', '.hidden']) writeFileSync(join(folder, name), png)
  await page.goto('/lab')
  const box = await page.getByRole('region', { name: 'All plans' }).boundingBox()
  // Only a drop of the browser's own has entries of a folder.
  const session = await page.context().newCDPSession(page)
  const at = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + (box?.height ?? 0) - 40 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      ...{ type, ...at },
      data: { items: [], files: [folder], dragOperationsMask: 1 },
    })
  const dialog = page.getByRole('dialog', { name: 'Import as a new plan' })
  await expect(dialog.getByRole('cell')).toHaveText(['a.png', 'more/b.png'])
})

test('selected runs are added to a plan as rows', async ({ page }) => {
  await page.goto('/lab')
  await page.getByRole('button', { name: /Two models, five questions/ }).click()
  await page.getByRole('button', { name: 'Run first row' }).click()
  await expect(cells(page, 'synthetic')).toHaveCount(2)
  await page.goto('/runs')
  await page.getByRole('listbox', { name: 'Runs' }).focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'Add to a test set' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to a test set' })
  await dialog.getByRole('button', { name: 'Add 2 rows' }).click()
  await expect(page.getByRole('tab', { name: 'Rows (2)' })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: /^Explain what a model router does/ })).toHaveCount(2)
})
