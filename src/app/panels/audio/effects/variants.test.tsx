import { expect, test } from 'vitest'
import { variantCalls } from './variants.tsx'

test('variants are so many calls of one request; a seed counts up', () => {
  const request = { text: 'rain', duration_seconds: 5 }
  expect(variantCalls(request, 3).map((call) => call.request)).toEqual([request, request, request])
  expect(variantCalls({ ...request, seed: 7 }, 2).map((call) => call.request.seed)).toEqual([7, 8])
})
