import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { blended, flattened, openBox, type Pixels, scaledToCover, unmultiplied } from './pixels.ts'

const pixels = (width: number, height: number): fc.Arbitrary<Pixels> =>
  fc
    .uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 })
    .map((bytes) => ({ data: new Uint8ClampedArray(bytes), width, height }))

const three = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
  .chain(([width, height]) =>
    fc.tuple(
      pixels(width, height),
      pixels(width, height),
      fc.array(fc.constantFrom(0, 0, 255, 255, 128), { minLength: width * height, maxLength: width * height }),
    ),
  )

test(`what a mask keeps stays to the bit, what it clears is new, and between the two both count (SEED=${seed})`, () => {
  fc.assert(
    fc.property(three, ([base, other, alphas]) => {
      const { width, height } = base
      const mask = { data: new Uint8ClampedArray(alphas.flatMap((alpha) => [9, 9, 9, alpha])), width, height }
      const box = openBox(mask)
      if (!box) {
        expect(alphas.every((alpha) => alpha === 255)).toBe(true)
        return
      }
      const cut = (from: Pixels) =>
        alphas.flatMap((_, at) => {
          const [x, y] = [at % width, Math.floor(at / width)]
          const inside = x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height
          return inside ? [...from.data.subarray(at * 4, at * 4 + 4)] : []
        })
      const fresh = { data: new Uint8ClampedArray(cut(other)), width: box.width, height: box.height }
      const made = blended(base, fresh, mask, box)
      alphas.forEach((alpha, at) => {
        const at4 = (from: Pixels) => [...from.data.subarray(at * 4, at * 4 + 4)]
        if (alpha === 255) expect(at4(made)).toEqual(at4(base))
        if (alpha === 0) expect(at4(made)).toEqual(at4(other))
        if (alpha === 128) {
          at4(made).forEach((value, part) => {
            const [low, high] = [at4(base)[part] ?? 0, at4(other)[part] ?? 0].sort((a, b) => a - b)
            expect(value).toBeGreaterThanOrEqual(low ?? 0)
            expect(value).toBeLessThanOrEqual(high ?? 0)
          })
        }
      })
    }),
    { seed, numRuns: 300 },
  )
})

test(`a picture that covers a frame has its size, and no colour that was not there (SEED=${seed})`, () => {
  const edge = fc.integer({ min: 1, max: 24 })
  fc.assert(
    fc.property(edge, edge, edge, edge, (width, height, across, down) => {
      const data = new Uint8ClampedArray(width * height * 4)
      for (let at = 0; at < data.length; at += 4) data.set([200, 100, 50, 255], at)
      const made = scaledToCover({ data, width, height }, across, down)
      expect([made.width, made.height, made.data.length]).toEqual([across, down, across * down * 4])
      for (let at = 0; at < made.data.length; at += 4) {
        const off = [200, 100, 50, 255].map((value, part) => Math.abs((made.data[at + part] ?? 0) - value))
        expect(Math.max(...off)).toBeLessThanOrEqual(1)
      }
    }),
    { seed, numRuns: 200 },
  )
})

test('what is clear lends no colour to its neighbours', () => {
  const row = [255, 0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255]
  const made = scaledToCover({ data: new Uint8ClampedArray([...row, ...row]), width: 4, height: 2 }, 2, 1)
  for (let at = 0; at < made.data.length; at += 4) expect([...made.data.subarray(at, at + 3)]).toEqual([255, 0, 0])
})

test('premultiplied pixels come back, and formats without alpha stand on white', () => {
  const half = { data: new Uint8ClampedArray([128, 0, 0, 128, 7, 8, 9, 255, 0, 0, 0, 0]), width: 3, height: 1 }
  expect([...unmultiplied(half).data]).toEqual([255, 0, 0, 128, 7, 8, 9, 255, 0, 0, 0, 0])
  const flat = flattened({ data: new Uint8ClampedArray([255, 0, 0, 128, 9, 9, 9, 0]), width: 2, height: 1 })
  expect([...flat.data]).toEqual([255, 127, 127, 255, 255, 255, 255, 255])
})
