import { useRef, useState } from 'react'
import type { RunRow } from '../../../../../src/app/ledger/run-row.ts'
import { RunList } from '../../../../../src/app/panels/runs/list/run-list.tsx'
import { noSelection } from '../../../../../src/app/panels/runs/list/selection.ts'
import type { MountList } from './contender.ts'
import { mountList } from './mount-list.tsx'

const nothing = () => {}

function List({ rows }: { rows: readonly RunRow[] }) {
  const [selection, select] = useState(noSelection)
  const box = useRef<HTMLDivElement>(null)
  return (
    <RunList
      rows={rows}
      box={box}
      open={undefined}
      selection={selection}
      onSelection={select}
      onMove={nothing}
      onOpen={nothing}
      onDelete={nothing}
      onLetter={() => false}
    />
  )
}

/** The list of the panel. */
export const mount: MountList = (host, rows) => mountList(host, <List rows={rows} />)
