import { ownOf, textOrJson } from '#contract/core/loose-json.ts'
import { columnKinds } from '#lab/lab-plan.ts'
import type { ColumnUse } from '#lab/rows/map-columns.ts'
import { lineLook } from '../../../ui/box-look.ts'
import { shortly } from '../../../ui/format.ts'
import { OptionSelect } from '../../../ui/option-select.tsx'
import type { SourceReading } from './source-reading.ts'

export type SourceTable = Extract<SourceReading, { status: 'read' }>

/** `Expected` */
const roles = [...columnKinds, 'ignored' as const].map(
  (role) => [role, role.charAt(0).toUpperCase() + role.slice(1)] as const,
)

interface MappedTableProps {
  readonly table: SourceTable
  readonly uses: readonly ColumnUse[]
  /** The names stay: prompts and checks of the file have them. */
  readonly keepsNames: boolean
  readonly onUse: (at: number, use: ColumnUse) => void
}

/** The first rows, with what each column is taken over as above it. */
export function MappedTable({ table: { columns, rows }, uses, keepsNames, onUse }: MappedTableProps) {
  const shown = rows.slice(0, 20)
  return (
    <section
      aria-label="First rows"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by the keyboard.
      tabIndex={0}
      className="min-h-60 flex-1 overflow-auto overscroll-contain rounded-md border border-line outline-offset-[-2px]"
    >
      <table className="min-w-full border-separate border-spacing-0 text-left">
        <thead className="sticky top-0 bg-raised">
          <tr>
            {columns.map((column, at) => {
              const use = uses[at]
              return (
                <th key={column} scope="col" className="min-w-44 border-line border-b p-2 align-top font-normal">
                  <span title={column} className="mb-1.5 block max-w-60 truncate font-medium text-xs">
                    {shortly(column, 80)}
                  </span>
                  {use && <UseOfColumn {...{ column, use, keepsNames }} onUse={(next) => onUse(at, next)} />}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the file.
            <tr key={nth}>
              {columns.map((column, at) => (
                <td
                  key={column}
                  dir="auto"
                  className={`max-w-80 border-line border-b px-2 py-1.5 align-top text-xs ${uses[at]?.role === 'ignored' ? 'text-faint' : ''}`}
                >
                  <span className="wrap-anywhere line-clamp-3 whitespace-pre-wrap">
                    {shortly(textOrJson(ownOf(row, column)), 200)}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface UseOfColumnProps extends Pick<MappedTableProps, 'keepsNames'> {
  readonly column: string
  readonly use: ColumnUse
  readonly onUse: (use: ColumnUse) => void
}

function UseOfColumn({ column, use, keepsNames, onUse }: UseOfColumnProps) {
  return (
    <div className="grid gap-1.5">
      <OptionSelect
        look="small"
        aria-label={`Take “${column}” as`}
        options={roles}
        value={use.role}
        onValue={(role) => onUse({ ...use, role })}
      />
      {!keepsNames && (
        <input
          type="text"
          autoComplete="off"
          aria-label={`Name of “${column}”`}
          maxLength={200}
          disabled={use.role === 'ignored'}
          value={use.role === 'ignored' ? '' : use.name}
          onChange={({ target }) => onUse({ ...use, name: target.value })}
          className={`${lineLook} h-8! px-2! font-mono text-xs! coarse:h-11!`}
        />
      )}
    </div>
  )
}
