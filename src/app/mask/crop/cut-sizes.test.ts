import { expect, test } from 'vitest'
import { cutSizes, isUnusual, sizeName } from './cut-sizes.ts'

const suggested = ['auto', '1024x1024', '2048x1152']
const names = (model: string, way: 'crop' | 'pad', width = 1000, height = 700) =>
  cutSizes({ width, height }, way, { model, card: undefined, suggested }).map(sizeName)

test('a model with fixed sizes offers those, but for the one that the picture has', () => {
  expect(names('gen-image-1.5', 'crop')).toEqual(['1024 × 1024', '1024 × 1536', '1536 × 1024'])
  expect(names('gen-image-1.5', 'crop', 1024, 1536)).toEqual(['1024 × 1024', '1536 × 1024'])
})

test('a model with free sizes offers the nearest one first, where it makes it', () => {
  expect(names('gen-image-2', 'crop')).toEqual(['992 × 688', '1024 × 1024', '2048 × 1152'])
  expect(names('gen-image-2', 'pad')).toEqual(['1008 × 704', '1024 × 1024', '2048 × 1152'])
  expect(names('gen-image-2', 'crop', 200, 100)).toEqual(['1024 × 1024', '2048 × 1152'])
})

test('a size is unusual only where the model is known not to make it', () => {
  expect(isUnusual({ width: 1000, height: 700 }, 'gen-image-1.5', undefined)).toBe(true)
  expect(isUnusual({ width: 1024, height: 1536 }, 'gen-image-1.5', undefined)).toBe(false)
  expect(isUnusual({ width: 1008, height: 704 }, 'gen-image-2', undefined)).toBe(false)
  expect(isUnusual({ width: 1000, height: 700 }, 'somebody-else', undefined)).toBe(false)
})
