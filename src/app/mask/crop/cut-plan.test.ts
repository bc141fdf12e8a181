import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  areaAround,
  beginCut,
  chosenCut,
  draggedFrame,
  type Handle,
  outsideOf,
  problemOf,
  withDrag,
  withEdge,
  withShape,
} from './cut-plan.ts'

const picture = { width: 100, height: 60 }
const extend = beginCut('extend', picture, 1)
const crop = beginCut('crop', picture, 1)
const east = { handle: 'e', by: { x: 40, y: 0 } } as const

test('a chosen shape lies inside or around the picture, in its middle', () => {
  const square = { kind: 'ratio', width: 1, height: 1 } as const
  expect(withShape(crop, square).frame).toEqual({ x: 20, y: 0, width: 60, height: 60 })
  expect(withShape(extend, square).frame).toEqual({ x: 0, y: -20, width: 100, height: 100 })
})

test('a picture that fits into a chosen size stays as it is; a larger one is scaled with the frame around it', () => {
  const roomy = withShape(extend, { kind: 'size', width: 120, height: 100 })
  expect(chosenCut(roomy)).toEqual({
    frame: { x: -10, y: -20, width: 120, height: 100 },
    to: { width: 120, height: 100 },
  })
  const small = withShape(extend, { kind: 'size', width: 50, height: 50 })
  expect(chosenCut(small)).toEqual({ frame: { x: 0, y: -20, width: 100, height: 100 }, to: { width: 50, height: 50 } })
})

test('a ratio is taken on the grid of the model', () => {
  const { frame } = withShape(beginCut('extend', { width: 1536, height: 1024 }, 16), {
    kind: 'ratio',
    width: 16,
    height: 9,
  })
  expect(frame).toEqual({ x: -144, y: 0, width: 1824, height: 1024 })
})

test('the picture stays in the middle while its size is typed, until an edge is dragged', () => {
  const typed = withEdge(withEdge(extend, 'width', 140), 'height', 100)
  expect(typed.frame).toEqual({ x: -20, y: -20, width: 140, height: 100 })
  const pulled = withDrag(extend, east)
  expect(withEdge(withEdge(pulled, 'width', 200), 'height', 120).frame).toEqual({
    x: 0,
    y: -30,
    width: 200,
    height: 120,
  })
  const evenly = withDrag(extend, { ...east, both: true })
  expect(withEdge(evenly, 'width', 200).frame).toMatchObject({ x: -50, width: 200 })
})

test('an edge by its number takes the other along where a shape was chosen', () => {
  const wide = withShape(extend, { kind: 'ratio', width: 2, height: 1 })
  expect(withEdge(wide, 'height', 80).frame).toEqual({ x: -30, y: -10, width: 160, height: 80 })
})

test('the new area is marked where the model fills it, and only where there is one', () => {
  const pulled = withDrag(extend, east)
  expect([outsideOf(pulled), outsideOf({ ...pulled, fill: 'white' }), outsideOf(crop)]).toEqual([255, 0, 0])
})

test('an unchanged picture is no cut, and one that no browser decodes is none either', () => {
  expect([problemOf(extend), problemOf(withDrag(extend, east))]).toEqual(['unchanged', undefined])
  expect(problemOf(withEdge(withEdge(extend, 'width', 9000), 'height', 9000))).toBe('too large')
})

test('the view shows the frame with room for its handles', () => {
  expect(areaAround(undefined, picture, 50)).toEqual({ x: 0, y: 0, ...picture, foot: 0 })
  const { x, width } = areaAround(withDrag(extend, east), picture, 50)
  expect(x).toBeLessThan(-10)
  expect(x + width).toBeGreaterThan(150)
})

const whole = { x: 0, y: 0, ...picture }
const extending = { way: 'extend', picture, grid: 1 } as const
const cropping = { way: 'crop', picture, grid: 1 } as const

test('an edge that is dragged moves alone, outwards as far as it is drawn', () => {
  expect(draggedFrame(whole, { ...extending, handle: 'e', by: { x: 30, y: 9 } })).toEqual({ ...whole, width: 130 })
  expect(draggedFrame(whole, { ...extending, handle: 'n', by: { x: 5, y: -20 } })).toEqual({
    ...whole,
    y: -20,
    height: 80,
  })
  expect(draggedFrame(whole, { ...extending, handle: 'sw', by: { x: -10, y: 7 } })).toEqual({
    ...{ x: -10, y: 0, width: 110, height: 67 },
  })
})

test('the opposite edge goes as far the other way where both are wanted', () => {
  const both = { ...extending, both: true }
  expect(draggedFrame(whole, { ...both, handle: 'w', by: { x: -10, y: 0 } })).toEqual({ ...whole, x: -10, width: 120 })
})

test('an edge dragged back ends at the picture, and the other stays where it is', () => {
  const wide = { ...whole, x: -40, width: 160 }
  expect(draggedFrame(wide, { ...extending, handle: 'e', by: { x: -90, y: 0 } })).toEqual({ ...wide, width: 140 })
  expect(draggedFrame(whole, { ...cropping, handle: 'w', by: { x: 500, y: 0 } })).toEqual({ ...whole, x: 99, width: 1 })
  expect(draggedFrame(whole, { ...cropping, handle: 's', by: { x: 0, y: 50 } })).toEqual(whole)
})

test('a dragged length is a multiple of the grid, the other stays', () => {
  const grid = { ...extending, grid: 16 }
  expect(draggedFrame(whole, { ...grid, handle: 'e', by: { x: 30, y: 0 } })).toEqual({ ...whole, width: 128 })
  expect(draggedFrame(whole, { ...grid, handle: 'w', by: { x: -29, y: 0 } })).toEqual({ ...whole, x: -28, width: 128 })
  expect(draggedFrame(whole, { ...grid, handle: 'e', by: { x: 3, y: 0 } })).toEqual(whole)
})

test('with a ratio a corner goes against the one across from it, and an edge takes the others along evenly', () => {
  const square = { ...extending, ratio: { width: 1, height: 1 } }
  expect(draggedFrame(whole, { ...square, handle: 'se', by: { x: 20, y: 0 } })).toEqual({
    ...{ x: 0, y: 0, width: 120, height: 120 },
  })
  expect(draggedFrame(whole, { ...square, handle: 'e', by: { x: 20, y: 0 } })).toEqual({
    ...{ x: 0, y: -30, width: 120, height: 120 },
  })
})

test('the whole frame moves as far as its way allows', () => {
  const wide = { ...whole, x: -20, width: 140 }
  expect(draggedFrame(wide, { ...extending, handle: 'all', by: { x: 9, y: 5 } })).toEqual({ ...wide, x: -11 })
  expect(draggedFrame(wide, { ...extending, handle: 'all', by: { x: -90, y: 0 } })).toEqual({ ...wide, x: -40 })
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
