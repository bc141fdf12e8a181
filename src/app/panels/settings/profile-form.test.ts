import { expect, test } from 'vitest'
import { readBaseUrl } from './profile-form.tsx'

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
    completed: 'http://localhost:11434/v1',
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
