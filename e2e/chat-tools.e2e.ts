import { findViolations } from './find-violations.ts'
import { answer, expect, send, test } from './fixtures.ts'

const tool = (name: string, more: object = {}) => ({
  ...{ name, description: `Looks up the ${name.split('_')[1]}` },
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  ...more,
})
const mcp = {
  ...{ jsonrpc: '2.0', id: 1 },
  result: {
    tools: [tool('get_weather', { annotations: { readOnlyHint: true } }), tool('get_tides'), tool('get_news')],
  },
}

test('tools of an MCP server are imported, switched off, mended and sent', async ({ page }) => {
  const sent: { readonly tools: readonly { readonly name: string }[] }[] = []
  page.on('request', (request) => request.url().endsWith('/v1/responses') && sent.push(request.postDataJSON()))
  await page.goto('/chat?model=sandbox-fast')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('textbox', { name: /^Paste JSON/ }).fill(JSON.stringify(mcp))
  await expect(page.getByRole('list', { name: 'Notes' })).toHaveText('get_weather: annotations kept.')
  expect(await findViolations(page, { where: 'the import of tools' })).toEqual([])
  await page.getByRole('button', { name: 'Import 3 tools' }).click()
  const tools = page.getByRole('list', { name: 'Tools', exact: true })
  await expect(tools.getByRole('listitem')).toHaveCount(3)
  await tools.getByRole('checkbox', { name: 'get_tides' }).uncheck()

  await tools.getByRole('button', { name: 'Edit get_weather' }).click()
  const parameters = page.getByRole('textbox', { name: 'Parameters' })
  await parameters.click()
  await expect(parameters).toHaveAttribute('contenteditable', 'true')
  await parameters.fill('{ "type": "object",\n  "properties": { "town": { "type": "strng" } } }')
  await expect(page.getByRole('list', { name: 'Problems of parameters' })).toContainText('properties.town.type')
  await page.getByRole('button', { name: 'line 2, column 37' }).click()
  await expect(parameters).toBeFocused()
  expect(await findViolations(page, { where: 'the editor of a tool' })).toEqual([])
  await parameters.fill('["town"]')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(tools.getByRole('alert')).toHaveText('parameters must be an object.')
  await page.getByRole('textbox', { name: 'Message' }).fill('Use get_weather for "Lisbon"')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await expect(page.getByText('tools[0].parameters: must be an object.')).toBeVisible()
  expect(sent).toEqual([])

  await tools.getByRole('button', { name: 'Edit get_weather' }).click()
  await page.getByRole('button', { name: 'Make it an object' }).click()
  await page.getByText('Infer from example').click()
  await page.getByRole('textbox', { name: 'Example data' }).fill('{ "town": "Porto" }')
  await page.getByRole('button', { name: 'Replace schema' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await send(page, 'Use get_weather for "Lisbon"')
  await expect(answer(page).getByRole('region', { name: 'Tool call get_weather' })).toContainText('town')
  expect(sent.map((request) => request.tools.map(({ name }) => name))).toEqual([['get_weather', 'get_news']])
  expect(sent[0]?.tools[0]).toEqual({
    ...{ type: 'function', name: 'get_weather', description: 'Looks up the weather' },
    parameters: {
      type: 'object',
      properties: { town: { type: 'string' } },
      required: ['town'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
  })

  await page.reload()
  await expect(tools.getByRole('checkbox', { name: 'get_tides' })).not.toBeChecked()
  await expect(tools.getByRole('checkbox', { name: 'get_news' })).toBeChecked()
})
