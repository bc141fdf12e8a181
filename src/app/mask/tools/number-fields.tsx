import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'

interface NumberFieldProps {
  readonly name: string
  /** The visible label; by default the name, and none where it is `null`. */
  readonly label?: ReactNode
  readonly unit?: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly onChange: (value: number) => void
}

/** A whole number, typed. Valid input applies at once; invalid input is clamped on blur. */
export function NumberField({ name, label, unit, value, least, most, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>()
  const text = typed ?? String(value)
  const fits = (number: number) => Number.isInteger(number) && number >= least && number <= most
  const isWrong = typed !== undefined && !fits(Number(typed || Number.NaN))
  const type = (next: string) => {
    setTyped(next)
    if (next !== '' && fits(Number(next))) onChange(Number(next))
  }
  const leave = () => {
    const number = Math.round(Number(typed || Number.NaN))
    if (typed !== undefined && Number.isFinite(number)) onChange(Math.min(most, Math.max(least, number)))
    setTyped(undefined)
  }
  return (
    <div className="flex shrink-0 items-center gap-1.5 text-sm">
      {label !== null && (
        <span aria-hidden="true" className="text-soft text-xs">
          {label ?? name}
        </span>
      )}
      <div
        className={`flex h-8 items-stretch rounded-md border bg-surface coarse:h-11.5 ${isWrong ? 'border-danger' : 'border-line hover:border-line-strong'}`}
      >
        <input
          type="number"
          inputMode="numeric"
          aria-label={name}
          aria-invalid={isWrong || undefined}
          title={isWrong ? `From ${least} to ${most}` : undefined}
          value={text}
          min={least}
          max={most}
          step={1}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && leave()}
          className="w-10 [appearance:textfield] min-w-0 rounded-md bg-transparent px-0.5 text-center font-mono text-xs tabular-nums [&::-webkit-inner-spin-button]:appearance-none coarse:w-12 coarse:text-base"
        />
        {unit && (
          <span aria-hidden="true" className="self-center pr-1.5 font-mono text-2xs text-faint">
            {unit}
          </span>
        )}
      </div>
    </div>
  )
}

interface SliderFieldProps {
  /** The accessible name of the number; the slider's is `sliderName`. */
  readonly name: string
  readonly sliderName: string
  readonly unit: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly onChange: (value: number) => void
  /** Arrow keys on the slider: the next value. */
  readonly onStep: (direction: 1 | -1) => void
  /** The place of a value on the slider, 0 to 1, and back. */
  readonly placeOf: (value: number) => number
  readonly valueAt: (place: number) => number
  readonly className?: string
}

const directions: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }

const places = 1000

export function SliderField({ sliderName, onStep, placeOf, valueAt, className = '', ...number }: SliderFieldProps) {
  const { name, unit, value, onChange } = number
  // On a curved scale one step of the slider can be less than a whole number, which would leave it where it is.
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = ownOf(directions, event.key)
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onStep(direction)
  }
  return (
    <div className={`flex min-w-0 flex-1 items-center gap-1.5 ${className}`}>
      <span aria-hidden="true" className="text-soft text-xs">
        {name}
      </span>
      <input
        type="range"
        aria-label={sliderName}
        aria-valuetext={unit === '%' ? `${value}%` : `${value} ${unit}`}
        min={0}
        max={places}
        step={1}
        value={Math.round(placeOf(value) * places)}
        onChange={(event) => onChange(valueAt(Number(event.target.value) / places))}
        onKeyDown={onKeyDown}
        className="h-8 w-12 min-w-0 flex-1 accent-cable coarse:h-11"
      />
      <NumberField {...number} label={null} />
    </div>
  )
}
