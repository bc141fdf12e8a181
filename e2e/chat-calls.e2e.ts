import type { Page } from '@playwright/test'
import { completed, delta, type Fault, startFaultServer, startSink, stream } from './fault-server.ts'
import { answer, chooseModel, connectTo, expect, send, test } from './fixtures.ts'

const weather = {
  type: 'function',
  name: 'get_weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  output_schema: { type: 'object', properties: { city: { type: 'string' }, degrees: { type: 'number' } } },
}

async function askWith(page: Page, request: object, words: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Request JSON' })
  if (!(await box.isVisible())) await page.getByRole('button', { name: 'JSON', exact: true }).click()
  await box.fill(JSON.stringify({ stream: true, ...request }))
  await send(page, words)
}

const call = (page: Page) => answer(page).getByRole('region', { name: 'Tool call get_weather' })
const result = (page: Page) => call(page).getByRole('textbox', { name: /^(Result of|Error from) get_weather$/ })

async function mock(page: Page, source: string): Promise<void> {
  const box = call(page).getByRole('textbox', { name: 'Mock of get_weather' })
  if (!(await box.isVisible())) await call(page).getByText(/^Mock/).click()
  await box.fill(source)
  await call(page).getByRole('button', { name: 'Run mock' }).click()
}

test('a call is answered in a form, by an earlier answer and by a mock, which reaches nothing and cannot freeze the page', async ({
  page,
  trouble,
}) => {
  await page.goto('/chat')
  const request = { model: 'sandbox-fast', tools: [weather] }
  await askWith(page, request, 'What is the weather in Lisbon today?')
  await expect(call(page).getByText('Matches the parameters of the tool.')).toBeVisible()
  await call(page).getByRole('tab', { name: 'Form' }).click()
  await call(page).getByRole('textbox', { name: 'degrees' }).fill('21')
  await call(page).getByRole('tab', { name: 'JSON' }).click()
  await expect(result(page)).toHaveValue('{\n  "degrees": 21\n}')
  await call(page).getByRole('checkbox', { name: 'Same answer next time' }).check()
  await call(page).getByRole('button', { name: 'Return results' }).click()
  await expect(answer(page)).toContainText('"degrees": 21')

  await page.getByRole('button', { name: 'New conversation' }).click()
  await askWith(page, request, 'What is the weather in Lisbon today?')
  await expect(result(page)).toHaveValue('{\n  "degrees": 21\n}')
  await expect(call(page)).toContainText('Filled in from an earlier answer.')
  await page.getByRole('button', { name: 'Remembered answers' }).click()
  await page.getByRole('button', { name: 'Forget answer for get_weather' }).click()
  await expect(page.getByText('None yet.')).toBeVisible()
  await page.keyboard.press('Escape')

  await mock(page, 'return { city: args.city, degrees: 17 }')
  await expect(result(page)).toHaveValue('{"city":"Lisbon","degrees":17}')
  await mock(page, 'throw new Error("no such city")')
  await expect(result(page)).toHaveValue('Error: no such city')
  await expect(call(page).getByRole('checkbox', { name: 'Return as an error' })).toBeChecked()
  await mock(page, 'while (true);')
  // The page goes on while the mock loops.
  await page.getByRole('textbox', { name: 'Message' }).fill('still here')
  await expect(result(page)).toHaveValue('The mock did not return within 1 s.')
  await mock(page, 'return "x".repeat(300000)')
  await expect(result(page)).toHaveValue('The result of the mock is larger than 256 kB.')

  const sink = await startSink()
  const nowhere = `127.0.0.1:${sink.port}`
  trouble.length = 0
  await mock(
    page,
    `const tries = [
      () => fetch('http://${nowhere}/'),
      () => importScripts('http://${nowhere}/a.js'),
      () => import('http://${nowhere}/a.js'),
      () => new Promise((_, fail) => { new WebSocket('ws://${nowhere}/').onerror = fail }),
      () => new Promise((_, fail) => { indexedDB.open('patchbay').onerror = fail }),
    ]
    const failed = await Promise.allSettled(tries.map(async (attempt) => attempt()))
    return [self.origin, typeof document, typeof localStorage, ...failed.map(({ status }) => status)].join(' ')`,
  )
  await expect(result(page)).toHaveValue('null undefined undefined rejected rejected rejected rejected rejected')
  expect(sink.visits()).toBe(0)
  sink.close()
  expect(trouble.every((said) => said.includes('Content Security Policy'))).toBe(true)
  trouble.length = 0
})

/** Calls the tool again, whatever it is given. */
const insisting: Fault = (reply) => {
  const item = {
    ...{ type: 'function_call', id: 'fc_1', call_id: `call_${Math.random()}`, name: 'get_weather' },
    ...{ arguments: '{"city":"Lisbon"}', status: 'completed' },
  }
  reply.writeHead(200, { 'content-type': 'text/event-stream' })
  reply.end(`data: ${JSON.stringify({ type: 'response.output_item.done', output_index: 0, item })}\n\n${completed()}`)
}

/** Calls the tool once more, and is content with its second result. */
function twice(): Fault {
  let asked = 0
  return (reply) => {
    asked += 1
    if (asked < 3) return insisting(reply)
    return stream(delta('Sunny.'), completed())(reply)
  }
}

test('results go back by themselves by the switch alone, at most eight times in a row, and never after a reload', async ({
  page,
}) => {
  const router = await startFaultServer(
    () => '{"object":"list","data":[{"id":"insisting"},{"id":"twice"},{"id":"twice-too"}]}',
    new Map([
      ['insisting', insisting],
      ['twice', twice()],
      ['twice-too', twice()],
    ]),
  )
  const asked = () => router.sent.get('insisting')
  await connectTo(page, router)
  await page.getByRole('link', { name: 'Chat' }).first().click()
  await askWith(page, { model: 'insisting', tools: [weather] }, 'Weather?')
  await mock(page, 'return 21')
  await expect(result(page)).toHaveValue('21')
  const returns = page.getByRole('checkbox', { name: 'Return results automatically' })
  await expect(returns).not.toBeChecked()
  expect(asked()).toBe(1)
  await returns.check()
  await expect(page.getByText('Stopped after 8 rounds without a press.')).toBeVisible({ timeout: 60_000 })
  await expect(result(page)).toHaveValue('21')
  expect(asked()).toBe(9)

  await page.reload()
  await expect(returns).toBeChecked()
  await expect(result(page)).toHaveValue('21')
  await page.waitForTimeout(1000)
  expect(asked()).toBe(9)

  // Each column goes on by itself, whichever is in use.
  await page.getByRole('textbox', { name: /^Key for Faults/ }).fill(router.key)
  await page.getByRole('button', { name: 'Use key' }).click()
  await page.getByRole('button', { name: 'Add column' }).click()
  await expect(page.getByRole('listitem', { name: 'Column 2', exact: true })).toBeVisible()
  await chooseModel(page, 'twice')
  await page.keyboard.press('Alt+1')
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('insisting')
  await chooseModel(page, 'twice-too')
  await page.getByRole('textbox', { name: 'Message' }).fill('And now?')
  await page.keyboard.press('Alt+Enter')
  for (const number of [1, 2]) {
    await expect(page.getByRole('listitem', { name: `Column ${number}`, exact: true })).toContainText('Sunny.')
    await expect(page.getByText(`Column ${number}: Round 2 of 8`)).toBeVisible()
  }
  expect(['insisting', 'twice', 'twice-too'].map((model) => router.sent.get(model))).toEqual([9, 3, 3])
  await router.close()
})
