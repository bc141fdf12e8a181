import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonScan } from './json-scan.ts'

const seed = Number(process.env.SEED ?? 20261127)
const values = fc.oneof(fc.object(), fc.array(fc.jsonValue()))

test('an object or list is whole with its last character, however it is cut', () => {
  fc.assert(
    fc.property(values, fc.array(fc.nat()), fc.string(), (value, places, behind) => {
      const text = JSON.stringify(value)
      const scan = new JsonScan()
      const cuts = [0, ...places.map((place) => place % text.length).sort((a, b) => a - b)]
      for (const [at, start] of cuts.entries()) {
        expect(scan.isWhole).toBe(false)
        const piece = text.slice(start, cuts[at + 1])
        const isLast = at === cuts.length - 1
        expect(scan.push(isLast ? piece + behind : piece)).toBe(isLast ? piece.length : -1)
      }
      expect(scan.isWhole).toBe(true)
    }),
    { seed },
  )
})

test('a text that is no object or list is never whole', () => {
  const scan = new JsonScan()
  expect(['', '12', '"{', '}', '"]', ' SELECT 1'].map((text) => scan.push(text))).toEqual([-1, -1, -1, -1, -1, -1])
  expect([scan.isWhole, scan.isOpen]).toEqual([false, false])
})
