import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import type { Dimensions } from '../dimensions.ts'
import { enlargement, isStretched, type ModelSizes, planInpaint } from './inpaint-plan.ts'

const sample = { seed, numRuns: process.env.SOAK ? 20_000 : 500 }

const free: ModelSizes = { kind: 'free', step: 16, maxEdge: 3840, maxRatio: 3, maxPixels: 8_294_400 }
const listed: ModelSizes = {
  kind: 'listed',
  sizes: [
    { width: 1024, height: 1024 },
    { width: 1024, height: 1536 },
    { width: 1536, height: 1024 },
  ],
}
const reach = { surroundings: 64, softEdge: 0 }
const photo = { width: 4000, height: 3000 }

const cases = fc
  .record({ width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 7000 }) })
  .chain((picture) =>
    fc.record({
      picture: fc.constant(picture),
      marked: fc
        .tuple(
          fc.integer({ min: 0, max: picture.width - 1 }),
          fc.integer({ min: 0, max: picture.height - 1 }),
          fc.nat(9000),
          fc.nat(7000),
        )
        .map(([x, y, w, h]) => ({
          ...{ x, y },
          width: Math.min(picture.width - x, w + 1),
          height: Math.min(picture.height - y, h + 1),
        })),
      reach: fc.record({ surroundings: fc.nat(600), softEdge: fc.nat(64) }),
      sizes: fc.constantFrom(free, listed),
    }),
  )

test('the frame lies in the picture, and the mask with its surroundings in the frame', () => {
  const property = fc.property(cases, ({ picture, marked, reach, sizes }) => {
    const { frame } = planInpaint(marked, picture, reach, sizes)
    const by = Math.max(reach.surroundings, reach.softEdge)
    expect(Math.min(frame.x, frame.y)).toBeGreaterThanOrEqual(0)
    expect(frame.x + frame.width).toBeLessThanOrEqual(picture.width)
    expect(frame.y + frame.height).toBeLessThanOrEqual(picture.height)
    expect(frame.x).toBeLessThanOrEqual(Math.max(0, marked.x - by))
    expect(frame.y).toBeLessThanOrEqual(Math.max(0, marked.y - by))
    expect(frame.x + frame.width).toBeGreaterThanOrEqual(Math.min(picture.width, marked.x + marked.width + by))
    expect(frame.y + frame.height).toBeGreaterThanOrEqual(Math.min(picture.height, marked.y + marked.height + by))
  })
  fc.assert(property, sample)
})

test('the size is one that the model makes', () => {
  const property = fc.property(cases, ({ picture, marked, reach, sizes }) => {
    const { to } = planInpaint(marked, picture, reach, sizes)
    if (sizes.kind === 'listed') {
      expect(sizes.sizes).toContainEqual(to)
      return
    }
    expect([to.width % 16, to.height % 16]).toEqual([0, 0])
    const [short, long] = [to.width, to.height].toSorted((a, b) => a - b) as [number, number]
    expect(long).toBeLessThanOrEqual(Math.min(3840, short * 3))
    expect(to.width * to.height).toBeLessThanOrEqual(8_294_400)
    expect(to.width * to.height).toBeGreaterThanOrEqual(655_360)
  })
  fc.assert(property, sample)
})

test('shapes agree wherever the picture has room for one', () => {
  const property = fc.property(cases, ({ picture, marked, reach, sizes }) => {
    const plan = planInpaint(marked, picture, reach, sizes)
    const touches = plan.frame.width === picture.width || plan.frame.height === picture.height
    // A frame of few pixels cannot have an exact shape.
    const isTiny = Math.min(plan.frame.width, plan.frame.height) < 64
    expect(isStretched(plan) && !touches && !isTiny).toBe(false)
  })
  fc.assert(property, sample)
})

const planned = (marked: Dimensions & { x: number; y: number }, sizes: ModelSizes, by = reach) =>
  planInpaint(marked, photo, by, sizes)

test('a small mark is enlarged to the working size of a model', () => {
  const plan = planned({ x: 1000, y: 1000, width: 200, height: 100 }, free)
  expect(plan).toEqual({ frame: { x: 936, y: 936, width: 328, height: 229 }, to: { width: 1216, height: 848 } })
  expect(enlargement(plan)).toBeCloseTo(3.71, 2)
})

test('a frame within the bounds of free sizes is sent pixel by pixel', () => {
  const plan = planned({ x: 500, y: 500, width: 1800, height: 1200 }, free)
  expect(plan.to).toEqual({ width: plan.frame.width, height: plan.frame.height })
  expect(plan.frame).toMatchObject({ width: 1936, height: 1328 })
})

test('only a frame above the largest size is reduced', () => {
  expect(enlargement(planned({ x: 0, y: 0, width: 4000, height: 3000 }, free))).toBeCloseTo(0.83, 2)
  expect(enlargement(planned({ x: 0, y: 0, width: 1600, height: 1000 }, listed))).toBeLessThan(1)
})

test('of listed sizes the one whose shape adds least is taken', () => {
  const sizeFor = (width: number, height: number) => planned({ x: 900, y: 900, width, height }, listed).to
  expect(sizeFor(300, 280)).toEqual({ width: 1024, height: 1024 })
  expect(sizeFor(700, 300)).toEqual({ width: 1536, height: 1024 })
  expect(sizeFor(100, 400)).toEqual({ width: 1024, height: 1536 })
})

test('a mark of one pixel in a corner brings enough of the picture with it', () => {
  const corner = { x: 3999, y: 2999, width: 1, height: 1 }
  const { frame } = planned(corner, free, { surroundings: 0, softEdge: 0 })
  expect(frame).toEqual({ x: 3936, y: 2936, width: 64, height: 64 })
})

test('the surroundings are at least as wide as the soft edge', () => {
  const marked = { x: 1000, y: 1000, width: 100, height: 100 }
  expect(planned(marked, listed, { surroundings: 0, softEdge: 40 }).frame.width).toBe(180)
})

test('a picture without room for the shape is stretched, which can be told', () => {
  const plan = planInpaint({ x: 0, y: 0, width: 4000, height: 300 }, { width: 4000, height: 300 }, reach, listed)
  expect(plan.frame).toEqual({ x: 0, y: 0, width: 4000, height: 300 })
  expect(isStretched(plan)).toBe(true)
})
