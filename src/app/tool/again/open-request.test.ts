import { expect, test } from 'vitest'
import { emptyResult } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { chatTool, generateTool, tools } from '../tools.ts'
import { openRun, openShared } from './open-request.ts'

function run(change: Partial<Run>): Run {
  return {
    ...{
      id: 'r',
      seq: 1,
      endpoint: 'responses',
      model: 'm',
      title: 'The title',
      status: 'completed',
      intent: 'i',
      log: [],
    },
    connection: { name: 'c', baseUrl: 'http://a/v1' },
    request: { model: 'm', temperature: 1, input: [{ type: 'message' }] },
    turn: [
      { type: 'function_call_output', output: 'x' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'one\ntwo' }] },
    ],
    result: emptyResult,
    saved: true,
    ...change,
  }
}

test('a later turn is edited as a branch of its conversation', () => {
  const edit = openRun(tools, run({ thread: 't', parent: 'p' }))
  expect(edit).toEqual({
    tool: chatTool,
    href: '/chat?thread=t&run=p',
    draft: { thread: 't', text: 'one\ntwo', request: { model: 'm', temperature: 1 } },
    leavesOut: false,
    pictures: [],
  })
})

test('the pictures of a message go with its words', () => {
  const sha256 = 'a'.repeat(64)
  const content = [
    { type: 'input_text', text: 'What is it?' },
    { type: 'input_image', image_url: `data:image/png;base64,sha256:${sha256}`, detail: 'low' },
    { type: 'input_image', image_url: 'https://a.test/a.png' },
  ]
  const edit = openRun(tools, run({ turn: [{ type: 'message', role: 'user', content }] }))
  expect(edit).toMatchObject({
    draft: { text: 'What is it?' },
    pictures: [{ sha256, detail: 'low' }],
  })
})

test('the first turn is edited in a conversation of its own', () => {
  const edit = openRun(tools, run({ thread: 't' }))
  expect(edit?.href).toMatch(/^\/chat\?thread=[0-9a-f-]{36}$/)
  expect(edit?.draft).toMatchObject({ text: 'one\ntwo' })
})

test('a damaged turn leaves the title, and a lost request or a foreign endpoint leaves nothing', () => {
  expect(openRun(tools, run({ turn: 7 }))?.draft).toMatchObject({ text: 'The title' })
  expect(openRun(tools, run({ request: undefined }))).toBeUndefined()
  expect(openRun(tools, run({ endpoint: 'videos.status' }))).toBeUndefined()
})

test('a request for pictures opens in their tool, one that brings pictures along does not', () => {
  const request = { model: 'm', prompt: 'A boat' }
  const asked = run({ endpoint: 'images.generations', request })
  expect(openRun(tools, asked)).toMatchObject({ tool: generateTool, href: '/images', draft: { request } })
  expect(openRun(tools, { ...asked, request: { ...request, images: ['data:,'] } })).toBeUndefined()
})

const drafted = (request: Record<string, unknown>) => openShared(tools, { endpoint: 'responses', request }, 't')

test('the last words of the person are the message, and all other fields the form', () => {
  const input = [
    { role: 'user', content: 'first' },
    { role: 'assistant', content: 'answer' },
    { role: 'user', content: [{ type: 'input_text', text: 'second' }, { type: 'input_image' }] },
  ]
  expect(drafted({ model: 'm', temperature: 0, input })).toMatchObject({
    tool: chatTool,
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

test('a route without a tool, and one whose tool needs the files of a run, have no draft', () => {
  expect(openShared(tools, { endpoint: 'videos.status', request: {} }, 't')).toBeUndefined()
  expect(openShared(tools, { endpoint: 'images.edits', request: {} }, 't')).toBeUndefined()
})

test('a request for pictures is the form of their tool, without the pictures it works on', () => {
  const form = { model: 'm', prompt: 'A boat' }
  const shared = { endpoint: 'images.generations', request: { ...form, mask: 'https://a.test/m.png' } } as const
  const draft = { tool: generateTool, href: '/images', draft: { request: form } }
  expect(openShared(tools, shared, 't')).toMatchObject({ ...draft, leavesOut: true })
  expect(openShared(tools, { ...shared, request: form }, 't')).toMatchObject({ ...draft, leavesOut: false })
})
