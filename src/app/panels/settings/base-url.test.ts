import { expect, test } from 'vitest'
import { readBaseUrl } from './base-url.ts'

test.each([
  ['https://router.example/v1', 'https://router.example/v1'],
  ['https://router.example/v1///', 'https://router.example/v1'],
  ['  http://127.0.0.1:8787/v1 ', 'http://127.0.0.1:8787/v1'],
  ['https://router.example/api/v1beta', 'https://router.example/api/v1beta'],
])('%s is taken as %s', (typed, url) => {
  expect(readBaseUrl(typed)).toEqual({ kind: 'fine', url })
})

test('an address without /v1 is usable and the completion is offered', () => {
  expect(readBaseUrl('http://localhost:11434/')).toEqual({
    kind: 'offer',
    url: 'http://localhost:11434',
    offer: 'http://localhost:11434/v1',
    why: 'Usually ends in /v1.',
  })
})

test.each([
  '',
  'router.example/v1',
  'javascript:alert(1)',
  'file:///etc/v1',
  'https://user:secret@router.example/v1',
  'https://router.example/v1?key=secret',
  'https://router.example/v1#key',
])('%j is refused with a reason', (typed) => {
  expect(readBaseUrl(typed)).toMatchObject({ kind: 'bad', why: expect.stringContaining(' ') })
})

test.each([
  ['https://api.example/v1/chat/completions', 'https://api.example/v1'],
  ['https://api.example/v1/responses/', 'https://api.example/v1'],
  ['https://api.example/v1/models?limit=5', 'https://api.example/v1'],
  ['https://api.example/v1/models/gpt-5', 'https://api.example/v1'],
  ['https://api.example/v1/audio/speech#usage', 'https://api.example/v1'],
  ['https://api.example/api/v3/images/generations', 'https://api.example/api/v3'],
  ['https://api.example/v1beta/openai/chat/completions', 'https://api.example/v1beta/openai'],
  ['https://api.example/models/v1/chat/completions', 'https://api.example/models/v1'],
  ['https://api.example/chat/completions', 'https://api.example'],
  [
    'https://host.example/openai/deployments/x/chat/completions?api-version=1',
    'https://host.example/openai/deployments/x',
  ],
])('of the endpoint %s the base is offered', (typed, offer) => {
  expect(readBaseUrl(typed)).toMatchObject({ offer })
})
