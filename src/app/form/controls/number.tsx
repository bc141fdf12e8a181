import type { KeyboardEvent } from 'react'
import { lineLook } from '../../ui/box-look.ts'
import type { FieldDescription } from '../describe.ts'
import { readNumber } from '../reading.ts'
import { type ControlProps, inputProps, shownText } from './control.ts'
import { fitted, stepOf } from './scale.ts'

/** A text box rather than `type="number"`, which hides what it cannot read and steps under the mouse wheel. */
export function NumberControl(props: ControlProps) {
  const { field, value, entry, id, describedBy } = props
  const unitId = `${id}-unit`
  return (
    <div className="relative">
      <input
        {...inputProps(props)}
        aria-describedby={[describedBy, field.unit && unitId].filter(Boolean).join(' ') || undefined}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        className={`${lineLook} font-mono tabular-nums ${field.unit ? 'pr-20' : ''}`}
        placeholder={field.placeholder}
        value={shownText(value, entry)}
        onChange={({ target }) => props.enter(target.value, readNumber(target.value))}
        onKeyDown={(event) => stepOnArrow(event, field, value, props.set)}
      />
      {field.unit && (
        <span
          id={unitId}
          className="pointer-events-none absolute inset-y-0 right-3 flex items-center font-mono text-faint text-xs"
        >
          {field.unit}
        </span>
      )}
    </div>
  )
}

export function stepOnArrow(
  event: KeyboardEvent<HTMLInputElement>,
  field: FieldDescription,
  value: unknown,
  set: (value: number) => void,
) {
  if ((event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  const by = stepOf(field) * (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1)
  set(typeof value === 'number' ? fitted(value + by, field) : fitted(field.min ?? field.range?.[0] ?? 0, field))
}
