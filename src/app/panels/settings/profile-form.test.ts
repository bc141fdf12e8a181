import { expect, test } from 'vitest'
import { readHeaderRows } from './profile-form.tsx'

test('headers are trimmed, and empty rows are left out', () => {
  const rows = [
    { name: ' x-portkey-provider ', value: ' openai ' },
    { name: '', value: '' },
  ]
  expect(readHeaderRows(rows)).toEqual([{ name: 'x-portkey-provider', value: 'openai' }])
  expect(readHeaderRows([])).toEqual([])
})

test.each([
  ['x key', 'v', /not a valid header name/],
  ['', 'v', /not a valid header name/],
  ['x\r\ny', 'v', /not a valid header name/],
  ['Authorization', 'Bearer x', /own field/],
  ['Cookie', 'a=b', /cannot be set/],
  ['content-type', 'text/plain', /cannot be set/],
  ['Sec-Fetch-Site', 'same-origin', /cannot be set/],
  ['x-a', '', /Enter the value/],
  ['x-a', 'a\nb', /characters/],
  ['x-a', '日本', /characters/],
])('%j with the value %j is refused', (name, value, why) => {
  expect(readHeaderRows([{ name, value }])).toMatch(why)
})

test('a name that is there twice is refused', () => {
  const twice = [
    { name: 'x-a', value: '1' },
    { name: 'X-A', value: '2' },
  ]
  expect(readHeaderRows(twice)).toBe('X-A is listed twice.')
})
