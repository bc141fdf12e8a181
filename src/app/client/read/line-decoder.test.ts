import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutAt } from '../testing/framing.ts'
import { LineDecoder } from './line-decoder.ts'

const seed = Number(process.env.SEED ?? 20261121)
const bytesOf = (text: string) => new TextEncoder().encode(text)

test('small chunks wait for the end of their line, and large ones do not', () => {
  const decoder = new LineDecoder()
  expect(decoder.push(bytesOf('data: ä'))).toBe('')
  expect(decoder.push(bytesOf('b\n'))).toBe('data: äb\n')
  expect(decoder.push(bytesOf('c'))).toBe('')
  expect(decoder.push(bytesOf('x'.repeat(500)))).toBe(`c${'x'.repeat(500)}`)
  expect(decoder.push(bytesOf('d'))).toBe('')
  expect(decoder.end()).toBe('d')
})

test('a line that ends in a CR does not wait for an LF', () => {
  expect(new LineDecoder().push(bytesOf('data: a\r'))).toBe('data: a\r')
})

test('a line without end does not wait for ever', () => {
  const decoder = new LineDecoder()
  const told = Array.from({ length: 3000 }, () => decoder.push(bytesOf('x'))).join('')
  expect(told.length).toBeGreaterThan(1000)
  expect(told + decoder.end()).toBe('x'.repeat(3000))
})

test('bytes in any pieces come to the text that they are as a whole', () => {
  const bytes = fc.array(fc.oneof(fc.nat(255), fc.constantFrom(10, 13, 0xe2, 0x82, 0xac)), { maxLength: 3000 })
  fc.assert(
    fc.property(bytes, fc.array(fc.nat(), { maxLength: 60 }), (codes, places) => {
      const whole = Uint8Array.from(codes)
      const decoder = new LineDecoder()
      const texts = cutAt(whole, places).map((piece) => decoder.push(piece))
      expect([...texts, decoder.end()].join('')).toBe(new TextDecoder().decode(whole))
    }),
    { seed, numRuns: process.env.SOAK ? 5000 : 200 },
  )
})
