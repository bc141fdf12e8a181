import type { ReactNode } from 'react'
import { ownOf, stringOf } from '#contract/core/loose-json.ts'
import { FieldRow, type FieldRowProps } from '../../form/field-row.tsx'
import { grouped } from '../../ui/format.ts'
import { lengthOf } from './text-length.ts'

interface CountedRowProps extends FieldRowProps {
  /** What is usually accepted, in code points. A text outside of it is sent all the same. */
  readonly least?: number
  readonly most: number
  /** What stands beside the length. */
  readonly note: (length: number) => ReactNode
}

/** The row of a text with its length and the usual limits. */
export function CountedRow({ form, field, least = 0, most, note }: CountedRowProps) {
  const length = lengthOf(stringOf(ownOf(form.draft, field.path)))
  const isOutside = length > 0 && (length < least || length > most)
  const isOff = ownOf(form.rules?.fields, field.path)?.kind === 'off'
  return (
    <div className="grid grid-cols-1 gap-1">
      <FieldRow form={form} field={field} />
      {!isOff && (
        <p className="flex items-baseline justify-between gap-3 text-faint text-xs">
          <span>{note(length)}</span>
          <span className={`shrink-0 tabular-nums ${isOutside ? 'text-warning' : ''}`}>
            {grouped(length)} / {grouped(most)}
            <span className="sr-only"> characters</span>
          </span>
        </p>
      )}
    </div>
  )
}
