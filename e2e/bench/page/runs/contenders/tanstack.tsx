import { useVirtualizer } from '@tanstack/react-virtual'
import { type Key, useRef } from 'react'
import type { RunRow } from '../../../../../src/app/ledger/run-row.ts'
import { RunRowView } from '../../../../../src/app/panels/runs/run-row-view.tsx'
import { type MountList, rowHeight } from './contender.ts'
import { mountList } from './mount-list.tsx'

function List({ rows }: { rows: readonly RunRow[] }) {
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  return (
    <div ref={box} role="listbox" aria-label="Runs" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ key, index, start }: { key: Key; index: number; start: number }) => {
          const row = rows[index]
          return (
            row && (
              <div
                key={key}
                style={{ position: 'absolute', top: 0, width: '100%', transform: `translateY(${start}px)` }}
              >
                <RunRowView
                  id={row.id}
                  row={row}
                  at={index}
                  of={rows.length}
                  top={0}
                  active={false}
                  selected={false}
                  open={false}
                />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

/** The same rows in the list of @tanstack/react-virtual, as documented. */
export const mount: MountList = (host, rows) => mountList(host, <List rows={rows} />)
