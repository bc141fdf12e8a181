import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { tooDeep } from './loose-json.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

test.each([
  [nested(64), false],
  [nested(65), true],
  ['{"a":'.repeat(65), true],
  ['[{'.repeat(32), false],
  ['[{'.repeat(33), true],
  [`[${'[],'.repeat(1_000)}[]]`, false],
  [`["${'['.repeat(100)}"]`, false],
  [`["\\"${'['.repeat(100)}"]`, false],
  [`["\\\\",${nested(64)}]`, true],
  [`["\\\\",${nested(63)}]`, false],
  ['', false],
  ['"[', false],
  ['"\\', false],
  [']'.repeat(100) + nested(64), false],
])('%# is measured by its open brackets outside strings', (text, deep) => {
  expect(tooDeep(text)).toBe(deep)
})

test('a million levels need no stack', () => {
  expect(tooDeep('['.repeat(1_000_000))).toBe(true)
  expect(tooDeep('['.repeat(1_000_000), 1_000_000)).toBe(false)
})

test(`it agrees with the depth of what a parser makes of the text (SEED=${seed})`, { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat({ max: 6 }), fc.constantFrom(0, 2), (value, limit, indent) => {
      expect(tooDeep(JSON.stringify(value, null, indent), limit)).toBe(depthOf(value) > limit)
    }),
    { seed, numRuns: process.env.SOAK ? 50_000 : 500 },
  )
})
