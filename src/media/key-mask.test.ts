import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../testing/seed.ts'
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
    expect(mask.hide(`a ${odd} b`)).toBe(`a ${odd} b`)
    expect(mask.watch().completes(`a ${odd} b`)).toBe(false)
  },
)

test('a key without capitals is hidden, also where its neighbours are the same letters', () => {
  expect(createKeyMask('aaaa-bbbb-cccc').hide('aaaaaa-bbbb-cccccc')).toBe('aa[key]cc')
})

test('a key that comes in pieces is found with the piece that completes it, whatever the pieces and whatever is around', () => {
  const forms = [
    key,
    JSON.stringify(key).slice(1, -1),
    encodeURIComponent(key),
    btoa(`Bearer ${key}`),
    btoa(`a:${key}`),
  ]
  const around = fc.string({ maxLength: 3000 })
  const cuts = fc.array(fc.nat(), { maxLength: 30 })
  fc.assert(
    fc.property(around, fc.constantFrom(...forms), around, cuts, (before, form, after, places) => {
      const text = before + form + after
      const mask = createKeyMask(key)
      const watch = mask.watch()
      const ends = [...places.map((place) => place % text.length), text.length].sort((a, b) => a - b)
      const pieces = ends.map((end, nth) => text.slice(ends[nth - 1] ?? 0, end)).filter((piece) => piece !== '')
      let heard = ''
      for (const piece of pieces) {
        heard += piece
        const whole = mask.hide(heard) !== heard
        expect(watch.completes(piece)).toBe(whole)
        if (whole) break
      }
      expect(mask.hide(heard)).not.toBe(heard)
    }),
    { seed, numRuns: process.env.SOAK ? 5000 : 200 },
  )
})
