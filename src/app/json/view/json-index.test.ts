import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { nodeKinds } from '../json-reader.ts'
import { indexJson, type JsonIndex, JsonIndexer, keyOf, meantBy, none } from './json-index.ts'

/** The value that an index describes, rebuilt from nothing but the index. */
function rebuilt(index: JsonIndex, node = 0): unknown {
  const children: number[] = []
  for (let child = node + 1; child < (index.after[node] ?? 0); child = index.after[child] ?? child + 1)
    children.push(child)
  const written = index.text.slice(index.at[node], index.end[node])
  if (index.kind[node] === nodeKinds.array) return children.map((child) => rebuilt(index, child))
  if (index.kind[node] !== nodeKinds.object) return JSON.parse(written)
  const value: Record<string, unknown> = {}
  for (const child of children) {
    Object.defineProperty(value, meantBy(keyOf(index, child) ?? ''), {
      ...{ value: rebuilt(index, child), configurable: true, enumerable: true, writable: true },
    })
  }
  return value
}

test('an index says what the platform reads, whatever the document', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.nat(3), (text, spaces) => {
      const laidOut = JSON.stringify(JSON.parse(text), null, spaces)
      const index = indexJson(laidOut)
      expect(index.problem).toBe(none)
      expect(rebuilt(index)).toEqual(JSON.parse(laidOut))
    }),
    { seed, numRuns: 500 },
  )
})

test('a document is found faulty where the platform refuses it, and nowhere else', () => {
  const piece = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', '-0.5e3', '01', 'true', 'nul', '"', ' ')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      const index = indexJson(text)
      expect(index.problem === none, text).toBe(parses(text))
    }),
    { seed, numRuns: 5000 },
  )
})

test('a text that grows comes to the same however it comes, with every value so far', () => {
  const whole = JSON.stringify({ a: 'x"\\', 'k"': [12, -1.5e3, { b: null }, [], 'é\n'], t: true, e: {} })
  const expected = indexJson(whole)
  const columns = ['kind', 'at', 'end', 'keyAt', 'parent', 'depth', 'place', 'after', 'size'] as const
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(whole.length)), (places) => {
      const indexer = new JsonIndexer('')
      for (const end of [...places.toSorted((a, b) => a - b), whole.length]) {
        const text = whole.slice(0, end)
        indexer.grow(text)
        const soFar = indexer.soFar()
        const atOnce = indexJson(text)
        expect(soFar.problem).toBe(none)
        expect(soFar.count, text).toBe(atOnce.count)
        for (const column of columns)
          expect(soFar[column].slice(0, soFar.count), `${column} of ${text}`).toEqual(
            atOnce[column].slice(0, soFar.count),
          )
      }
      const index = indexer.done()
      expect([index.problem, index.count]).toEqual([none, expected.count])
      expect(index.size.slice(0, index.count)).toEqual(expected.size.slice(0, index.count))
    }),
    { seed, numRuns: 300 },
  )
})

test('a text that grows and is no JSON is read as far as it goes', () => {
  const indexer = new JsonIndexer('')
  indexer.grow('{"a":1')
  indexer.grow('{"a":1,,"b":tru')
  expect(indexer.soFar().problem).toBe(7)
  expect(indexer.done().problem).toBe(7)
})

test('steps of any size come to the same', () => {
  const text = JSON.stringify({ a: [1, { b: 'x"\\' }, []], c: {} })
  const whole = indexJson(text)
  for (const tokens of [1, 2, 3, 7]) {
    const indexer = new JsonIndexer(text)
    while (!indexer.step(tokens)) expect(indexer.progress).toBeLessThan(1)
    const index = indexer.done()
    expect(index.count).toBe(whole.count)
    expect(index.after.slice(0, index.count)).toEqual(whole.after.slice(0, whole.count))
  }
})

describe('what other readers lose is kept', () => {
  test('double keys, long numbers and `__proto__`', () => {
    const index = indexJson('{"a":1,"a":12345678901234567890,"__proto__":{"x":1}}')
    expect(index.count).toBe(5)
    expect([1, 2, 3].map((node) => keyOf(index, node))).toEqual(['"a"', '"a"', '"__proto__"'])
    expect(index.text.slice(index.at[2], index.end[2])).toBe('12345678901234567890')
  })

  test('ten thousand levels', () => {
    const depth = 10_000
    const index = indexJson('['.repeat(depth) + ']'.repeat(depth))
    expect([index.count, index.problem, index.depth[depth - 1]]).toEqual([depth, none, depth - 1])
  })

  test('what had come of a document that was cut', () => {
    const index = indexJson('{"a":[1,2,{"b":"hal')
    expect(index.count).toBe(6)
    expect(index.problem).toBe(19)
    expect(index.after[0]).toBe(6)
  })
})

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
