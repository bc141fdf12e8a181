import { useMemo, useRef } from 'react'
import { ResultsGrid } from '../../../../src/app/panels/lab/results/results-grid.tsx'
import { columnName, columnsOf, columnValues } from '../../../../src/lab/cells.ts'
import type { GridProps } from './grid-props.ts'

const nothing = () => {}

/** The grid of the panel. */
export function OurGrid({ plan, places }: GridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const columns = useMemo(
    () => columnsOf(plan).map((column) => ({ ...column, name: columnName(column), own: columnValues(column) })),
    [plan],
  )
  const listed = useMemo(() => plan.rows.map((_, at) => at), [plan])
  return (
    <ResultsGrid
      {...{ plan, columns, listed, places, grid }}
      batch="bench"
      size="medium"
      open={undefined}
      order={undefined}
      sending={{ left: [], halts: new Map(), stopModel: undefined }}
      onKey={() => false}
      onOpen={nothing}
      onClose={nothing}
      onOrder={nothing}
    />
  )
}
