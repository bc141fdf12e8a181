import { expect, test } from 'vitest'
import {
  cutMask,
  cutSizes,
  dragged,
  fittedFrame,
  isShapedLike,
  isUnusual,
  reachesOver,
  settledFrame,
  sizeName,
} from './cut.ts'

const picture = { width: 100, height: 60 }

test('a shape is fitted inside or around the picture, in its middle', () => {
  expect(fittedFrame({ width: 1024, height: 1024 }, picture, 'crop')).toEqual({ x: 20, y: 0, width: 60, height: 60 })
  expect(fittedFrame({ width: 50, height: 50 }, picture, 'pad')).toEqual({ x: 0, y: -20, width: 100, height: 100 })
  expect(fittedFrame(picture, picture, 'pad')).toEqual({ x: 0, y: 0, ...picture })
})

test('a picture that fits into the size as it is keeps its own when it is padded', () => {
  expect(fittedFrame({ width: 120, height: 100 }, picture, 'pad')).toEqual({ x: -10, y: -20, width: 120, height: 100 })
})

test('a crop stays inside the picture, a pad holds all of it', () => {
  expect(settledFrame({ x: -9, y: 50.4, width: 30, height: 900 }, picture, 'crop')).toEqual({
    x: 0,
    y: 0,
    width: 30,
    height: 60,
  })
  expect(settledFrame({ x: 9, y: -300, width: 30, height: 90 }, picture, 'pad')).toEqual({
    x: 0,
    y: -30,
    width: 100,
    height: 90,
  })
})

test('a corner is dragged against the one across from it, and keeps the shape where there is one', () => {
  const frame = { x: 10, y: 10, width: 40, height: 20 }
  expect(dragged(frame, { x: 5, y: -5 }, 'all')).toEqual({ ...frame, x: 15, y: 5 })
  expect(dragged(frame, { x: -10, y: 4 }, 'nw')).toEqual({ x: 0, y: 14, width: 50, height: 16 })
  expect(dragged(frame, { x: 20, y: 0 }, 'se', { width: 2, height: 1 })).toEqual({
    x: 10,
    y: 10,
    width: 60,
    height: 30,
  })
  expect(dragged(frame, { x: -20, y: 0 }, 'ne', { width: 2, height: 1 })).toEqual({
    x: 10,
    y: 20,
    width: 20,
    height: 10,
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

test('around a padded picture the mask is marked or not, as it is wanted', () => {
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
