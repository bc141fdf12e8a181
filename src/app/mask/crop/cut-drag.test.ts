import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draggedFrame, type Handle } from './cut-drag.ts'

const picture = { width: 100, height: 60 }
const whole = { x: 0, y: 0, ...picture }
const extend = { way: 'extend', picture, grid: 1 } as const
const crop = { way: 'crop', picture, grid: 1 } as const

test('an edge that is dragged moves alone, outwards as far as it is drawn', () => {
  expect(draggedFrame(whole, { ...extend, handle: 'e', by: { x: 30, y: 9 } })).toEqual({ ...whole, width: 130 })
  expect(draggedFrame(whole, { ...extend, handle: 'n', by: { x: 5, y: -20 } })).toEqual({
    ...whole,
    y: -20,
    height: 80,
  })
  expect(draggedFrame(whole, { ...extend, handle: 'sw', by: { x: -10, y: 7 } })).toEqual({
    ...{ x: -10, y: 0, width: 110, height: 67 },
  })
})

test('the opposite edge goes as far the other way where both are wanted', () => {
  const both = { ...extend, both: true }
  expect(draggedFrame(whole, { ...both, handle: 'w', by: { x: -10, y: 0 } })).toEqual({ ...whole, x: -10, width: 120 })
})

test('an edge dragged back ends at the picture, and the other stays where it is', () => {
  const wide = { ...whole, x: -40, width: 160 }
  expect(draggedFrame(wide, { ...extend, handle: 'e', by: { x: -90, y: 0 } })).toEqual({ ...wide, width: 140 })
  expect(draggedFrame(whole, { ...crop, handle: 'w', by: { x: 500, y: 0 } })).toEqual({ ...whole, x: 99, width: 1 })
  expect(draggedFrame(whole, { ...crop, handle: 's', by: { x: 0, y: 50 } })).toEqual(whole)
})

test('a dragged length is a multiple of the grid, the other stays', () => {
  const grid = { ...extend, grid: 16 }
  expect(draggedFrame(whole, { ...grid, handle: 'e', by: { x: 30, y: 0 } })).toEqual({ ...whole, width: 128 })
  expect(draggedFrame(whole, { ...grid, handle: 'w', by: { x: -29, y: 0 } })).toEqual({ ...whole, x: -28, width: 128 })
  expect(draggedFrame(whole, { ...grid, handle: 'e', by: { x: 3, y: 0 } })).toEqual(whole)
})

test('with a ratio a corner goes against the one across from it, and an edge takes the others along evenly', () => {
  const square = { ...extend, ratio: { width: 1, height: 1 } }
  expect(draggedFrame(whole, { ...square, handle: 'se', by: { x: 20, y: 0 } })).toEqual({
    ...{ x: 0, y: 0, width: 120, height: 120 },
  })
  expect(draggedFrame(whole, { ...square, handle: 'e', by: { x: 20, y: 0 } })).toEqual({
    ...{ x: 0, y: -30, width: 120, height: 120 },
  })
})

test('the whole frame moves as far as its way allows', () => {
  const wide = { ...whole, x: -20, width: 140 }
  expect(draggedFrame(wide, { ...extend, handle: 'all', by: { x: 9, y: 5 } })).toEqual({ ...wide, x: -11 })
  expect(draggedFrame(wide, { ...extend, handle: 'all', by: { x: -90, y: 0 } })).toEqual({ ...wide, x: -40 })
})

const handles = ['n', 'e', 's', 'w', 'nw', 'ne', 'sw', 'se', 'all'] as const satisfies readonly Handle[]

test('however it is dragged, a crop lies in the picture and an extension around it', () => {
  const by = fc.record({ x: fc.integer({ min: -400, max: 400 }), y: fc.integer({ min: -400, max: 400 }) })
  const ratio = fc.option(fc.constantFrom({ width: 1, height: 1 }, { width: 16, height: 9 }), { nil: undefined })
  const drag = fc.record({
    by,
    handle: fc.constantFrom(...handles),
    way: fc.constantFrom('crop', 'extend'),
    ratio,
    both: fc.boolean(),
    grid: fc.constantFrom(1, 16),
  })
  fc.assert(
    fc.property(fc.array(drag, { minLength: 1, maxLength: 5 }), fc.constantFrom('crop', 'extend'), (drags, way) => {
      let frame = whole
      for (const one of drags) frame = draggedFrame(frame, { ...one, way, picture })
      const { x, y, width, height } = frame
      expect([x, y, width, height].every(Number.isInteger)).toBe(true)
      const sign = way === 'crop' ? 1 : -1
      expect(Math.min(sign * x, sign * y)).toBeGreaterThanOrEqual(0)
      expect(Math.min(sign * (100 - x - width), sign * (60 - y - height))).toBeGreaterThanOrEqual(0)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
    }),
  )
})
