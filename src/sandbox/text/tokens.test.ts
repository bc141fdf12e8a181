import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { estimateTokens, piecesOf, startOf } from './tokens.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 80 })

test('four characters are a token, and a part of one counts whole', () => {
  expect(['', 'a', 'abcd', 'abcde'].map(estimateTokens)).toEqual([0, 1, 1, 2])
})

test(`pieces make up the text and split no character (SEED=${seed})`, () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const pieces = [...piecesOf(text)]
      expect(pieces.join('')).toBe(text)
      expect(pieces).not.toContain('')
      expect(pieces.flatMap((piece) => [...piece])).toEqual([...text])
    }),
    { seed },
  )
})

test('pieces of plain prose are about a token each', () => {
  const text = 'Put the microphone where you can reach it without standing up. '.repeat(20)
  const count = [...piecesOf(text)].length
  expect(count).toBeGreaterThan(estimateTokens(text) * 0.7)
  expect(count).toBeLessThan(estimateTokens(text) * 1.4)
})

test(`a start is as long as it may be and splits no character (SEED=${seed})`, () => {
  fc.assert(
    fc.property(anyText, fc.nat(90), (text, units) => {
      const start = startOf(text, units)
      expect(text.startsWith(start)).toBe(true)
      expect(start.length).toBeLessThanOrEqual(units)
      expect(start.length).toBeGreaterThanOrEqual(Math.min(text.length, units) - 1)
      expect([...text].slice(0, [...start].length).join('')).toBe(start)
    }),
    { seed },
  )
})
