import { expect, test } from 'vitest'
import { endpoints } from '../endpoints.ts'
import { pathOf } from './route.ts'

const content = endpoints['videos.content']

test.each([
  ['video_1', '/videos/video_1/content'],
  ['a/b', '/videos/a%2Fb/content'],
  ['a?b#c', '/videos/a%3Fb%23c/content'],
  ['50%', '/videos/50%25/content'],
  ['%2e%2e', '/videos/%252e%252e/content'],
  ['$&', '/videos/%24%26/content'],
  ['…', '/videos/%E2%80%A6/content'],
])('the id %s is encoded once', (id, path) => {
  expect(pathOf(content, { id })).toBe(path)
  expect(new URL(`http://host/v1${path}`).pathname).toBe(`/v1${path}`)
})

test.each([[{}], [{ id: '' }], [{ id: '.' }], [{ id: '..' }], [{ id: '\ud800' }]])(
  '%j is no parameter of a path',
  (params) => {
    expect(() => pathOf(content, params)).toThrow(RangeError)
  },
)

test('a path without parameters is what it is', () => {
  expect(pathOf(endpoints.responses)).toBe('/responses')
})
