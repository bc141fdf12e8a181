import { expect, test } from 'vitest'
import { areaAround, beginCut, chosenCut, outsideOf, problemOf, withDrag, withEdge, withShape } from './cut-plan.ts'

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
