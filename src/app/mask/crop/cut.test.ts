import { expect, test } from 'vitest'
import { badSize, cutMask, cutSizes, gridOf, isShapedLike, reachesOver, settledFrame, sizeName } from './cut.ts'

const picture = { width: 100, height: 60 }

test('a crop stays inside the picture, an extension holds all of it', () => {
  expect(settledFrame({ x: -9, y: 50.4, width: 30, height: 900 }, picture, 'crop')).toEqual({
    x: 0,
    y: 0,
    width: 30,
    height: 60,
  })
  expect(settledFrame({ x: 9, y: -300, width: 30, height: 90 }, picture, 'extend')).toEqual({
    x: 0,
    y: -30,
    width: 100,
    height: 90,
  })
})

const mask = { width: 3, height: 2, bytes: Uint8Array.from([1, 2, 3, 4, 5, 6]) }
const rows = (bytes: Uint8Array, width: number) =>
  Array.from({ length: bytes.length / width }, (_, y) => [...bytes.slice(y * width, (y + 1) * width)])

test('the mask goes with a crop, pixel for pixel', () => {
  const cut = { frame: { x: 1, y: 0, width: 2, height: 2 }, to: { width: 2, height: 2 } }
  expect(rows(cutMask(mask, cut, 255), 2)).toEqual([
    [2, 3],
    [5, 6],
  ])
})

test('around an extended picture the mask is marked or not, as it is wanted', () => {
  const frame = { x: -1, y: -1, width: 5, height: 3 }
  expect(reachesOver(frame, mask)).toBe(true)
  expect(rows(cutMask(mask, { frame, to: frame }, 255), 5)).toEqual([
    [255, 255, 255, 255, 255],
    [255, 1, 2, 3, 255],
    [255, 4, 5, 6, 255],
  ])
  expect(rows(cutMask(mask, { frame, to: frame }, 0), 5)[0]).toEqual([0, 0, 0, 0, 0])
})

test('a scaled cut scales its mask, and one of 0 and 255 stays so', () => {
  const hard = { width: 2, height: 1, bytes: Uint8Array.from([0, 255]) }
  const frame = { x: 0, y: 0, width: 2, height: 1 }
  expect([...cutMask(hard, { frame, to: { width: 4, height: 1 } }, 0)]).toEqual([0, 0, 255, 255])
})

test('a shape is known in another size, to half a pixel and no further', () => {
  expect(isShapedLike({ width: 50, height: 30 }, picture)).toBe(true)
  expect(isShapedLike({ width: 33, height: 20 }, picture)).toBe(true)
  expect(isShapedLike({ width: 50, height: 31 }, picture)).toBe(false)
})

const suggested = ['auto', '1024x1024', '2048x1152']
const names = (model: string, way: 'crop' | 'extend', width = 1000, height = 700) =>
  cutSizes({ width, height }, way, { model, card: undefined, suggested }).map(sizeName)

test('a model with fixed sizes offers those, but for the one that the picture has', () => {
  expect(names('gen-image-1.5', 'crop')).toEqual(['1024 × 1024', '1024 × 1536', '1536 × 1024'])
  expect(names('gen-image-1.5', 'crop', 1024, 1536)).toEqual(['1024 × 1024', '1536 × 1024'])
})

test('a model with free sizes offers the nearest one first, where it makes it', () => {
  expect(names('gen-image-2', 'crop')).toEqual(['992 × 688', '1024 × 1024', '2048 × 1152'])
  expect(names('gen-image-2', 'extend')).toEqual(['1008 × 704', '1024 × 1024', '2048 × 1152'])
  expect(names('gen-image-2', 'crop', 200, 100)).toEqual(['1024 × 1024', '2048 × 1152'])
})

test('a size is bad only where the model is known not to make it', () => {
  const sizeOf = (model: string, width: number, height: number) =>
    badSize({ width, height }, { model, card: undefined })
  expect(sizeOf('gen-image-1.5', 1000, 700)).toContain('1024x1536')
  expect(sizeOf('gen-image-1.5', 1024, 1536)).toBeUndefined()
  expect(sizeOf('gen-image-2', 1000, 704)).toBe('Width and height must be multiples of 16.')
  expect(sizeOf('gen-image-2', 1008, 704)).toBeUndefined()
  expect(sizeOf('somebody-else', 1000, 700)).toBeUndefined()
})

test('only models with free sizes have a grid', () => {
  expect(['gen-image-2', 'gen-image-1.5', 'somebody-else'].map(gridOf)).toEqual([16, 1, 1])
})
