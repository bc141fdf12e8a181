import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../../testing/seed.ts'
import { frameGrid } from './video-frames.ts'

test('the middle of each frame belongs to it, at any rate and with frames of any length', () => {
  const lengths = fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(lengths, fc.double({ min: -0.1, max: 0.5, noNaN: true }), (parts, start) => {
      let end = start
      const frames = Float64Array.from(parts, (part) => {
        const begins = end
        end += part
        return begins
      })
      const grid = frameGrid({ frames }, end)
      for (let n = 0; n < grid.count; n += 1) expect(grid.at(grid.middle(n))).toBe(n)
      expect([grid.at(start - 1), grid.at(end + 1)]).toEqual([0, grid.count - 1])
      expect([grid.at(grid.middle(-1)), grid.at(grid.middle(grid.count))]).toEqual([0, grid.count - 1])
    }),
    { seed, numRuns: 200 },
  )
  fc.assert(
    fc.property(
      fc.constantFrom(12, 23.976, 24, 25, 29.97, 30, 50, 60),
      fc.integer({ min: 1, max: 600 }),
      (rate, count) => {
        const grid = frameGrid({ frameRate: rate }, count / rate)
        expect([grid.isExact, grid.count]).toEqual([false, count])
        for (let n = 0; n < count; n += 7) expect(grid.at(grid.middle(n))).toBe(n)
      },
    ),
    { seed },
  )
})

test('the time that the browser names for a frame belongs to it, although it is rounded', () => {
  const frames = Float64Array.from({ length: 96 }, (_, n) => n / 24)
  const grid = frameGrid({ frames }, 4)
  for (let n = 0; n < 96; n += 1) expect(grid.at(Math.floor((n / 24) * 1e6) / 1e6)).toBe(n)
})

test('a seek stays near the beginning of a frame that is shown for long, since the file may state a gap behind it', () => {
  const grid = frameGrid({ frames: Float64Array.of(0, 0.04, 0.4) }, 0.44)
  expect([0, 1, 2].map(grid.middle)).toEqual([0.02, 0.06, expect.closeTo(0.42)])
})
