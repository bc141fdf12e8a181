import type { Page } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { chooseAction, expect, test } from './fixtures.ts'

const results = (page: Page) => page.getByRole('grid', { name: 'Results' })
const cells = (page: Page, text: string | RegExp) => results(page).getByRole('gridcell').filter({ hasText: text })

/** Sends what is not sent. The button is Stop while answers that were on their way are fetched, and ignores a press just after that. */
async function sendRest(page: Page, name: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name }).click({ timeout: 2_000 })
    await expect(cells(page, 'Not sent')).toHaveCount(0, { timeout: 3_000 })
  }).toPass()
}

test('the first row of a plan is sent, then the others, each once; a verdict counts at the foot', async ({
  page,
  router,
}) => {
  await page.goto('/lab')
  await page.getByRole('button', { name: /Two models, five questions/ }).click()
  const before = await router.accepted()
  await page.getByRole('button', { name: 'Run first row' }).click()
  await expect(cells(page, 'synthetic')).toHaveCount(2)
  await expect(cells(page, 'Not sent')).toHaveCount(8)
  await sendRest(page, 'Send the 8 not sent')
  await expect(cells(page, 'synthetic')).toHaveCount(10)
  expect((await router.accepted()) - before).toBe(10)

  await results(page).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('p')
  await expect(cells(page, 'passed 1 of 1 (21–100 %)')).toBeVisible()
  await page.keyboard.press('Enter')
  const cell = page.getByRole('region', { name: 'Cell' })
  await expect(cell.getByRole('heading', { name: /Row 2 · sandbox-fast/ })).toBeVisible()
  await expect(cell.getByRole('article', { name: 'Result' })).toContainText('token streaming')
  // The keys of the cell are heard after its note was left, too.
  await page.keyboard.press('n')
  await page.keyboard.type('short')
  await page.keyboard.press('Escape')
  await page.keyboard.press(']')
  await expect(cell.getByRole('heading', { name: /Row 3 · gen-5.4-pro/ })).toBeVisible()
  await page.keyboard.press('[')
  await expect(cell.getByRole('textbox', { name: 'Note' })).toHaveValue('short')
  await page.reload()
  await expect(cell.getByRole('heading', { name: /Row 2/ })).toBeVisible()
  await expect(cells(page, 'synthetic')).toHaveCount(10)
  expect((await router.accepted()) - before).toBe(10)

  // The runs are no conversations.
  await page.goto('/chat')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expect(page.getByText('Explain token streaming')).toHaveCount(0)
})

// `batch-queue.test.ts` kills the page of a plan, and sends the rest by a press.
test('a plan that is left while it is sent goes on by a press alone', { tag: '@soak' }, async ({ page, router }) => {
  await page.goto('/lab')
  await page.getByRole('button', { name: /Two models, five questions/ }).click()
  await page.getByRole('textbox', { name: 'At once, per model' }).fill('1')
  const before = await router.accepted()
  await page.getByRole('button', { name: /^Run 10 cells/ }).click()
  await expect.poll(async () => (await router.accepted()) - before).toBeGreaterThan(1)
  await page.reload()
  await expect(page.getByText(/\d cells? not sent/).first()).toBeVisible()
  // Before the models are listed no price is known, and the press would ask once more.
  await expect(page.getByRole('status').filter({ hasText: /2 models · about/ })).toBeVisible()
  await expect(cells(page, 'synthetic').first()).toBeVisible()
  const sent = (await router.accepted()) - before
  await sendRest(page, /^Send the \d not sent/)
  await expect(cells(page, 'Not sent')).toHaveCount(0)
  await expect(cells(page, 'Waiting')).toHaveCount(0)
  await expect(cells(page, 'Running')).toHaveCount(0)
  expect(sent).toBeLessThan(10)
  await expect.poll(async () => (await router.accepted()) - before).toBe(10)
})

