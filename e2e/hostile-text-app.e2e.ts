import type { Page } from '@playwright/test'
import { seed } from '../src/testing/seed.ts'
import { startFaultServer } from './fault-server.ts'
import { answer, chooseAction, chooseModel, path, saveConnection, send } from './fixtures.ts'
import { failing, hostileFaults, joined, lastWords, modelList } from './hostile-text/hostile-router.ts'
import { expect, expectNoDeeds, test } from './hostile-text/hostile-test.ts'
import { allItems, type Item } from './hostile-text/items.ts'
import { watchElements } from './hostile-text/watch-page.ts'
import { inBatches, sample } from './sample.ts'

test.use({ trace: 'off' })
test.setTimeout(120_000)

async function connect(page: Page, router: { readonly url: string; readonly key: string }, name: string) {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Base URL' }).fill(router.url)
  await page.getByLabel('Key', { exact: true }).fill(router.key)
  // Else it is gone with the first reload.
  await page.getByRole('checkbox', { name: 'Remember on this device' }).check()
  await saveConnection(page)
  await page.getByRole('list', { name: 'Connections' }).getByRole('radio').last().check()
}

/** Opens whatever is folded. */
const unfold = (page: Page) =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true
  })

async function listModels(page: Page, count: number): Promise<void> {
  await page.getByRole('link', { name: 'Models' }).click()
  await expect(page.getByText(`${count} of ${count} models`)).toBeVisible()
  const more = page.getByRole('button', { name: /^Show \d+ more$/ })
  while (await more.isVisible()) await more.click()
  await expect(page.getByRole('list', { name: 'Models' }).getByRole('listitem')).toHaveCount(count)
  await unfold(page)
  await page.getByRole('link', { name: 'Chat' }).click()
  await page.getByRole('combobox', { name: 'Model' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
}

async function converse(page: Page, items: readonly Item[]): Promise<void> {
  const all = joined(items)
  await chooseModel(page, 'answers')
  await page.getByRole('textbox', { name: 'Instructions' }).fill(all)
  await send(page, all)
  await expect(path(page)).toHaveAccessibleName('Path of this run: completed')
  await expect(answer(page)).toContainText(lastWords)
  await unfold(page)
  await chooseAction(answer(page), 'Show raw text')
  await chooseAction(answer(page), 'Show raw text')
  for (const box of (await page.getByRole('textbox', { name: /^Result of/ }).all()).slice(0, 3)) await box.fill(all)
  await send(page, lastWords)
  await expect(page.getByRole('article', { name: 'Assistant' })).toHaveCount(2)
  await expect(path(page)).toHaveAccessibleName('Path of this run: completed')
  await unfold(page)
  // From the history, the same answers are drawn whole.
  await page.reload()
  await expect(answer(page)).toContainText(lastWords)
  await unfold(page)
}

async function fail(page: Page, items: readonly Item[]): Promise<void> {
  for (const [model, word] of failing) {
    await page.getByRole('button', { name: 'New conversation' }).click()
    await chooseModel(page, model)
    await send(page, `${model}: ${items[0]?.text}`)
    await expect(path(page)).toHaveAccessibleName(`Path of this run: ${word}`)
    await unfold(page)
  }
}

/** A run that is still open on another branch is named by what was asked. */
async function leaveOpen(page: Page, items: readonly Item[]): Promise<void> {
  await page.getByRole('button', { name: 'New conversation' }).click()
  await chooseModel(page, 'never-ends')
  await send(page, joined(items))
  await page.getByRole('button', { name: 'Edit message' }).click()
  await page.getByRole('textbox', { name: 'Edited message' }).fill('Another branch')
  await page.getByRole('button', { name: 'Send edited message' }).click()
  await expect(page.getByText('An answer on another branch is still streaming')).toBeVisible()
  await page.getByRole('button', { name: 'Stop other branch' }).click()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
}

const batches = inBatches(sample(allItems, 20), 60)

for (const [at, items] of batches.entries())
  test(`no text does anything wherever the app shows it, heap ${at + 1} of ${batches.length} (SEED=${seed})`, async ({
    watched: { page, deeds },
  }) => {
    const router = await startFaultServer(() => modelList(items), hostileFaults(items))
    await page.context().addInitScript(watchElements, '.reading')
    const steps = {
      'connection name': () => connect(page, router, items.map(({ text }) => text).join(' ')),
      'list of models': () => listModels(page, items.length),
      'prompt, instructions, answer, reasoning, tools, ids': () => converse(page, items),
      errors: () => fail(page, items),
      'title of an open run': () => leaveOpen(page, items),
      'address of the page': async () => {
        for (const { text } of items.slice(0, 3)) await page.goto(`/chat?${new URLSearchParams({ model: text })}`)
        await expect(page.getByRole('combobox', { name: 'Model' })).toBeVisible()
      },
    }
    for (const [sink, step] of Object.entries(steps)) {
      await step()
      expectNoDeeds(deeds, `${sink}, ${items[0]?.name} … ${items.at(-1)?.name}`)
    }
    await router.close()
  })
