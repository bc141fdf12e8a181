import { expect, test } from 'vitest'
import { bodyKindOf } from './content-type.ts'

const kindOf = (type: string, accepted: readonly ('json' | 'multipart')[] = ['json']) =>
  bodyKindOf(new Headers(type === '' ? {} : { 'content-type': type }), accepted)

test.each([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
])('%s is JSON', (type) => expect(kindOf(type)).toBe('json'))

test.each([
  '',
  'text/plain',
  'text/plain; application/json',
  'application/json+evil',
  'application/jsonx',
  'application/json; charset=utf-16',
  'application/json, text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
])('"%s" is a 415 on a JSON route', (type) => {
  expect(() => kindOf(type)).toThrow(expect.objectContaining({ status: 415 }))
})

test('multipart needs a route that takes it; that it needs a boundary is told by who reads it', () => {
  expect(kindOf('multipart/form-data; boundary=x', ['json', 'multipart'])).toBe('multipart')
  expect(kindOf('multipart/form-data', ['json', 'multipart'])).toBe('multipart')
  expect(() => kindOf('multipart/form-data-x', ['json', 'multipart'])).toThrow('multipart/form-data')
})

test('a compressed body is a 415', () => {
  const headers = new Headers({ 'content-type': 'application/json', 'content-encoding': 'gzip' })
  expect(() => bodyKindOf(headers, ['json'])).toThrow(expect.objectContaining({ status: 415 }))
})