// `results-grid.test.tsx` has the word, `places.test.ts` and `batch-queue.test.ts` what is sent.
test('a deleted run of a cell reads Deleted, is not sent again, and comes back with the undo', {
  tag: '@soak',
}, async ({ page, router }) => {
  await page.goto('/lab')
  await page.getByRole('button', { name: /Two models, five questions/ }).click()
  await page.getByRole('button', { name: 'Run first row' }).click()
  await expect(cells(page, 'synthetic')).toHaveCount(2)
  const other = await page.context().newPage()
  await other.goto('/runs')
  await other.getByRole('listbox', { name: 'Runs' }).getByRole('option').first().click()
  await chooseAction(other.getByRole('region', { name: 'Run', exact: true }), 'Delete')
  await expect(cells(page, 'Deleted')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Send the 8 not sent' })).toBeVisible()
  await other.getByRole('button', { name: 'Undo' }).click()
  await expect(cells(page, 'synthetic')).toHaveCount(2)
  await expect(cells(page, 'Deleted')).toHaveCount(0)
  await other.getByRole('listbox', { name: 'Runs' }).getByRole('option').first().click()
  await chooseAction(other.getByRole('region', { name: 'Run', exact: true }), 'Delete')
  await expect(cells(page, 'Deleted')).toHaveCount(1)
  const before = await router.accepted()
  await sendRest(page, 'Send the 8 not sent')
  await expect(cells(page, 'synthetic')).toHaveCount(9)
  expect((await router.accepted()) - before).toBe(8)
})

test('a tab that has the plan open learns of a version that another one has run, and follows it where nothing is edited', async ({
  page,
  router,
}) => {
  await page.goto('/lab')
  await page.getByRole('button', { name: /Two models, five questions/ }).click()
  await expect(page.getByRole('button', { name: /^Run 10 cells/ })).toBeEnabled()
  const other = await page.context().newPage()
  // What is stored comes 200 ms after it was changed.
  await expect(async () => {
    await other.goto(page.url())
    await expect(other.getByRole('button', { name: /^Run 10 cells/ })).toBeEnabled({ timeout: 2_000 })
  }).toPass()
  const before = await router.accepted()
  await page.getByRole('textbox', { name: 'Input' }).fill('Describe {{topic}}. tokens: 20')
  await page.getByRole('button', { name: 'Run first row' }).click()
  await expect(cells(page, 'synthetic')).toHaveCount(2)
  await expect(other.getByRole('button', { name: 'Send the 8 not sent' })).toBeVisible()
  await expect(other.getByRole('textbox', { name: 'Input' })).toHaveValue('Describe {{topic}}. tokens: 20')
  await other.getByRole('tab', { name: 'Results' }).click()
  await expect(cells(other, 'synthetic')).toHaveCount(2)
  await sendRest(other, 'Send the 8 not sent')
  await expect(cells(page, 'synthetic')).toHaveCount(10)
  expect((await router.accepted()) - before).toBe(10)

  // What is edited here stays, and nothing is sent by a press that did not know.
  await other.getByRole('textbox', { name: 'Input' }).fill('Another {{topic}}. tokens: 20')
  await page.getByRole('textbox', { name: 'Input' }).fill('Sum up {{topic}}. tokens: 20')
  await page.getByRole('button', { name: 'Run first row' }).click()
  await expect.poll(async () => (await router.accepted()) - before).toBe(12)
  await expect(other.getByRole('textbox', { name: 'Input' })).toHaveValue('Another {{topic}}. tokens: 20')
  await expect(other.getByRole('combobox', { name: 'Version' }).getByRole('option')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Version' }).getByRole('option')).toHaveCount(2)
})

test('checks pass and fail cells, list them by it, and are changed without sending; R runs a cell again after asking', async ({
  page,
  router,
}) => {
  await page.goto('/lab')
  await page.getByRole('button', { name: /Two models, five questions/ }).click()
  await page.getByRole('button', { name: 'Add a check' }).click()
  const check = page.getByRole('group', { name: 'Check 1' })
  await expect(check.getByText('Enter a value for “Contains”.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run first row' })).toBeDisabled()
  await check.getByRole('textbox', { name: 'Text of check 1' }).fill('{{topic}}')
  const before = await router.accepted()
  await page.getByRole('button', { name: /^Run 10 cells/ }).click()
  await expect(cells(page, '1 of 1 checks passed')).toHaveCount(10)
  await expect(cells(page, 'checks passed 5 of 5 (57–100 %)')).toHaveCount(2)
  expect((await router.accepted()) - before).toBe(10)

  await check.getByRole('textbox', { name: 'Text of check 1' }).fill('token streaming')
  await expect(cells(page, '0 of 1 checks passed')).toHaveCount(8)
  await page.getByRole('combobox', { name: 'Rows listed' }).selectOption('Passed checks')
  await expect(page.getByRole('status').filter({ hasText: '1 row' })).toBeVisible()
  await cells(page, '1 of 1 checks passed').first().click()
  const cell = page.getByRole('region', { name: 'Cell' })
  await expect(cell.getByRole('region', { name: 'Checks' })).toContainText('Passed · Contains “token streaming”')
  await check.getByRole('combobox', { name: 'Type of check 1' }).selectOption('Matches a regular expression')
  await check.getByRole('textbox').fill('^([^#]+)+#$')
  await expect(cell.getByRole('region', { name: 'Checks' })).toContainText('It took longer than 250 ms.')
  await expect(findViolations(page)).resolves.toEqual([])
  expect((await router.accepted()) - before).toBe(10)

  await cell.getByRole('button', { name: 'Run this cell again (R)' }).press('r')
  const question = page.getByRole('dialog', { name: 'Run this cell again?' })
  await expect(question).toContainText(/^Run this cell again\?Row 2 · \S+ It may be billed/)
  await question.getByRole('button', { name: 'Run again' }).click()
  await expect.poll(async () => (await router.accepted()) - before).toBe(11)
})

test('judges are asked by a press of their own; a later version is told apart from the pinned one, and a row stands side by side', async ({
  page,
  router,
}) => {
  const judge = { model: 'sandbox-fast', value: 'It says something of {{topic}}.' }
  const plan = {
    ...{ format: 'patchbay-plan', version: 1, name: 'Judged', tool: 'chat' },
    request: { input: 'Describe {{topic}}. tokens: 20' },
    axes: { models: ['sandbox-fast', 'sandbox-plain'] },
    rows: [{ topic: 'tides' }, { topic: 'rain' }],
    checks: [
      { type: 'llm-rubric', ...judge },
      { type: 'select-best', ...judge },
    ],
  }
  await page.goto('/lab')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const file = { name: 'plan.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(plan)) }
  await (await choosing).setFiles(file)
  await expect(page.getByText(/The judge is of the family of sandbox-fast, sandbox-plain/).first()).toBeVisible()
  const before = await router.accepted()
  await page.getByRole('button', { name: /^Run 4 cells/ }).click()
  await expect(cells(page, 'synthetic')).toHaveCount(4)
  const judges = page.getByRole('region', { name: 'Judges' })
  await expect(judges).toContainText('0 of 8 judgements')
  const other = await page.context().newPage()
  await other.goto(page.url())
  const elsewhere = other.getByRole('region', { name: 'Judges' })
  await expect(elsewhere).toContainText('0 of 8 judgements')
  expect((await router.accepted()) - before).toBe(4)
  await judges.getByRole('button', { name: 'Ask for 8 judgements' }).click()
  await expect(judges).toContainText('8 of 8 judgements')
  await expect(elsewhere).toContainText('8 of 8 judgements')
  await other.close()
  expect((await router.accepted()) - before).toBe(12)
  await expect(cells(page, /[01] of 1 checks passed/)).toHaveCount(4)
  await page.reload()
  await expect(judges).toContainText('8 of 8 judgements')
  await expect(cells(page, /[01] of 1 checks passed/)).toHaveCount(4)

  await page.getByRole('button', { name: 'Pin as baseline' }).click()
  await page.getByRole('textbox', { name: 'Input' }).fill('Explain {{topic}}. tokens: 20')
  await expect(async () => {
    await page.getByRole('button', { name: /^Run 4 cells/ }).click({ timeout: 2_000 })
    await expect(page.getByText(/Against the baseline: \d newly failed/)).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(cells(page, 'synthetic')).toHaveCount(4)
  await expect(judges).toContainText('0 of 8 judgements')
  await cells(page, 'synthetic').first().click()
  const cell = page.getByRole('region', { name: 'Cell' })
  await cell.getByRole('button', { name: 'Compare with the baseline' }).click()
  const parameters = page.getByRole('region', { name: 'Parameters' })
  await expect(parameters.getByRole('row', { name: /input.*Describe tides.*Explain tides/ })).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await cell.getByRole('button', { name: 'Compare the row' }).click()
  await expect(parameters.getByRole('row', { name: /model.*sandbox-fast.*sandbox-plain/ })).toBeVisible()
  await expect(findViolations(page)).resolves.toEqual([])
  expect((await router.accepted()) - before).toBe(16)
})
