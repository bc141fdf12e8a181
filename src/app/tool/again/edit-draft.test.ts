import { expect, test } from 'vitest'
import { emptyResult } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { editDraft } from './edit-draft.ts'

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
  const edit = editDraft(run({ thread: 't', parent: 'p' }))
  expect(edit).toEqual({
    key: 'chat',
    href: '/chat?thread=t&run=p',
    draft: { thread: 't', text: 'one\ntwo', request: { model: 'm', temperature: 1 } },
    pictures: { run: 'r', all: [] },
  })
})

test('the pictures of a message go with its words', () => {
  const sha256 = 'a'.repeat(64)
  const content = [
    { type: 'input_text', text: 'What is it?' },
    { type: 'input_image', image_url: `data:image/png;base64,sha256:${sha256}`, detail: 'low' },
    { type: 'input_image', image_url: 'https://a.test/a.png' },
  ]
  const edit = editDraft(run({ turn: [{ type: 'message', role: 'user', content }] }))
  expect(edit).toMatchObject({
    draft: { text: 'What is it?' },
    pictures: { run: 'r', all: [{ sha256, detail: 'low' }] },
  })
})

test('the first turn is edited in a conversation of its own', () => {
  const edit = editDraft(run({ thread: 't' }))
  expect(edit?.href).toMatch(/^\/chat\?thread=[0-9a-f-]{36}$/)
  expect(edit?.draft).toMatchObject({ text: 'one\ntwo' })
})

test('a damaged turn leaves the title, and a lost request or a foreign endpoint leaves nothing', () => {
  expect(editDraft(run({ turn: 7 }))?.draft).toMatchObject({ text: 'The title' })
  expect(editDraft(run({ request: undefined }))).toBeUndefined()
  expect(editDraft(run({ endpoint: 'audio.music' }))).toBeUndefined()
})

test('a request for pictures opens in their tool, one that brings pictures along does not', () => {
  const request = { model: 'm', prompt: 'A boat' }
  const asked = run({ endpoint: 'images.generations', request })
  expect(editDraft(asked)).toEqual({ key: 'images.generate', href: '/images', draft: { request } })
  expect(editDraft({ ...asked, request: { ...request, images: ['data:,'] } })).toBeUndefined()
})
