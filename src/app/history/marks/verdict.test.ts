import { expect, test } from 'vitest'
import { tagOn, verdictOn } from './verdict.tsx'

test('a verdict is given to all, and taken back where all have it', () => {
  expect(verdictOn([{ verdict: 'pass' }, {}], 'pass').verdict).toBe('pass')
  expect(verdictOn([{ verdict: 'pass' }, { verdict: 'fail' }], 'fail').verdict).toBe('fail')
  expect(verdictOn([{ verdict: 'fail' }, { verdict: 'fail' }], 'fail').verdict).toBeUndefined()
})

test('a tag is set on all, and taken away where all have it', () => {
  expect(tagOn([{ tags: ['a'] }, { tags: ['b'] }], 'a')).toMatchObject({ isSet: true })
  expect(tagOn([{ tags: ['a'] }, { tags: ['b', 'a'] }], 'a')).toMatchObject({ isSet: false })
})
