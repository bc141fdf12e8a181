import { expect, test } from 'vitest'
import { sayPriceSum, sumPrices } from './sum-prices.ts'

test('plain amounts are added by their unit, and what is no amount is counted as unknown', () => {
  const sum = sumPrices([
    ...['1 cauri', '60 cauris (unit unknown)', '0.2 cauris', 'free', '$0.04 per image', '$1', 'varies'],
    ...['2 images: 50 cauris, medium quality (tier M)', '1 image: 10 to 50 cauris, depending on quality'],
    ...['price not stated', 'prompt $2.50 · completion $10 per million tokens', '2 cauris per second'],
  ])
  expect(sayPriceSum(sum)).toBe('111.2 cauris + $1.04')
  expect(sum.unknown).toBe(5)
})

test('nothing known is said as nothing, never as 0', () => {
  expect(sayPriceSum(sumPrices(['price not stated']))).toBeUndefined()
})
