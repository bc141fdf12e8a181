/** A cell by where it stands in the grid, both counted from 0. */
export interface GridCell {
  readonly line: number
  readonly column: number
}

type GridLines = ReturnType<typeof gridLines>

/**
 * How the cells of the listed rows stand in lines: a line for each row; in a narrow place, a `list`, a line for each cell. A place is that of the
 * plan: `row × columns + column`.
 */
export function gridLines(listed: readonly number[], columns: number, kind: 'grid' | 'list') {
  const linesOfRow = kind === 'list' ? columns : 1
  return {
    count: listed.length * linesOfRow,
    /** Cells in each line. */
    width: columns / linesOfRow,
    placeAt: ({ line, column }: GridCell) =>
      (listed[Math.floor(line / linesOfRow)] ?? 0) * columns + (line % linesOfRow) + column,
    /** Undefined where the row is not listed. */
    cellAt(place: number): GridCell | undefined {
      const index = listed.indexOf(Math.floor(place / columns))
      const [line, column] = kind === 'list' ? [place % columns, 0] : [0, place % columns]
      return index < 0 ? undefined : { line: index * linesOfRow + line, column }
    },
  }
}

/** The place of the cell so many further in the lists of rows, one row behind the other; undefined beyond both ends. A row that is no longer listed has those around it in the plan. */
export function placeFrom(place: number, by: 1 | -1, listed: readonly number[], columns: number): number | undefined {
  const row = Math.floor(place / columns)
  const index = listed.indexOf(row)
  const around =
    by > 0
      ? listed.findIndex((one) => one > row) * columns
      : (listed.findLastIndex((one) => one < row) + 1) * columns - 1
  const next = index < 0 ? around : index * columns + (place % columns) + by
  const nextRow = listed[Math.floor(next / columns)]
  return nextRow === undefined ? undefined : nextRow * columns + (next % columns)
}

/** The cell that a key moves to; undefined for other keys. `page`: lines that fit between two pages. */
export function movedTo(key: string, { line, column }: GridCell, lines: GridLines, page: number): GridCell | undefined {
  const steps = new Map<string, GridCell>([
    ['ArrowDown', { line: line + 1, column }],
    ['ArrowUp', { line: line - 1, column }],
    ['ArrowRight', { line, column: column + 1 }],
    ['ArrowLeft', { line, column: column - 1 }],
    ['PageDown', { line: line + page, column }],
    ['PageUp', { line: line - page, column }],
    ['Home', { line, column: 0 }],
    ['End', { line, column: lines.width - 1 }],
  ])
  const to = steps.get(key)
  const within = (place: number, of: number) => Math.max(0, Math.min(of - 1, place))
  return to && { line: within(to.line, lines.count), column: within(to.column, lines.width) }
}
