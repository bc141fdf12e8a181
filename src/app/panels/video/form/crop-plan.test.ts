import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../../testing/seed.ts'
import { chosenCut, withDrag } from '../../../mask/crop/cut-plan.ts'
import { beginCrop, mostZoom, withZoom, zoomOf } from './crop-plan.ts'

const wide = { width: 1280, height: 720 }
const square = { width: 1024, height: 1024 }

test('a crop begins with as much as the shape holds, in the middle', () => {
  expect(beginCrop(square, wide).frame).toEqual({ x: 0, y: 224, width: 1024, height: 576 })
  expect(beginCrop({ width: 4000, height: 1000 }, wide).frame).toEqual({ x: 1111, y: 0, width: 1778, height: 1000 })
})

test('a zoom narrows the frame around its middle, and back', () => {
  const plan = beginCrop(square, wide)
  expect(withZoom(plan, 200).frame).toEqual({ x: 256, y: 368, width: 512, height: 288 })
  expect(zoomOf(withZoom(plan, 200))).toBe(200)
  expect(withZoom(withZoom(plan, 200), 100).frame).toEqual(plan.frame)
  expect(withZoom(plan, 20).frame).toEqual(plan.frame)
})

const edge = fc.integer({ min: 1, max: 6000 })
const handles = fc.constantFrom('all', 'n', 'e', 's', 'w', 'nw', 'ne', 'sw', 'se')
const by = fc.integer({ min: -7000, max: 7000 })
const change = fc.oneof(
  fc.record({ kind: fc.constant('zoom' as const), percent: fc.integer({ min: -100, max: 2000 }) }),
  fc.record({ kind: fc.constant('drag' as const), handle: handles, by: fc.record({ x: by, y: by }) }),
)

test(`whatever is done, the frame stays in the picture, keeps its shape and gives the size asked for (SEED=${seed})`, () => {
  void fc.assert(
    fc.property(edge, edge, edge, edge, fc.array(change, { maxLength: 8 }), (width, height, across, down, changes) => {
      const picture = { width, height }
      const to = { width: across, height: down }
      let plan = beginCrop(picture, to)
      for (const one of changes) plan = one.kind === 'zoom' ? withZoom(plan, one.percent) : withDrag(plan, one)
      const { frame } = plan
      const isInside =
        frame.x >= 0 && frame.y >= 0 && frame.x + frame.width <= width && frame.y + frame.height <= height
      // Whole pixels: each edge is off by less than one, and none is shorter than one.
      const isShaped =
        Math.abs(frame.width * down - frame.height * across) <= across + down ||
        Math.min(frame.width, frame.height) === 1
      expect([isInside, isShaped, frame.width >= 1, frame.height >= 1]).toEqual([true, true, true, true])
      expect(chosenCut(plan).to).toEqual(to)
      expect(mostZoom(plan)).toBeGreaterThanOrEqual(100)
    }),
    { seed, numRuns: 300 },
  )
})
