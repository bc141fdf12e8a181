import { expect, test } from 'vitest'
import { marksBetween } from './wave-region.tsx'
import { WaveView } from './wave-view.ts'

function shown(width: number, seconds: number): WaveView {
  const view = new WaveView()
  view.measure(width, seconds)
  return view
}

test('the whole sound fits until it is zoomed', () => {
  const view = shown(800, 40)
  expect(view.xOf(20)).toBe(400)
  expect(view.timeAt(800)).toBe(40)
  view.measure(400, 40)
  expect(view.xOf(20)).toBe(200)
})

test('zooming keeps the second under the pointer in its place', () => {
  const view = shown(800, 40)
  view.zoom(4, 10)
  expect(view.scale).toBe(80)
  expect(view.xOf(10)).toBeCloseTo(200)
})

test('zooming ends at the whole sound and never scrolls beyond its ends', () => {
  const view = shown(800, 40)
  view.zoom(4, 40)
  expect(view.xOf(40)).toBeCloseTo(800)
  view.scrollTo(1000)
  expect(view.xOf(40)).toBeCloseTo(800)
  view.scrollTo(-5)
  expect(view.timeAt(0)).toBe(0)
  view.zoom(0.01)
  expect(view.shown()).toEqual({ scale: undefined, left: 0 })
})

test('an hour is never wider than a browser scrolls', () => {
  const view = shown(1000, 3600)
  for (let n = 0; n < 30; n += 1) view.zoomIn()
  expect(view.scale * 3600).toBeLessThanOrEqual(8_000_000)
})

test('the axis has round times, at least so far apart', () => {
  expect(marksBetween(0, 3, 0.7).map(({ words }) => words)).toEqual(['0:00', '0:01', '0:02', '0:03'])
  expect(marksBetween(59.95, 60.2, 0.07).map(({ words }) => words)).toEqual(['1:00.0', '1:00.1', '1:00.2'])
  expect(marksBetween(3590, 3700, 50).map(({ words }) => words)).toEqual(['1:00:00', '1:01:00'])
})
