import { expect, test } from 'vitest'
import { growingEnd, mayBecomeAddress } from './brackets.ts'

test.each([
  ['a', 'a'],
  ['a ', 'a'],
  ['a *', 'a '],
  ['a **b*', 'a **b'],
  ['a `', 'a '],
  ['a ~~', 'a '],
  ['a!', 'a'],
  ['a\\', 'a'],
  ['a\\\\', 'a\\\\'],
  ['a \\*', 'a \\*'],
  ['a \\**', 'a \\*'],
  ['a &', 'a '],
  ['a &am', 'a '],
  ['a &#3', 'a '],
  ['a &amp;', 'a &amp;'],
  ['a <', 'a '],
  ['a <b', 'a '],
  ['a < b', 'a < b'],
  ['a <b>', 'a <b>'],
  ['[a]', '[a'],
  ['[a](', '[a'],
  ['[a][', '[a'],
  ['a \\[b\\]', 'a \\[b\\]'],
])('%j, while it grows, is shown as %j at most', (text, shown) => {
  expect(text.slice(0, growingEnd(text))).toBe(shown)
})

test('what waits for longer than any mark is shown', () => {
  const text = `a <${'b'.repeat(1_000)}`
  expect(growingEnd(text)).toBe(text.length)
})

test.each(['(', '(https://a.test', '( <a b', '(a "b', "(a 'b' ", '(a (b', '(a\n"b"'])(
  '%j may become an address',
  (text) => {
    expect(mayBecomeAddress(text)).toBe(true)
  },
)

test.each(['', 'a', '(a b', '(<a\nb', '(a "b" c', '(a "b")c'])('%j may not', (text) => {
  expect(mayBecomeAddress(text)).toBe(false)
})
