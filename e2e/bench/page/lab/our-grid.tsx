import { useMemo, useRef } from 'react'
import { ResultsGrid } from '../../../../src/app/panels/lab/results/results-grid.tsx'
import { columnName, columnsOf, columnValues } from '../../../../src/lab/cells.ts'
import type { GridProps } from './grid-props.ts'

const nothing = () => {}
const noChecks = new Map()
const marks = { press: () => false }
const runs = {
  ...{ isLast: true, missing: new Map() },
  shown: { status: 'idle', left: [], halts: new Map() },
  queue: { isSendingHere: false, stopModel: nothing },
} as const

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
      {...{ plan, columns, listed, places, grid, runs, marks }}
      checks={noChecks}
      batch="bench"
      size="medium"
      open={undefined}
      order={undefined}
      onOpen={nothing}
      onClose={nothing}
      onOrder={nothing}
      onAgain={nothing}
      onNote={nothing}
    />
  )
}
