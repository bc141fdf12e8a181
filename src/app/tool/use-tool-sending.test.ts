import { expect, test } from 'vitest'
import type { RunDraft } from '../run/run-draft.ts'
import { forSoMany } from './use-tool-sending.ts'

const draft: RunDraft = {
  ...{ endpoint: 'images.edits', model: 'm', title: 't', request: { prompt: 'p', n: 4 }, repeats: 'before' },
  connection: { name: 'c', baseUrl: 'http://a/v1', own: true },
}

test('the missing results of a run are asked for as a run of its own, as JSON where JSON was sent', () => {
  const { repeats, request, parts } = forSoMany(draft, 2)
  expect([repeats, request, parts]).toEqual([undefined, { prompt: 'p', n: 2 }, undefined])
})

test('those of a form are asked for by a form, with its files', () => {
  const file = { kind: 'file', name: 'image', file: { name: 'a.png', blob: new Blob(['a']) } } as const
  const text = (name: string, value: string) => ({ kind: 'text', name, value }) as const
  const parts = [text('prompt', 'p'), text('n', '4'), file]
  expect(forSoMany({ ...draft, request: undefined, parts }, 2)).toMatchObject({
    request: undefined,
    parts: [text('prompt', 'p'), text('n', '2'), file],
  })
})
