import { expect, test } from 'vitest'
import { randomOf } from '../../seeded-random.ts'
import { painted } from '../../testing/painted.ts'
import { cameraPath, shoot } from './camera.ts'
import { blankPlanes, pixelsOf, planesOf } from './planes.ts'

const path = (prompt: string, startsWhole = false) => cameraPath(prompt, randomOf('seed'), startsWhole)

test('words for camera movements are followed', () => {
  expect(path('pan right over a city')(0).x).toBeLessThan(path('pan right over a city')(1).x)
  expect(path('the camera pans left')(0).x).toBeGreaterThan(path('the camera pans left')(1).x)
  expect(path('zoom out from an owl')(0).share).toBeLessThan(path('zoom out from an owl')(1).share)
  expect(path('tilt up')(0).y).toBeGreaterThan(path('tilt up')(1).y)
  expect(path('an owl')(1).share).toBeLessThan(path('an owl')(0).share)
})

test.each(['an owl', 'pan left', 'zoom out'])('over a first frame it begins with the whole and moves: %s', (prompt) => {
  expect(path(prompt, true)(0).share).toBe(1)
  expect(path(prompt, true)(1)).not.toMatchObject({ share: 1 })
})

const source = planesOf(painted(64, 32, (x, y) => [x * 4, y * 8, 128, 255]))

test('the whole view is the source, sample for sample', () => {
  const frame = blankPlanes(64, 32)
  shoot(source, frame, { share: 1, x: 0.3, y: 0.7 })
  expect(frame.bytes).toEqual(source.bytes)
})

test('a closer view is the part that it names', () => {
  const frame = blankPlanes(32, 16)
  shoot(source, frame, { share: 0.5, x: 1, y: 0 })
  expect(frame.y[0]).toBe(source.y[32])
  expect(frame.y.at(-1)).toBe(source.y[15 * 64 + 63])
})

test('colours come back from the planes as they went in', () => {
  for (const colour of [
    [255, 0, 0],
    [12, 200, 90],
    [255, 255, 255],
    [0, 0, 0],
  ]) {
    const { data } = pixelsOf(planesOf(painted(2, 2, () => [...colour, 255])))
    for (const [at, value] of colour.entries()) expect(Math.abs((data[at] ?? 0) - value)).toBeLessThanOrEqual(3)
  }
})
