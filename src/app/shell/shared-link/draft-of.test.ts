import { expect, test } from 'vitest'
import { draftOf } from './draft-of.ts'

const drafted = (request: Record<string, unknown>) => draftOf({ endpoint: 'responses', request }, 't')

test('the last words of the person are the message, and all other fields the form', () => {
  const input = [
    { role: 'user', content: 'first' },
    { role: 'assistant', content: 'answer' },
    { role: 'user', content: [{ type: 'input_text', text: 'second' }, { type: 'input_image' }] },
  ]
  expect(drafted({ model: 'm', temperature: 0, input })).toEqual({
    key: 'chat',
    href: '/chat?thread=t',
    draft: { thread: 't', text: 'second\n', request: { model: 'm', temperature: 0 } },
    leavesOut: true,
  })
})

test.each([
  ['text', { input: 'hello' }, 'hello'],
  ['messages', { messages: [{ role: 'user', content: 'hello' }] }, 'hello'],
  ['nothing', {}, ''],
  ['a number', { input: 4 }, ''],
  ['items that are none', { input: [null, 'a'] }, ''],
])('input may be %s', (_what, request, text) => {
  expect(drafted(request)).toMatchObject({ draft: { text }, leavesOut: false })
})

test('a route without a panel has no draft', () => {
  expect(draftOf({ endpoint: 'audio.music', request: {} }, 't')).toBeUndefined()
})

test('a request for pictures is the form of their tool, without the pictures it works on', () => {
  const form = { model: 'm', prompt: 'A boat' }
  const shared = { endpoint: 'images.generations', request: { ...form, mask: 'https://a.test/m.png' } } as const
  const draft = { key: 'images.generate', href: '/images', draft: { request: form } }
  expect(draftOf(shared, 't')).toEqual({ ...draft, leavesOut: true })
  expect(draftOf({ ...shared, request: form }, 't')).toEqual({ ...draft, leavesOut: false })
})
