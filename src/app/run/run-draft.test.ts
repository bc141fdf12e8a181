import { expect, test } from 'vitest'
import { type RunDraft, withFields } from './run-draft.ts'

const draft: RunDraft = {
  ...{
    endpoint: 'images.edits',
    tool: 'images.edit',
    model: 'm',
    title: 't',
    request: { prompt: 'p', n: 4 },
    repeats: 'before',
  },
  connection: { name: 'c', baseUrl: 'http://a/v1', own: true },
}

test('the missing results of a run are asked for as a run of its own, as JSON where JSON was sent', () => {
  const { repeats, request, parts } = withFields(draft, { n: 2 })
  expect([repeats, request, parts]).toEqual([undefined, { prompt: 'p', n: 2 }, undefined])
})

test('those of a form are asked for by a form, with its files', () => {
  const file = { kind: 'file', name: 'image', file: { name: 'a.png', blob: new Blob(['a']) } } as const
  const text = (name: string, value: string) => ({ kind: 'text', name, value }) as const
  const parts = [text('prompt', 'p'), text('n', '4'), file]
  expect(withFields({ ...draft, request: undefined, parts }, { n: 2 })).toMatchObject({
    request: undefined,
    parts: [text('prompt', 'p'), text('n', '2'), file],
  })
})

test('a field with several values is a part each, in place of those that were sent, and one without a value is left out', () => {
  const file = { kind: 'file', name: 'file', file: { name: 'a.wav', blob: new Blob(['a']) } } as const
  const text = (name: string, value: string) => ({ kind: 'text', name, value }) as const
  const parts = [text('model', 'm'), text('stream', 'true'), text('times[]', 'word'), file]
  const fields = { format: 'verbose_json', times: ['word', 'segment'], stream: undefined }
  expect(withFields({ ...draft, request: undefined, parts }, fields).parts).toEqual([
    ...[text('model', 'm'), text('format', 'verbose_json'), text('times[]', 'word'), text('times[]', 'segment')],
    file,
  ])
  expect(withFields({ ...draft, request: { model: 'm', stream: true } }, fields).request).toEqual({
    ...{ model: 'm', format: 'verbose_json', times: ['word', 'segment'] },
  })
})
