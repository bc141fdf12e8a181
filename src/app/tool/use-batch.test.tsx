import { expect, test } from 'vitest'
import { priceNotStated } from '#contract/models/prices.ts'
import { callsPrice } from './use-batch.tsx'

test('the price of several calls counts them, and what each costs', () => {
  expect(callsPrice(['60 cauris', '60 cauris', '60 cauris'])).toBe('3 calls · 3 × 60 cauris')
  expect(callsPrice(['60 cauris', '80 cauris', '60 cauris'])).toBe('3 calls · 2 × 60 cauris + 1 × 80 cauris')
  expect(callsPrice([priceNotStated, priceNotStated])).toBe(`2 calls · ${priceNotStated}`)
})
