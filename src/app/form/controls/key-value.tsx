import { Plus, X } from 'lucide-react'
import { useRef } from 'react'

import { isRecord } from '#contract/core/loose-json.ts'

import { lineLook } from '../../ui/box-look.ts'
import type { FieldReading } from '../form-values.ts'
import { type ControlProps, controlText } from './control.ts'

type Row = readonly [key: string, value: unknown]

export function KeyValueControl({ field, labelId, describedBy, value, entry, invalid, disabled, enter }: ControlProps) {
  const add = useRef<HTMLButtonElement>(null)
  const rows = rowsOf(value, entry)
  const change = (next: readonly Row[]) => enter(next, readRows(next))
  const replace = (index: number, row: Row) => change(rows.with(index, row))
  const remove = (index: number) => {
    // The focus stays at its place in the list; the last place vanishes.
    if (index === rows.length - 1) add.current?.focus()
    change(rows.toSpliced(index, 1))
  }
  return (
    <fieldset
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      disabled={disabled}
      className="flex min-w-0 flex-col gap-2"
    >
      {rows.map(([key, text], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its key is being typed
        <div key={index} className="flex gap-1">
          <input
            type="text"
            autoComplete="off"
            aria-label={`${field.title}, name ${index + 1}`}
            aria-invalid={invalid || undefined}
            placeholder="name"
            className={`${lineLook} flex-2 font-mono`}
            value={key}
            onChange={({ target }) => replace(index, [target.value, text])}
          />
          <input
            type="text"
            autoComplete="off"
            aria-label={`${field.title}, value ${index + 1}`}
            placeholder="value"
            className={`${lineLook} flex-3 font-mono`}
            value={controlText(text, undefined)}
            onChange={({ target }) => replace(index, [key, target.value])}
          />
          <button
            type="button"
            aria-label={`Remove ${key || `row ${index + 1}`}`}
            className="flex size-9 shrink-0 items-center justify-center rounded-md text-faint hover:text-ink coarse:size-11"
            onClick={() => remove(index)}
          >
            <X size={16} />
          </button>
        </div>
      ))}
      <button
        ref={add}
        type="button"
        className="flex h-9 items-center gap-1.5 self-start rounded-md text-sm text-soft hover:text-ink disabled:text-faint coarse:h-11"
        onClick={() => change([...rows, ['', '']])}
      >
        <Plus size={16} />
        Add to {field.title.toLowerCase()}
      </button>
    </fieldset>
  )
}

function rowsOf(value: unknown, entry: unknown): Row[] {
  if (Array.isArray(entry)) return entry.filter(isRow)
  return isRecord(value) ? Object.entries(value) : []
}

function isRow(row: unknown): row is Row {
  return Array.isArray(row) && row.length === 2 && typeof row[0] === 'string'
}

function readRows(rows: readonly Row[]): FieldReading {
  const filled = rows.filter(([key, value]) => key !== '' || value !== '')
  if (filled.length === 0) return { kind: 'unset' }
  const keys = filled.map(([key]) => key)
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (keys.includes('')) return { kind: 'unreadable', why: 'A name is missing.' }
  if (twice !== undefined) return { kind: 'unreadable', why: `Duplicate name “${twice}”.` }
  return { kind: 'value', value: Object.fromEntries(filled) }
}
