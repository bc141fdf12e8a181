import { expect, test } from 'vitest'
import { followLevel } from './level-meter.tsx'

const samples = (highest: number) => Float32Array.from([0, -highest, highest / 2])
const near = (level: number) => expect.closeTo(level, 3)

test('a peak is held for a while, and a clipped sample is not forgotten', () => {
  const follow = followLevel()
  expect(follow(samples(0.1), 0)).toMatchObject({
    peak: near(-20),
    held: near(-20),
    clipped: false,
    word: 'Good level',
  })
  expect(follow(samples(0), 1000)).toMatchObject({ peak: -60, held: near(-20) })
  expect(follow(samples(1), 1100)).toMatchObject({ held: 0, clipped: true, word: 'Clipping' })
  expect(follow(samples(0), 3000)).toMatchObject({ held: -60, clipped: true, word: 'No sound' })
})

test('the word changes at most once a second, but for clipping', () => {
  const follow = followLevel()
  expect(follow(samples(0.005), 0).word).toBe('Quiet')
  expect(follow(samples(0.2), 500).word).toBe('Quiet')
  expect(follow(samples(0.2), 1000).word).toBe('Good level')
  expect(follow(samples(1), 1100).word).toBe('Clipping')
})
