import { expect, test } from 'vitest'
import { testRouter } from '../testing/test-router.ts'
import { curlOf, fieldRows } from './docs-page.ts'
import { description } from './openapi.ts'

const { get } = testRouter()
const page = async () => (await get('/docs', { headers: { authorization: '' } })).text()

test('the page has every operation with its call, its own addresses alone, and no script', async () => {
  const html = await page()
  for (const [path, operations] of Object.entries(description().paths))
    for (const [method, { operationId }] of Object.entries(operations)) {
      expect(html).toContain(`id="${operationId}"`)
      expect(html).toContain(`<b class="${method}">${method.toUpperCase()}</b> <code>${path}</code>`)
    }
  expect(html).toContain('export OPENAI_BASE_URL=http://127.0.0.1:8787/v1')
  expect(html).not.toMatch(/<script|style=|\[object|undefined/)
  const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = '']) => address)
  expect(addresses.filter((address) => !/^[#/]/.test(address))).toEqual([])
  const missing = addresses.filter((one) => one.startsWith('#') && !html.includes(`id="${one.slice(1)}"`))
  expect(missing).toEqual([])
})

test('a form is sent by its parts, JSON with its quotes kept from the shell', () => {
  const { paths } = description()
  const edits = paths['/v1/images/edits']?.post
  expect(edits && curlOf('post', '/v1/images/edits', edits)).toContain(`-F 'image[]=@file'`)
  const example = { summary: 'x', value: { input: `it's` } }
  const content = { 'application/json': { schema: {}, examples: { x: example } } }
  const text = edits && curlOf('post', '/v1/responses', { ...edits, requestBody: { required: true, content } })
  expect(text).toContain(`"input": "it'\\''s"`)
})

test('fields are listed with their type, their bounds and the fields inside them', () => {
  const schema = description().components.schemas.ResponsesRequest ?? {}
  const rows = new Map(fieldRows(schema).map((row) => [row.path, row]))
  expect(rows.get('model')).toMatchObject({ type: 'string', required: true })
  expect(rows.get('top_logprobs')).toMatchObject({ type: 'integer or null', allowed: '0 to 20' })
  expect(rows.get('input')?.type).toBe('string or array of object')
  expect(rows.get('reasoning.effort')?.known).toContain('high')
})
