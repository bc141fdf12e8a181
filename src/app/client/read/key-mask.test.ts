import { expect, test } from 'vitest'
import { createKeyMask } from './key-mask.ts'

const key = 'sk-canary/12+34"5'

test.each([
  ['as it is', key],
  ['as JSON', JSON.stringify({ key })],
  ['as JSON with escaped slashes', JSON.stringify({ key }).replaceAll('/', '\\/')],
  ['percent-encoded', `?key=${encodeURIComponent(key)}`],
  ['in base64', btoa(key)],
  ['in base64 behind “Bearer”', btoa(`Bearer ${key}`)],
  ['in base64 as a password', btoa(`me:${key}`)],
  ['in base64 as a user', btoa(`${key}:`)],
])('a key is hidden %s', (_, text) => {
  const hidden = createKeyMask(key).hide(`before ${text} after ${text}`)
  expect(hidden).toMatch(/^before .*\[key\].* after .*\[key\]/)
  expect(hidden).not.toContain('canary')
  expect(hidden).not.toContain(btoa(key).slice(4, -8))
})

test('nothing else is touched', () => {
  const text = 'sk-canary and sk-test and c2stY2FuYXJ5'
  expect(createKeyMask(key).hide(text)).toBe(text)
})

test.each(['', 'short', 'sk-1234', 'ключ-ключ-ключ', 'two\nlines-long'])(
  'the key %j is too short to hide, or never left the page',
  (odd) => {
    const mask = createKeyMask(odd)
    expect(mask).toMatchObject({ reach: 0 })
    expect(mask.hide(`a ${odd} b`)).toBe(`a ${odd} b`)
  },
)
