import { expect, test } from 'vitest'
import { fittedInto } from './picture-layer.ts'

const view = { scale: 2, x: 10, y: 20 }

test('a picture of the frame’s size has the frame’s view, to the last bit', () => {
  expect(
    fittedInto({ scale: 1 / 3, x: 0.1, y: 0.2 }, { width: 961, height: 643 }, { width: 961, height: 643 }),
  ).toEqual({
    scale: 1 / 3,
    x: 0.1,
    y: 0.2,
  })
})

test('a larger picture of the same shape covers the frame', () => {
  expect(fittedInto(view, { width: 100, height: 50 }, { width: 400, height: 200 })).toEqual({
    scale: 0.5,
    x: 10,
    y: 20,
  })
})

test('a picture of another shape is in the middle, undistorted', () => {
  expect(fittedInto(view, { width: 100, height: 50 }, { width: 100, height: 100 })).toEqual({ scale: 1, x: 60, y: 20 })
})
