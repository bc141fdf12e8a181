import { Upload } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { type ColumnKinds, type ColumnUse, mappedRows, problemOfUses, proposedUses } from '#lab/rows/map-columns.ts'
import { beyondLimits } from '#lab/rows/row-limits.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Choice, Tick } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { counted, grouped, shortly } from '../../../ui/format.ts'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'
import { MappedTable, type SourceTable } from './mapped-table.tsx'
import { readSource } from './read-source.ts'
import type { ImportSource } from './source-reading.ts'

/** What is taken over. `columns`: the kinds of those that are no variables. */
export interface TakenRows {
  readonly rows: readonly JsonRecord[]
  readonly columns: ColumnKinds
  readonly table: SourceTable
}

/** The first column of files, where files came along. */
export const fileColumnOf = ({ table: { files }, columns }: TakenRows): string | undefined =>
  files.length > 0 ? Object.entries(columns).find(([, kind]) => kind === 'file')?.[0] : undefined

/** `keep`: the rows that are there stay, and get the files. */
export type HowTaken = 'replace' | 'append' | 'keep'

interface ImportRowsProps {
  readonly title: string
  readonly source: ImportSource
  /** The names in the request that columns may fill. */
  readonly variables: readonly string[]
  /** The rows that are there already. */
  readonly existing: readonly JsonRecord[]
  /** What is shown above the rows of a test set. */
  readonly about?: (table: SourceTable) => ReactNode
  readonly onCancel: () => void
  /** With `append` the rows fit behind the existing ones. */
  readonly onRows: (taken: TakenRows, how: HowTaken) => void
}

const nothing: readonly ColumnUse[] = []

/** Shows what a file holds before it is taken over: the kind of each column, the first rows, and what is lost. */
export function ImportRows({ title, source, variables, existing, about, onCancel, onRows }: ImportRowsProps) {
  const [hasHeader, setHasHeader] = useState(true)
  const [chosen, choose] = useState<ReadonlyMap<number, ColumnUse>>(new Map())
  const [how, setHow] = useState<HowTaken>('replace')
  const [refused, setRefused] = useState<string>()
  const reading = useLoaded((signal) => readSource({ source, hasHeader }, signal), [source, hasHeader])
  const table = reading?.status === 'read' ? reading : undefined
  const proposed = useMemo(() => (table ? proposedOf(table, variables) : nothing), [table, variables])
  const uses = proposed.map((use, at) => chosen.get(at) ?? use)
  const problem = problemOfUses(uses)
  const skipped = table?.ragged.length ?? 0
  const isEmpty = table?.rows.length === 0 && !table.foreign
  const take = () => {
    if (!table) return
    const { rows, kinds: columns } = mappedRows(table.rows, table.columns, uses)
    const beyond = beyondLimits(how === 'append' ? [...existing, ...rows] : rows)
    if (beyond === undefined) onRows({ rows, columns, table }, how)
    else setRefused(beyond)
  }
  const change = (next: ReadonlyMap<number, ColumnUse>) => {
    choose(next)
    setRefused(undefined)
  }
  return (
    <Dialog
      kind="full"
      title={title}
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
                ...(table.files.length > 0 ? [['keep', 'Add the files alone'] as const] : []),
              ]}
            />
          )}
          <p role="alert" className="min-w-0 flex-1 text-danger text-xs">
            {table && (problem ?? refused)}
          </p>
          <Button onClick={onCancel}>Cancel</Button>
          {table && (
            <Button
              look="primary"
              icon={<Upload size={16} />}
              disabled={problem !== undefined || isEmpty}
              onClick={take}
            >
              Import {how === 'keep' ? counted(table.files.length, 'file') : counted(table.rows.length, 'row')}
              {how !== 'keep' && skipped > 0 && `, skip ${grouped(skipped)}`}
            </Button>
          )}
        </div>
      }
    >
      <div className="flex h-full min-h-0 flex-col gap-3">
        <p role="status" className="wrap-anywhere text-soft">
          <span className="font-medium text-ink">{nameOf(source)}</span>{' '}
          {table ? factsOf(table) : !reading && 'Reading…'}
        </p>
        {reading?.status === 'refused' && <Callout tone="danger" urgent title={reading.why} />}
        {table && (
          <>
            <TableNotes table={table} />
            {about?.(table)}
            {(table.format === 'CSV' || table.format === 'TSV') && !table.foreign && (
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
            {table.columns.length > 0 && (
              <MappedTable
                {...{ table, uses }}
                keepsNames={table.foreign !== undefined}
                onUse={(at, use) => change(new Map(chosen).set(at, use))}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

const proposedOf = ({ columns, rows, foreign, files }: SourceTable, variables: readonly string[]) =>
  proposedUses(
    { columns, rows, kinds: foreign?.columns ?? {}, files: new Set(files.map(({ name }) => name)) },
    variables,
  )

export function nameOf(source: ImportSource): string {
  if (typeof source === 'string') return 'Pasted text'
  return source.length === 1 ? shortly(source[0]?.name ?? '', 120) : counted(source.length, 'file')
}

/** `promptfoo · YAML · UTF-8 · 3 checks · 12 files` */
const factsOf = ({ format, encoding, foreign, files }: SourceTable) =>
  [
    foreign?.kind,
    format !== 'Files' && format,
    encoding,
    foreign && foreign.checks.length > 0 && counted(foreign.checks.length, 'check'),
    files.length > 0 && format !== 'Files' && counted(files.length, 'file'),
  ]
    .filter(Boolean)
    .join(' · ')

/** What was changed, guessed, skipped or is not taken over. */
function TableNotes({ table: { notes, ragged, foreign } }: { readonly table: SourceTable }) {
  const losses = foreign?.losses ?? []
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
        <Lines
          name="Rows to skip"
          title={`${counted(ragged.length, 'row')} with another number of columns`}
          most={5}
          lines={ragged.map(({ line, found, expected }) => ({
            line,
            text: `${counted(found, 'column')}, ${grouped(expected)} expected`,
          }))}
        />
      )}
      {losses.length > 0 && (
        <Lines
          name="Not taken over"
          title={`${counted(losses.length, 'part')} not taken over`}
          most={losses.length}
          lines={losses}
        />
      )}
    </>
  )
}

interface LinesProps {
  readonly name: string
  readonly title: string
  readonly lines: readonly { readonly line: number; readonly text: string }[]
  /** How many are shown. */
  readonly most: number
}

const Lines = ({ name, title, lines, most }: LinesProps) => (
  <Callout tone="warning" title={title}>
    <ul
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by the keyboard.
      tabIndex={0}
      className="wrap-anywhere max-h-40 overflow-y-auto text-soft text-xs"
    >
      {lines.slice(0, most).map(({ line, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line may be told twice.
        <li key={at} className="[contain-intrinsic-height:auto_1.125rem] [content-visibility:auto]">
          Line {grouped(line)}: {text}
        </li>
      ))}
      {lines.length > most && <li>and {grouped(lines.length - most)} more</li>}
    </ul>
  </Callout>
)
