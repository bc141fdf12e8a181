import { expect, test } from 'vitest'
import { gridLines, movedTo, placeFrom } from './grid-lines.ts'

test.each([
  ['grid', { line: 1, column: 2 }],
  ['list', { line: 5, column: 0 }],
] as const)('as a %s, the place of a listed cell and its place in the lines lead to each other', (kind, cell) => {
  // The rows 4 and 7 of the plan, of three columns.
  const lines = gridLines([4, 7], 3, kind)
  expect(lines.placeAt(cell)).toBe(23)
  expect(lines.cellAt(23)).toEqual(cell)
  expect(lines.cellAt(0)).toBeUndefined()
  expect(lines.count * lines.width).toBe(6)
})

test('keys move within the grid and stop at its edges', () => {
  const lines = gridLines([0, 1, 2], 2, 'grid')
  const from = { line: 1, column: 0 }
  const to = (key: string) => movedTo(key, from, lines, 5)
  expect(to('ArrowDown')).toEqual({ line: 2, column: 0 })
  expect(to('PageDown')).toEqual({ line: 2, column: 0 })
  expect(to('PageUp')).toEqual({ line: 0, column: 0 })
  expect(to('ArrowLeft')).toEqual(from)
  expect(to('End')).toEqual({ line: 1, column: 1 })
  expect(to('x')).toBeUndefined()
})

test('the next cell is that of the next listed row, in the order of the list; around a row that left the list stand those beside it in the plan', () => {
  const from = (place: number, by: 1 | -1) => placeFrom(place, by, [7, 4], 3)
  expect([from(21, 1), from(23, 1), from(14, 1)]).toEqual([22, 12, undefined])
  expect([from(13, -1), from(12, -1), from(21, -1)]).toEqual([12, 23, undefined])
  expect([from(5 * 3 + 1, 1), from(5 * 3 + 1, -1), from(0, -1), from(27, 1)]).toEqual([21, 14, undefined, undefined])
})
