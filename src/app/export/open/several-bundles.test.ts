import { expect, test } from 'vitest'
import { together } from './import-bundles.ts'

test('one bundle speaks for itself', () => {
  expect(together([{ kind: 'done', words: '1 run imported.', first: 'a' }])).toEqual({
    ...{ kind: 'done', words: '1 run imported.', first: 'a' },
  })
})

test('of several each is told, a failure is no success, and the first run of all is opened', () => {
  const news = together([
    { kind: 'failed', words: 'It is damaged.' },
    { kind: 'done', words: '2 runs imported.', first: 'b' },
    { kind: 'done', words: '1 run imported.', first: 'c' },
  ])
  expect(news).toEqual({
    kind: 'failed',
    words: 'Bundle 1: It is damaged. Bundle 2: 2 runs imported. Bundle 3: 1 run imported.',
    first: 'b',
  })
})
