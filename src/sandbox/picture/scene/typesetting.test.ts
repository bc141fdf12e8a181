import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { fittedType, line, running, widthOf } from './typesetting.ts'

const someWords = fc.array(fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'abcWMil.é') }), {
  minLength: 1,
  maxLength: 40,
})

test(`words fill their measure and never leave it, in their order (SEED=${seed})`, () => {
  const measure = fc.record({ width: fc.integer({ min: 50, max: 2000 }), height: fc.integer({ min: 50, max: 2000 }) })
  fc.assert(
    fc.property(someWords, measure, (words, { width, height }) => {
      const { lines, size } = fittedType(words, { width, height, leading: 1.1, largest: 250 })
      expect(lines.join(' ')).toBe(words.join(' '))
      expect(size).toBeLessThanOrEqual(250)
      expect(Math.max(...lines.map(widthOf)) * size).toBeLessThanOrEqual(width * 1.001)
      expect(lines.length * size * 1.1).toBeLessThanOrEqual(height * 1.001)
    }),
    { seed },
  )
})

test('a few words are broken where lines come out about equally long', () => {
  const room = { width: 800, height: 330, leading: 1, largest: 300 }
  expect(fittedType('Dragon drinking espresso in Vienna'.split(' '), room).lines).toEqual([
    'Dragon drinking',
    'espresso in',
    'Vienna',
  ])
})

test('running text that is too long ends in an ellipsis', () => {
  const lines = running('one two three four five six'.split(' '), 20, {
    width: 120,
    height: 50,
    leading: 1.2,
    largest: 20,
  })
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/^[a-z ]+…$/)
})

test('letters that another file of the font has are placed by themselves', () => {
  expect(line('Łódź', { x: 0, y: 0 }, { size: 10, fill: '#000' })).toMatch(
    /<tspan x="0"[^>]*>Ł<\/tspan><tspan x="5.9"[^>]*>ódź</,
  )
  expect(line('plain & simple', { x: 0, y: 0 }, { size: 10, fill: '#000' })).toContain('>plain &amp; simple<')
})
