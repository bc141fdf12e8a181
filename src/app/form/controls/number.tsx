import type { ComponentProps, KeyboardEvent } from 'react'
import { lineLook } from '../../ui/box-look.ts'
import type { FieldDescription } from '../describe.ts'
import { readNumber } from '../form-values.ts'
import type { ControlProps } from './control.ts'
import { TextBox } from './text.tsx'

/** A text box rather than `type="number"`, which hides what it cannot read and steps under the mouse wheel. */
export function NumberControl(props: ControlProps) {
  const { field, id, describedBy } = props
  const unitId = `${id}-unit`
  return (
    <div className="relative">
      <NumberBox
        of={props}
        aria-describedby={[describedBy, field.unit && unitId].filter(Boolean).join(' ') || undefined}
        className={`${lineLook} font-mono tabular-nums ${field.unit ? 'pr-20' : ''}`}
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

const NumberBox = ({ of, ...box }: Omit<ComponentProps<typeof TextBox>, 'read'>) => (
  <TextBox
    {...{ of, read: readNumber, inputMode: 'decimal' }}
    onKeyDown={(event) => stepOnArrow(event, of.field, of.value, of.set)}
    {...box}
  />
)

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

// Tall enough for a finger; the rail is drawn through its middle.
const rail = 'h-9 w-full min-w-0 flex-1 appearance-none bg-[length:100%_4px] bg-center bg-no-repeat coarse:h-11'
// One rule for each engine, since browsers ignore a rule with an unknown pseudo-element.
const thumb =
  '[&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-(--fill) [&::-webkit-slider-thumb]:border-solid [&::-webkit-slider-thumb]:bg-(--knob) [&::-moz-range-thumb]:size-3 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-2 [&::-moz-range-thumb]:border-(--fill) [&::-moz-range-thumb]:border-solid [&::-moz-range-thumb]:bg-(--knob)'
const sentLook = '[--fill:var(--cable,var(--chat))] [--knob:var(--fill)]'
// Without a knob: one in the middle would look like a value. It appears under the pointer and under the focus.
const unsentLook =
  '[--fill:transparent] [--knob:transparent] hover:[--fill:var(--line-strong)] focus-visible:[--fill:var(--line-strong)]'

export function SliderControl(props: ControlProps) {
  const { field, value, labelId, set } = props
  const [from, to] = endsOf(field)
  const step = stepOf(field)
  const middle = fittedNumber(from + Math.round((to - from) / 2 / step) * step, field)
  const isSent = typeof value === 'number'
  // An unset slider rests beside every value that it can take, so that setting any of them is a change.
  const at = Math.min(to, Math.max(from, isSent ? value : middle - step / 1000))
  const share = isSent && to > from ? ((at - from) / (to - from)) * 100 : 0
  const touch = (text: string) => set(fittedNumber(from + Math.round((Number(text) - from) / step) * step, field))
  // While unset, the first arrow sets the value in the middle.
  const setOnArrow = (event: KeyboardEvent) => {
    if (isSent || !/^Arrow/.test(event.key)) return
    event.preventDefault()
    set(middle)
  }
  return (
    <div className="flex items-center gap-3">
      <input
        type="range"
        disabled={props.disabled}
        aria-labelledby={labelId}
        aria-describedby={props.describedBy}
        aria-valuetext={isSent ? undefined : 'not set'}
        min={from}
        max={to}
        step={isSent ? step : 'any'}
        value={at}
        className={`${rail} ${thumb} ${isSent && !props.disabled ? sentLook : unsentLook} ${props.disabled ? 'opacity-50' : ''}`}
        style={{ backgroundImage: `linear-gradient(to right, var(--fill) ${share}%, var(--line) ${share}%)` }}
        onChange={({ target }) => touch(target.value)}
        onKeyDown={setOnArrow}
        // The first touch sets, even where it moves nothing.
        onPointerUp={({ currentTarget }) => isSent || touch(currentTarget.value)}
      />
      <NumberBox
        of={props}
        aria-labelledby={labelId}
        className={`${lineLook} w-20! shrink-0 text-right font-mono tabular-nums`}
        placeholder="–"
      />
      {field.unit && <span className="font-mono text-faint text-xs">{field.unit}</span>}
    </div>
  )
}
