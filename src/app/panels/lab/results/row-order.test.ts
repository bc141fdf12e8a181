import { expect, test } from 'vitest'
import type { Row } from '../../../lab/places.ts'
import { orderAfter, sortedRows } from './row-order.ts'

// Only what is sorted by.
const cell = (facts: Partial<Row>) => facts as Row

test('rows are sorted by a figure of one column, those without it last and as they stood', () => {
  const places = new Map([
    [1, cell({ times: { end: 300 } })],
    [3, cell({ times: { end: 100 } })],
    [5, cell({})],
    [7, cell({ times: { end: 200 } })],
  ])
  const by = (direction: 'ascending' | 'descending') =>
    sortedRows([0, 1, 2, 3, 4], places, 2, { column: 1, figure: 'seconds', direction })
  expect(by('descending')).toEqual([0, 3, 1, 2, 4])
  expect(by('ascending')).toEqual([1, 3, 0, 2, 4])
  expect(sortedRows([4, 2], places, 2, undefined)).toEqual([4, 2])
})

test('choosing the same figure again turns the order round', () => {
  const first = orderAfter(undefined, 1, 'price')
  expect(first).toEqual({ column: 1, figure: 'price', direction: 'descending' })
  expect(orderAfter(first, 1, 'price').direction).toBe('ascending')
  expect(orderAfter(first, 0, 'price').direction).toBe('descending')
})
