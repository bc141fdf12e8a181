import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const sample = { seed, numRuns: process.env.SOAK ? 50_000 : 500 }

test.each([
  ['{"a": 1,}', 1, 9, 'a comma too many'],
  ['[1, 2,]', 1, 7, 'a comma too many'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma or } is missing'],
  ['{a: 1}', 1, 2, 'a name in double quotes is missing'],
  ['{"a" 1}', 1, 6, 'a colon is missing'],
  ['{"a": }', 1, 7, 'a value is missing'],
  ["{'a': 1}", 1, 2, 'a name in double quotes is missing'],
  ['{"a": "x\ny"}', 1, 9, 'a string may not hold a line break or control character'],
  ['{"a": "x\\q"}', 1, 9, 'unknown escape'],
  ['{"a": "x', 1, 7, 'the string is not closed'],
  ['{"a": [1', 1, 9, 'the text ends before its ]'],
  ['{"a": 01}', 1, 8, 'a comma or } is missing'],
  ['{} {}', 1, 4, 'nothing may follow the end'],
  ['[1}', 1, 3, 'a comma or ] is missing'],
  ['', 1, 1, 'the text ends before its value'],
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
        expect(parsed.error.at === text.length).toBe(parsed.error.message.includes('the text ends'))
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
