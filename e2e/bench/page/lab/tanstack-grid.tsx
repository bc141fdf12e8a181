import { flexRender, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ComponentType, type Key, type ReactNode, useMemo, useRef } from 'react'
import { CellView, cellLooks } from '../../../../src/app/panels/lab/results/cell-view.tsx'
import { type GridProps, rowHeight } from './grid-props.ts'

const features = tableFeatures({})

interface InRow {
  readonly row: { readonly index: number }
}
interface Cell {
  readonly id: string
  readonly column: { readonly columnDef: { readonly cell?: unknown } }
  getContext(): object
}

/** The same cells in TanStack Table and Virtual, as documented. */
export function TanstackGrid({ plan, places }: GridProps) {
  const { models } = plan.axes
  const columns = useMemo(
    () => [
      { id: 'row', header: 'Row', cell: ({ row }: InRow): ReactNode => String(plan.rows[row.index]?.topic) },
      ...models.map((id, column) => ({
        ...{ id, header: id },
        cell: ({ row }: InRow): ReactNode => (
          <CellView
            row={places.get(row.index * models.length + column)}
            unsent="Not sent"
            checks={undefined}
            size="medium"
          />
        ),
      })),
    ],
    [plan, models, places],
  )
  const table = useTable({ features, columns, data: plan.rows })
  const { rows } = table.getRowModel()
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const gridTemplateColumns = `200px repeat(${models.length}, minmax(220px, 1fr))`
  return (
    <section ref={box} aria-label="Results" className="min-h-0 flex-1 overflow-auto">
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ key, index, start }: { key: Key; index: number; start: number }) => (
          <div
            key={key}
            className="absolute inset-x-0 top-0 grid border-line border-b"
            style={{ height: rowHeight, transform: `translateY(${start}px)`, gridTemplateColumns }}
          >
            {rows[index]?.getAllCells().map((cell: Cell) => (
              <div key={cell.id} data-place={index} className={`border-line border-r px-3 ${cellLooks.medium}`}>
                {flexRender(cell.column.columnDef.cell as ComponentType<object>, cell.getContext())}
              </div>
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}
