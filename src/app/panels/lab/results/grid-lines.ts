/** A cell by where it stands in the grid, both counted from 0. */
export interface GridCell {
  readonly line: number
  readonly column: number
}

/** How the cells of the listed rows stand in lines. A place is that of the plan: `row × columns + column`. */
export interface GridLines {
  readonly count: number
  /** Cells in each line. */
  readonly width: number
  readonly placeAt: (cell: GridCell) => number
  /** Undefined where the row is not listed. */
  readonly cellAt: (place: number) => GridCell | undefined
}

/** A line for each row; in a narrow place, a `list`, a line for each cell. */
export function gridLines(listed: readonly number[], columns: number, kind: 'grid' | 'list'): GridLines {
  const rowOf = (index: number) => listed[index] ?? 0
  const indexOf = (place: number) => listed.indexOf(Math.floor(place / columns))
  if (kind === 'list')
    return {
      count: listed.length * columns,
      width: 1,
      placeAt: ({ line }) => rowOf(Math.floor(line / columns)) * columns + (line % columns),
      cellAt: (place) => at(indexOf(place), (index) => ({ line: index * columns + (place % columns), column: 0 })),
    }
  return {
    count: listed.length,
    width: columns,
    placeAt: ({ line, column }) => rowOf(line) * columns + column,
    cellAt: (place) => at(indexOf(place), (index) => ({ line: index, column: place % columns })),
  }
}

const at = (index: number, cell: (index: number) => GridCell) => (index < 0 ? undefined : cell(index))

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
