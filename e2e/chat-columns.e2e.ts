import type { Page } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { expect, test } from './fixtures.ts'

const models = ['gen-5.4-pro', 'fault-cut', 'fault-429']

const column = (page: Page, number: number) => page.getByRole('listitem', { name: `Column ${number}`, exact: true })
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const paid = (page: Page): string[] => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/responses'))
      sent.push(String(request.postDataJSON().model))
  })
  return sent
}

async function addColumn(page: Page, model: string): Promise<void> {
  await page.getByRole('button', { name: 'Add column' }).click()
  const name = page.getByRole('combobox', { name: 'Model' })
  await expect(name).toBeFocused()
  await name.fill(model)
  await name.press('Enter')
}

test('one message goes to all columns, each with its own model, and what happens to one concerns it alone', async ({
  page,
}) => {
  const sent = paid(page)
  await page.goto('/chat')
  await box(page).fill('Write about routers. tokens: 60')
  await box(page).press('Enter')
  await expect(page.getByRole('article', { name: 'Assistant' }).getByText('Output')).toBeVisible()
  await addColumn(page, 'fault-cut')
  await addColumn(page, 'fault-429')
  await expect(page.getByRole('list', { name: 'Columns' }).getByRole('listitem', { name: /^Column/ })).toHaveCount(3)
  for (const [at, model] of models.entries()) await expect(column(page, at + 1)).toContainText(model)

  // The keys choose a column, and the form follows.
  await page.keyboard.press('Alt+1')
  await expect(column(page, 1)).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('gen-5.4-pro')
  await page.keyboard.press('Alt+2')
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Be brief.')
  await expect(column(page, 2).getByRole('list', { name: 'Differs from column 1' })).toContainText('Be brief.')

  await box(page).fill('Write about cables. tokens: 60')
  await expect(page.getByText(/^To all: 3 calls/)).toBeVisible()
  await box(page).press('Alt+Enter')
  await expect(column(page, 1).getByRole('article', { name: 'You' })).toHaveCount(2)
  await expect(column(page, 1).getByRole('article', { name: 'Assistant' }).last()).toContainText('Output')
  await expect(column(page, 2)).toContainText('interrupted')
  await expect(box(page)).toHaveValue('')
  // A column that was refused for want of capacity is tried again by a press alone.
  await expect(column(page, 3)).toContainText('429')
  await expect(page.getByRole('button', { name: 'Send it' })).toBeVisible()
  expect(sent.slice(1).toSorted()).toEqual(models.toSorted())
  await page.getByRole('button', { name: 'Discard' }).click()

  // A message to one column goes to that one.
  await page.keyboard.press('Alt+1')
  await box(page).fill('More. tokens: 40')
  await box(page).press('Enter')
  await expect(column(page, 1).getByRole('article', { name: 'You' })).toHaveCount(3)
  await expect(column(page, 2).getByRole('article', { name: 'You' })).toHaveCount(2)
  await expect(column(page, 1).getByRole('article', { name: 'Assistant' }).last()).toContainText('Output')
  expect(sent).toHaveLength(5)
  await expect(findViolations(page)).resolves.toEqual([])

  // Nothing of it is lost with the page, and nothing is sent again.
  await page.reload()
  await expect(column(page, 1).getByRole('article', { name: 'You' })).toHaveCount(3)
  await expect(column(page, 2).getByRole('list', { name: 'Differs from column 1' })).toContainText('Be brief.')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('tab', { name: /^2 fault-cut/ }).click()
  await expect(column(page, 2)).toContainText('interrupted')
  await expect(column(page, 1)).toHaveCount(0)
  await expect(findViolations(page)).resolves.toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  // One of them is gone on with, the others stay as branches, and are brought back.
  await page.getByRole('button', { name: 'Actions of column 2' }).click()
  await page.getByRole('menuitem', { name: 'Continue here' }).click()
  await expect(page.getByRole('list', { name: 'Columns' })).toHaveCount(0)
  await expect(page.getByText('2 of 3', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Continue all' }).click()
  await expect(column(page, 1).getByRole('article', { name: 'You' })).toHaveCount(3)
  await expect(column(page, 2)).toHaveAttribute('aria-current', 'true')
  expect(sent).toHaveLength(5)
})

test('answers of columns are compared blind: nothing in the page names a model until they are revealed', async ({
  page,
}) => {
  await page.goto('/chat')
  await expect(box(page)).toBeVisible()
  await addColumn(page, 'sandbox-fast')
  const names = ['gen-5.4-pro', 'sandbox-fast', 'cauri']
  await page.getByRole('button', { name: 'Compare blind' }).click()
  await box(page).fill('Write about cables. tokens: 60')
  await box(page).press('Enter')
  const answers = page.getByRole('listitem', { name: /^Answer \d$/ })
  await expect(answers).toHaveCount(2)
  const html = await page.evaluate(() => `${document.documentElement.outerHTML} ${document.title} ${location.href}`)
  const tree = await page.locator('body').ariaSnapshot()
  for (const name of names.slice(0, 2)) expect(`${html} ${tree}`).not.toContain(name)
  await expect(findViolations(page)).resolves.toEqual([])
  await page.getByRole('heading', { name: '1', exact: true }).click()
  await page.keyboard.press('2')
  await expect(page.getByText('Voted: answer 2 is best.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Voted: answer 2 is best.')).toBeVisible()
  await page.getByRole('button', { name: 'Reveal' }).click()
  for (const [at, name] of names.slice(0, 2).entries()) await expect(column(page, at + 1)).toContainText(name)
  await page.getByRole('button', { name: 'Differences' }).click()
  await expect(page.getByRole('dialog', { name: 'Answers to the last message' })).toBeVisible()
})
