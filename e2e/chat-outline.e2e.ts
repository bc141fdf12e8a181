import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { chooseAction, expect, send, test } from './fixtures.ts'

const conversations = (page: Page) => page.getByRole('complementary', { name: 'Conversations' })
const tree = (page: Page) => page.getByRole('dialog', { name: 'Outline' }).getByRole('tree', { name: 'Messages' })
const active = (page: Page) => tree(page).getByRole('treeitem', { selected: true })
const messages = (page: Page) => page.getByRole('log').getByRole('article', { name: 'You' })

/** A run that was exported, as often as there are names, each after the one that it names as its parent. */
async function runsLike(page: Page, links: readonly (readonly [id: string, parent?: string])[]): Promise<string> {
  await page.goto('/chat')
  await send(page, 'First. tokens: 5')
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  const downloading = page.waitForEvent('download')
  await chooseAction(conversations(page), 'Export as JSON', 'Actions for First. tokens: 5')
  const file = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  const [like] = file.runs
  const runs = links.map(([id, parent], at) => ({
    ...like,
    run: {
      ...{ ...like.run, id, parent, thread: 'outline', title: `Message ${id}` },
      ...{ turn: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: `Message ${id}` }] }] },
      log: like.run.log.map(({ at: start, ...step }: { at: number }) => ({ ...step, at: start + at })),
    },
  }))
  return JSON.stringify({ ...file, runs }, null, 2)
}

async function importText(page: Page, text: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import conversations' }).click()
  await (await choosing).setFiles({ name: 'torn.json', mimeType: 'application/json', buffer: Buffer.from(text) })
}

test('a torn conversation keeps its whole runs; T lists all of them, and Enter leads to any', async ({ page }) => {
  const links = [
    ['a'],
    ['b', 'a'],
    ['c', 'b'],
    ['d', 'b'],
    ['orphan', 'gone'],
    ['after', 'orphan'],
    ['torn', 'd'],
  ] as const
  const text = await runsLike(page, links)
  await importText(page, text.slice(0, text.indexOf('"torn"') + 100))
  await expect(conversations(page)).toContainText(
    /6 runs imported\. The file is cut off or damaged\. 1 run could not be read: line [\d,]+\./,
  )
  await expect(messages(page)).toHaveText(['Message orphan', 'Message after'])

  await page.getByRole('log').focus()
  await page.keyboard.press('t')
  await expect(tree(page)).toBeFocused()
  await expect(page.getByRole('dialog')).toContainText('6 messages in 3 branches')
  await expect(active(page)).toContainText('Message after, shown')
  await expect(tree(page).getByRole('treeitem', { name: /^Not connected: 2 messages/ })).toHaveAttribute(
    'aria-level',
    '1',
  )
  await page.keyboard.press('Home')
  await expect(active(page)).toContainText('Message a')
  for (const [key, name, level] of [
    ['ArrowDown', 'Message b', '1'],
    ['ArrowRight', /Message c\s*Branch 1 of 2/, '2'],
    ['ArrowDown', /Message d\s*Branch 2 of 2/, '2'],
    ['ArrowLeft', 'Message b', '1'],
    ['End', 'Message after', '2'],
    ['m', 'Message a', '1'],
    ['ArrowDown', 'Message b', '1'],
    ['ArrowDown', 'Message c', '2'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(active(page)).toContainText(name)
    await expect(active(page)).toHaveAttribute('aria-level', level)
  }
  await page.keyboard.press('Escape')
  await expect(tree(page)).toBeHidden()
  await expect(messages(page)).toHaveText(['Message orphan', 'Message after'])

  await page.getByRole('button', { name: 'Outline' }).click()
  await tree(page)
    .getByRole('treeitem', { name: /Message c/ })
    .click()
  await expect(messages(page)).toHaveText(['Message a', 'Message b', /Message c$/])
  await page.keyboard.press('t')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(messages(page)).toHaveText(['Message orphan', 'Message after'])
  await expect(messages(page).first()).toBeInViewport()

  await chooseAction(conversations(page), 'Delete', 'Actions for Message a')
  await expect(conversations(page)).toContainText('Deleted “Message a”: 6 messages in 3 branches')
})
