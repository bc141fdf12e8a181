import { Upload } from 'lucide-react'
import { useState } from 'react'
import { type JsonRecord, ownOf, textOrJson } from '#contract/core/loose-json.ts'
import { type ColumnUse, mappedRows, problemOfUses, proposedUses } from '#lab/rows/map-columns.ts'
import type { TableReading } from '#lab/rows/read-table.ts'
import { beyondLimits } from '#lab/rows/row-limits.ts'
import { lineLook } from '../../../ui/box-look.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Choice, Tick } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { counted, grouped, shortly } from '../../../ui/format.ts'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'
import { Select } from '../../../ui/native-select.tsx'
import { askWorker, WorkerFailed } from '../../../ui/own-worker.ts'
import type { TableQuestion } from './rows-worker.ts'
import workerUrl from './rows-worker.ts?worker&url'

type Table = Extract<TableReading, { status: 'read' }>

interface ImportRowsProps {
  /** A file, or a text that was pasted. */
  readonly source: File | string
  /** The names in the request that columns may fill. */
  readonly variables: readonly string[]
  /** The rows that are there already. */
  readonly existing: readonly JsonRecord[]
  readonly onCancel: () => void
  /** `rows` are those of the file; with `append` they fit behind the existing ones. */
  readonly onRows: (rows: readonly JsonRecord[], how: 'replace' | 'append') => void
}

/** Shows what a table holds before its rows are taken over: each column is a variable, an expected value, metadata, or ignored. */
export function ImportRows({ source, variables, existing, onCancel, onRows }: ImportRowsProps) {
  const [hasHeader, setHasHeader] = useState(true)
  const [chosen, choose] = useState<ReadonlyMap<number, ColumnUse>>(new Map())
  const [how, setHow] = useState<'replace' | 'append'>('replace')
  const [refused, setRefused] = useState<string>()
  const reading = useLoaded((signal) => readInWorker({ source, hasHeader }, signal), [source, hasHeader])
  const table = reading?.status === 'read' ? reading : undefined
  const proposed = table ? proposedUses(table.columns, variables) : []
  const uses = proposed.map((use, at) => chosen.get(at) ?? use)
  const problem = table && (problemOfUses(uses) ?? refused)
  const name = typeof source === 'string' ? 'Pasted text' : source.name
  const skipped = table?.ragged.length ?? 0
  const take = () => {
    if (!table) return
    const rows = mappedRows(table.rows, table.columns, uses)
    const beyond = beyondLimits(how === 'append' ? [...existing, ...rows] : rows)
    if (beyond === undefined) onRows(rows, how)
    else setRefused(beyond)
  }
  const change = (next: ReadonlyMap<number, ColumnUse>) => {
    choose(next)
    setRefused(undefined)
  }
  return (
    <Dialog
      kind="full"
      title="Import rows"
      open
      onClose={onCancel}
      foot={
        <div className="flex flex-wrap items-center justify-end gap-2">
          {table && existing.length > 0 && (
            <Choice
              name="Existing rows"
              value={how}
              onChange={setHow}
              options={[
                ['replace', `Replace the ${counted(existing.length, 'row')} there`],
                ['append', `Add to the ${counted(existing.length, 'row')}`],
              ]}
            />
          )}
          <p role="alert" className="min-w-0 flex-1 text-danger text-xs">
            {problem}
          </p>
          <Button onClick={onCancel}>Cancel</Button>
          {table && (
            <Button
              look="primary"
              icon={<Upload size={16} />}
              disabled={problemOfUses(uses) !== undefined || table.rows.length === 0}
              onClick={take}
            >
              Import {counted(table.rows.length, 'row')}
              {skipped > 0 && `, skip ${grouped(skipped)}`}
            </Button>
          )}
        </div>
      }
    >
      <div className="flex h-full min-h-0 flex-col gap-3">
        <p role="status" className="wrap-anywhere text-soft">
          <span className="font-medium text-ink">{shortly(name, 120)}</span>{' '}
          {table ? [table.format, ...(table.encoding ? [table.encoding] : [])].join(' · ') : !reading && 'Reading…'}
        </p>
        {reading?.status === 'refused' && <Callout tone="danger" urgent title={reading.why} />}
        {table && (
          <>
            <TableNotes table={table} />
            {(table.format === 'CSV' || table.format === 'TSV') && (
              <Tick
                isOn={hasHeader}
                onChange={(isOn) => {
                  setHasHeader(isOn)
                  change(new Map())
                }}
              >
                The first line holds the column names
              </Tick>
            )}
            <MappedTable table={table} uses={uses} onUse={(at, use) => change(new Map(chosen).set(at, use))} />
          </>
        )}
      </div>
    </Dialog>
  )
}

