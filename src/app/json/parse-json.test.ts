import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { parseJson } from './parse-json.ts'

const sample = { seed, numRuns: process.env.SOAK ? 50_000 : 500 }

test.each([
  ['{"a": 1,}', 1, 9, 'Extra comma'],
  ['[1, 2,]', 1, 7, 'Extra comma'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'Expected a comma or }'],
  ['{a: 1}', 1, 2, 'Expected a property name in double quotes'],
  ['{"a" 1}', 1, 6, 'Expected a colon'],
  ['{"a": }', 1, 7, 'Expected a value'],
  ["{'a': 1}", 1, 2, 'Expected a property name in double quotes'],
  ['{"a": "x\ny"}', 1, 9, 'Line breaks and control characters are not allowed in strings'],
  ['{"a": "x\\q"}', 1, 9, 'Invalid escape'],
  ['{"a": "x', 1, 7, 'Missing closing quote'],
  ['{"a": [1', 1, 9, 'Missing ]'],
  ['{"a": 01}', 1, 8, 'Expected a comma or }'],
  ['{} {}', 1, 4, 'Unexpected text after the end'],
  ['[1}', 1, 3, 'Expected a comma or ]'],
  ['', 1, 1, 'Missing value'],
])('%j has its first error at line %i, column %i', (text, line, column, message) => {
  expect(parseJson(text)).toMatchObject({ error: { line, column, message } })
})

test(`whatever JSON.parse refuses has a place inside the text, and a name (SEED=${seed})`, () => {
  const damaged = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', '\\', '-', 'x', '\n', ':'))
    .map(([json, at, noise]) => {
      const place = at % (json.length + 1)
      return json.slice(0, place) + noise + json.slice(place + 1)
    })
  fc.assert(
    fc.property(damaged, (text) => {
      const parsed = parseJson(text)
      if ('error' in parsed) {
        expect(() => JSON.parse(text)).toThrow()
        expect(parsed.error.message).not.toBe('Not JSON')
        expect(parsed.error.at).toBeLessThanOrEqual(text.length)
        expect(parsed.error.at === text.length).toBe(/^Missing (?!closing)/.test(parsed.error.message))
      } else {
        expect(parsed.value).toEqual(JSON.parse(text))
      }
    }),
    sample,
  )
})

test('very deep nesting has a place too', () => {
  const depth = 200_000
  expect(parseJson('['.repeat(depth))).toMatchObject({ error: { at: depth } })
})
