import { expect, test } from 'vitest'
import type { RgbaPixels } from '../dimensions.ts'
import { diagnoseMask, type MaskReading, maskFrom } from './read-mask.ts'

type Pixel = readonly [number, number, number, number]
const [black, white, clear, grey] = [
  [0, 0, 0, 255],
  [255, 255, 255, 255],
  [0, 0, 0, 0],
  [128, 128, 128, 255],
] as const

/** A hundred by a hundred pixels, made of their number from 0 to 9999. */
function picture(pixel: (at: number) => Pixel): RgbaPixels {
  return { width: 100, height: 100, rgba: Uint8Array.from(Array.from({ length: 10_000 }, (_, at) => pixel(at)).flat()) }
}

const firstOf = (count: number, first: Pixel, rest: Pixel) => picture((at) => (at < count ? first : rest))
const photo = (at: number): Pixel => [(at * 7) & 255, (at * 3) & 255, (at * 5) & 255, 255]

test.each([
  ['a clear part of a photo', picture((at) => (at < 2000 ? clear : photo(at))), 'alpha', 'transparent', 0.2],
  ['a clear part of black', firstOf(2000, clear, black), 'alpha', 'transparent', 0.2],
  ['one clear pixel in fifty', firstOf(200, clear, white), 'alpha', 'transparent', 0.02],
  ['paint on a clear ground', firstOf(900, white, clear), 'inverted', 'opaque', 0.09],
  ['as much paint as clear ground', firstOf(4000, white, clear), 'unsure', 'transparent', 0.6],
  ['a photo with most of it clear', picture((at) => (at < 8000 ? clear : photo(at))), 'inverted', 'opaque', 0.2],
  ['nothing but clear', picture(() => clear), 'unsure', 'transparent', 1],
  ['white on black', firstOf(1500, white, black), 'black-white', 'white', 0.15],
  ['black on white', firstOf(1500, black, white), 'inverted', 'black', 0.15],
  ['as much black as white', firstOf(6000, white, black), 'unsure', 'white', 0.6],
  ['all black', picture(() => black), 'unsure', 'white', 0],
  ['all white', picture(() => white), 'unsure', 'white', 1],
  ['a photo', picture(photo), 'unsure', 'white', 1],
  ['a photo without colours', picture((at) => [at & 255, at & 255, at & 255, 255]), 'unsure', 'white', 0.996],
] as const)('%s is told for what it is', (_, given, kind, reading, coverage) => {
  const report = diagnoseMask(given)
  expect([report.kind, report.reading]).toEqual([kind, reading])
  expect(report.reasons.length).toBeGreaterThan(0)
  for (const reason of report.reasons) expect(reason).toMatch(/^[A-Z0-9].*\.$/)
  expect(maskFrom(given, reading).filter((byte) => byte > 0).length / 10_000).toBeCloseTo(coverage, 2)
})

test('a mask with grey edges is a mask all the same', () => {
  const edges = picture((at) => (at < 1000 ? white : at < 2000 ? grey : black))
  expect(diagnoseMask(edges)).toMatchObject({ kind: 'black-white' })
  const faint = picture((at) => (at < 1000 ? clear : at < 2000 ? [0, 0, 0, 100] : black))
  expect(diagnoseMask(faint)).toMatchObject({ kind: 'alpha' })
})

test('a picture without pixels is told of as well', () => {
  expect(diagnoseMask({ width: 0, height: 0, rgba: new Uint8Array(0) })).toMatchObject({ kind: 'unsure' })
})

test('each reading takes what it says', () => {
  const pixels = { width: 4, height: 1, rgba: Uint8Array.from([black, white, clear, [255, 255, 255, 51]].flat()) }
  const read = (reading: MaskReading) => [...maskFrom(pixels, reading)]
  expect(read('transparent')).toEqual([0, 0, 255, 204])
  expect(read('opaque')).toEqual([255, 255, 0, 51])
  expect(read('white')).toEqual([0, 255, 0, 51])
  expect(read('black')).toEqual([255, 0, 0, 0])
})
