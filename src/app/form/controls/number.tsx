import type { KeyboardEvent } from 'react'
import { lineLook } from '../../ui/box-look.ts'
import type { FieldDescription } from '../describe.ts'
import { readNumber } from '../reading.ts'
import { type ControlProps, controlText, inputProps } from './control.ts'

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
        value={controlText(value, entry)}
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
  set(
    typeof value === 'number'
      ? fittedNumber(value + by, field)
      : fittedNumber(field.min ?? field.range?.[0] ?? 0, field),
  )
}

/** The step of an arrow key. */
export function stepOf({ step, types }: FieldDescription): number {
  return step ?? (types.includes('integer') ? 1 : 0.1)
}

/** Where a slider starts and ends: its range, kept inside the schema's bounds. */
export function endsOf({ min, max, range }: FieldDescription): readonly [min: number, max: number] {
  const [from, to] = range ?? [min ?? 0, max ?? Math.max(1, (min ?? 0) + 1)]
  return [Math.max(from, min ?? from), Math.min(to, max ?? to)]
}

/** A number inside the schema's bounds, without the dust that binary fractions leave: 0.1 + 0.2 is 0.3. */
export function fittedNumber(value: number, field: FieldDescription): number {
  const digits = (String(stepOf(field)).split('.')[1] ?? '').length
  const bounded = Math.min(field.max ?? Infinity, Math.max(field.min ?? -Infinity, value))
  return Number(bounded.toFixed(Math.max(digits, 6)))
}
