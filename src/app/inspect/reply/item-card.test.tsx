import { expect, test } from 'vitest'
import { fieldsOfItem, statusOfItem, titleOfItem } from './item-card.tsx'

test('an item is named by its kind in words, an unknown one by its type, or by the field that it came in', () => {
  expect(titleOfItem({ type: 'web_search_call' })).toBe('Web search')
  expect(titleOfItem({ type: 'mcp_approval_request' })).toBe('MCP approval request')
  for (const type of ['fusion_call', 'constructor']) expect(titleOfItem({ type })).toBe(type)
  expect(titleOfItem({ executed_tools: [] })).toBe('executed_tools')
  expect(titleOfItem([{ type: 'reference' }, { type: 'reference' }])).toBe('reference')
  for (const odd of [null, 7, 'x', [], {}]) expect(titleOfItem(odd)).toBe('unnamed')
  expect(statusOfItem({ status: 'completed' })).toBe('completed')
  expect(statusOfItem({ status: 'in_progress' })).toBe('in progress')
  expect(statusOfItem([1])).toBeUndefined()
})

test('what can be read of it is told by its path, without ids and bytes', () => {
  const item = {
    type: 'web_search_call',
    id: 'ws_1',
    status: 'completed',
    action: { type: 'search', query: 'tea', sources: [{ type: 'url', url: 'https://a.test/' }] },
    tags: ['a', 'b'],
    result: 'iVBOR'.repeat(100),
    picture: `sha256:${'ab'.repeat(32)}`,
    cached: true,
    none: null,
  }
  expect(fieldsOfItem(item)).toEqual([
    ['action.type', 'search'],
    ['action.query', 'tea'],
    ['action.sources[0].type', 'url'],
    ['action.sources[0].url', 'https://a.test/'],
    ['tags', 'a, b'],
    ['cached', 'true'],
  ])
})

test('an item without an end, or without a bottom, is told in a few fields', () => {
  let deep: unknown = 'x'
  for (let depth = 0; depth < 10_000; depth += 1) deep = { deep }
  expect(fieldsOfItem(deep)).toEqual([])
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`k${at}`, 'x '.repeat(5000)]))
  const fields = fieldsOfItem(wide)
  expect(fields).toHaveLength(20)
  expect(fields[0]?.[1].length).toBeLessThan(1600)
})
