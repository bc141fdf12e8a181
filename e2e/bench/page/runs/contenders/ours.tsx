import { useRef, useState } from 'react'
import { noSelection } from '../../../../../src/app/history/row-selection.ts'
import { SelectableList } from '../../../../../src/app/history/selectable-list.tsx'
import type { RunRow } from '../../../../../src/app/ledger/run-row.ts'
import { RunRowView } from '../../../../../src/app/panels/runs/run-row-view.tsx'
import { type MountList, rowHeight } from './contender.ts'
import { mountList } from './mount-list.tsx'

const nothing = () => {}

function List({ rows }: { rows: readonly RunRow[] }) {
  const [selection, select] = useState(noSelection)
  const box = useRef<HTMLDivElement>(null)
  return (
    <SelectableList
      name="Runs"
      rows={rows}
      rowHeight={rowHeight}
      row={(row, at) => <RunRowView row={row} {...at} />}
      box={box}
      open={undefined}
      selection={selection}
      onSelection={select}
      onMove={nothing}
      onOpen={nothing}
      onKey={() => false}
    />
  )
}

/** The list of the panel. */
export const mount: MountList = (host, rows) => mountList(host, <List rows={rows} />)