/** What was changed, guessed or left out. */
function TableNotes({ table: { notes, ragged } }: { readonly table: Table }) {
  const shown = ragged.slice(0, 5)
  return (
    <>
      {notes.length > 0 && (
        <ul aria-label="Notes" className="text-soft text-xs">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {ragged.length > 0 && (
        <Callout
          tone="warning"
          title={
            ragged.length === 1
              ? '1 row has another number of columns'
              : `${grouped(ragged.length)} rows have another number of columns`
          }
        >
          <ul aria-label="Rows to skip" className="text-soft text-xs">
            {shown.map(({ line, found, expected }) => (
              <li key={line}>
                Line {grouped(line)}: {counted(found, 'column')}, {grouped(expected)} expected
              </li>
            ))}
            {ragged.length > shown.length && <li>and {grouped(ragged.length - shown.length)} more</li>}
          </ul>
        </Callout>
      )}
    </>
  )
}

const roles: readonly (readonly [ColumnUse['role'], string])[] = [
  ['variable', 'Variable'],
  ['expected', 'Expected'],
  ['metadata', 'Metadata'],
  ['ignored', 'Ignored'],
]

interface MappedTableProps {
  readonly table: Table
  readonly uses: readonly ColumnUse[]
  readonly onUse: (at: number, use: ColumnUse) => void
}

/** The first rows, with what each column is taken over as above it. */
function MappedTable({ table: { columns, rows }, uses, onUse }: MappedTableProps) {
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
                  {use && <UseOfColumn column={column} use={use} onUse={(next) => onUse(at, next)} />}
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

interface UseOfColumnProps {
  readonly column: string
  readonly use: ColumnUse
  readonly onUse: (use: ColumnUse) => void
}

function UseOfColumn({ column, use, onUse }: UseOfColumnProps) {
  const isNamed = use.role === 'variable' || use.role === 'metadata'
  return (
    <div className="grid gap-1.5">
      <Select
        look="small"
        aria-label={`Take “${column}” as`}
        value={use.role}
        onChange={({ target }) => {
          const role = roles.find(([one]) => one === target.value)?.[0]
          if (role) onUse({ ...use, role })
        }}
      >
        {roles.map(([role, title]) => (
          <option key={role} value={role}>
            {title}
          </option>
        ))}
      </Select>
      <input
        type="text"
        autoComplete="off"
        aria-label={`Name of “${column}”`}
        maxLength={200}
        disabled={!isNamed}
        value={isNamed ? use.name : ''}
        onChange={({ target }) => onUse({ ...use, name: target.value })}
        className={`${lineLook} h-8! px-2! font-mono text-xs! coarse:h-11!`}
      />
    </div>
  )
}

/** In seconds. A file of a few MB can be written so that reading it never ends. */
const patience = 20

/** Reads a table in a worker, for at most `patience`. Never rejects. */
async function readInWorker(question: TableQuestion, signal: AbortSignal): Promise<TableReading> {
  const late = AbortSignal.timeout(patience * 1000)
  try {
    return await askWorker<TableReading>(workerUrl, 'rows', question, AbortSignal.any([signal, late]))
  } catch (cause) {
    if (late.aborted) return { status: 'refused', why: `Reading took more than ${patience} s and was stopped.` }
    const isMissing = cause instanceof WorkerFailed
    return {
      status: 'refused',
      why: isMissing ? 'The import could not be loaded. Try again.' : 'This browser cannot read the file.',
    }
  }
}
