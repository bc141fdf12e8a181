import { sumPrices } from '#lab/sum-prices.ts'
import type { Places, Row } from '../../../lab/places.ts'
import { timeTaken } from '../../../run/time-taken.ts'

/** The figures of a cell that rows are sorted by. Undefined where a cell has none. */
const figures = {
  seconds: (row) => timeTaken(row),
  'output tokens': ({ usage }) => (typeof usage?.output === 'number' ? usage.output : undefined),
  size: ({ output }) => output?.bytes,
  score: ({ score }) => score,
  price: ({ price = '' }) => [...sumPrices([price]).amounts.values()][0],
} as const satisfies Record<string, (row: Row) => number | undefined>

export type SortFigure = keyof typeof figures
export const sortFigures = Object.keys(figures) as readonly SortFigure[]

/** By which figure of which column rows are sorted; without one they stand in the order of the plan. */
export interface RowOrder {
  readonly column: number
  readonly figure: SortFigure
  readonly direction: 'ascending' | 'descending'
}

/** The order after a figure of a column is chosen: the largest first, and the other way round where it was so already. */
export function orderAfter(before: RowOrder | undefined, column: number, figure: SortFigure): RowOrder {
  const isSame = before?.column === column && before.figure === figure
  return { column, figure, direction: isSame && before.direction === 'descending' ? 'ascending' : 'descending' }
}

/** Rows in an order; those whose cell has no such figure stand last, as they stood. */
export function sortedRows(
  rows: readonly number[],
  places: Places,
  columns: number,
  order: RowOrder | undefined,
): readonly number[] {
  if (!order) return rows
  const sign = order.direction === 'ascending' ? 1 : -1
  const keyed = rows.map((row) => {
    const cell = places.get(row * columns + order.column)
    return { row, key: cell && figures[order.figure](cell) }
  })
  return keyed
    .toSorted((one, other) => {
      if (one.key === undefined || other.key === undefined)
        return Number(one.key === undefined) - Number(other.key === undefined)
      return sign * (one.key - other.key)
    })
    .map(({ row }) => row)
}
