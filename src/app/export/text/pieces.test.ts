import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { jsonPieces } from './pieces.ts'

const long = 'Ein "Wort" 😀\n'.repeat(20_000)
const many = Array.from({ length: 5_000 }, (_, at) => ({ at, data: `{"delta":"word ${at}"}`, name: undefined }))

test.each([
  ['a long text', long],
  ['thousands of events', { run: { id: 'a' }, events: many, none: undefined, last: [undefined, [], {}] }],
  ['long texts within', { a: [{ b: { c: long, d: [long, null, 1.5, true] } }], ['__proto__']: long }],
  ['halves of characters', { a: '\ud83d'.repeat(70_000) }],
  ['a Blob', { a: long, blob: new Blob(['x']) }],
])('%s is the same JSON in pieces, of which none is large', (_, value) => {
  for (const indent of [0, 2]) {
    const pieces = [...jsonPieces(value, indent)]
    expect(pieces.join('') === JSON.stringify(value, null, indent)).toBe(true)
    expect(pieces.length).toBeGreaterThan(1)
    // A character of a text takes up to six in JSON.
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(8 * 2 ** 16)
  }
})

test(`any value is the same JSON, and lines behind the first are padded (seed ${seed})`, () => {
  const property = fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
    const whole = { value, long, after: value }
    expect([...jsonPieces(whole, indent)].join('') === JSON.stringify(whole, null, indent)).toBe(true)
  })
  fc.assert(property, { seed, numRuns: 30 })
  const padded = `  ${[...jsonPieces({ long, many }, 2, '  ')].join('')}`
  expect(padded === JSON.stringify([{ long, many }], null, 2).slice(2, -2)).toBe(true)
})
