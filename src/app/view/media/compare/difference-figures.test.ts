import { expect, test } from 'vitest'
import type { Rect } from '#media/mask/rect.ts'
import { differenceWords } from './compare-pictures.tsx'

const part = (pixels: number, changed = 0, most = 0) => ({ pixels, changed, most })
const words = (kept: ReturnType<typeof part>, edited: ReturnType<typeof part>, region?: Rect) =>
  differenceWords({ kind: 'measured', difference: { kept, edited, ...(region && { region }) } })

test('that what was to be kept was kept is said first', () => {
  expect(words(part(90_000), part(10, 8, 200))).toBe(
    'Kept pixels unchanged: all 90,000 of them. Marked area: 8 of 10 pixels differ, by up to 200 of 255.',
  )
})

test('kept pixels that changed are counted, with the largest change', () => {
  expect(words(part(90_000, 1200, 3), part(10))).toBe(
    '1,200 of 90,000 kept pixels changed, by up to 3 of 255. Marked area: unchanged.',
  )
})

test('without a mask, all pixels are one part', () => {
  expect(words(part(0), part(10))).toBe('Images are identical.')
  expect(words(part(0), part(10, 10, 7), { x: 0, y: 0, width: 5, height: 2 })).toBe(
    'All 10 pixels differ, by up to 7 of 255.',
  )
  expect(words(part(0), part(10, 1, 2), { x: 1200, y: 5, width: 1, height: 1 })).toBe(
    '1 of 10 pixels differs, by up to 2 of 255. Region: 1 × 1 pixels at x 1,200, y 5.',
  )
})

test('pictures of different sizes are not counted, which is said', () => {
  expect(differenceWords({ kind: 'sizes', before: '3 × 2', after: '4 × 2' })).toMatch(
    /^Their sizes differ: 3 × 2 and 4 × 2/,
  )
  expect(differenceWords({ kind: 'unreadable' })).toMatch(/cannot compare/)
})
