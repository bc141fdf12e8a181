import { expect, test } from 'vitest'
import { randomOf } from '../../seed.ts'
import { painted } from '../../testing/painted.ts'
import type { Pixels } from './pixels.ts'
import { textured } from './texture.ts'

const box = { x: 40, y: 40, width: 60, height: 50 }
const isIn = (x: number, y: number) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height
const mask = painted(140, 130, (x, y) => [0, 0, 0, isIn(x, y) ? 0 : 255])
const grey = () => painted(box.width, box.height, () => [128, 128, 128, 255])

const deviation = ({ data }: Pixels) => {
  const reds = [...data].filter((_, at) => at % 4 === 0)
  const mean = reds.reduce((sum, red) => sum + red, 0) / reds.length
  return Math.sqrt(reds.reduce((sum, red) => sum + (red - mean) ** 2, 0) / reds.length)
}

const base = (pixel: (x: number, y: number) => number) =>
  painted(140, 130, (x, y) => (isIn(x, y) ? [255, 0, 0, 255] : [pixel(x, y), pixel(x, y), pixel(x, y), 255]))

test('grain goes on in a hole as strong as it is around it', () => {
  const random = randomOf('grain')
  const grainy = base(() => 128 + (random.next() - 0.5) * 40)
  const fill = grey()
  textured(fill, grainy, mask, box, randomOf('a'))
  // That of an even spread over 40 levels is 11.5.
  expect(deviation(fill)).toBeGreaterThan(8)
  expect(deviation(fill)).toBeLessThan(14)
})

test.each([
  ['one colour', () => 90],
  ['a slope', (x: number, y: number) => x + y / 2],
])('around a hole in %s there is no texture', (_, pixel) => {
  const fill = grey()
  textured(fill, base(pixel), mask, box, randomOf('a'))
  expect(deviation(fill)).toBeLessThan(0.7)
})

test('things with strong edges are no texture', () => {
  const fill = grey()
  textured(
    fill,
    base((x, y) => (((x >> 3) + (y >> 3)) % 2 === 0 ? 255 : 0)),
    mask,
    box,
    randomOf('a'),
  )
  expect(deviation(fill)).toBe(0)
})
