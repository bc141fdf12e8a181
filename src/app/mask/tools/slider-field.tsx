import type { KeyboardEvent } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { NumberField } from './number-field.tsx'

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

/** A whole number, by a slider and by typing. */
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
