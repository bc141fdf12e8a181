import { expect, test } from 'vitest'
import { loadParser } from '../json/parse-typed.ts'
import { readJson, readNumber, readText } from './form-values.ts'

test.each([
  ['0', 0],
  ['-1.5', -1.5],
  ['.5', 0.5],
  ['1.', 1],
  ['1e3', 1000],
  [' 0.70 ', 0.7],
])('%j is the number %d', (text, value) => {
  expect(readNumber(text)).toEqual({ kind: 'value', value })
})

test.each(['-', '1e', 'abc', '0x10', '1 2', 'NaN', 'Infinity', '1e999', '0,7'])(
  '%j is no number and says so',
  (text) => {
    expect(readNumber(text)).toMatchObject({ kind: 'unreadable' })
  },
)

test('an empty box is not sent', () => {
  for (const read of [readText, readNumber, readJson]) expect(read('')).toEqual({ kind: 'unset' })
})

test('JSON that cannot be read says where', async () => {
  await loadParser()
  expect(readJson('{"a": 1,}')).toEqual({ kind: 'unreadable', why: 'Extra comma at line 1, column 9' })
  expect(readJson('0')).toEqual({ kind: 'value', value: 0 })
})
