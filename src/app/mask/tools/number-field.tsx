import { Minus, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'

interface NumberFieldProps {
  /** The accessible name. */
  readonly name: string
  /** The visible label; by default the name. */
  readonly label?: ReactNode
  readonly unit?: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly onChange: (value: number) => void
  /** Buttons for less and more. */
  readonly steps?: {
    readonly less: string
    readonly more: string
    readonly onStep: (direction: 1 | -1) => void
  }
}

const stepClass =
  'grid w-6 shrink-0 place-items-center text-soft transition duration-120 ease-out hover:bg-raised hover:text-ink aria-disabled:opacity-45 first:rounded-l-md last:rounded-r-md focus-visible:z-10 coarse:w-11'

/** A whole number, typed or stepped. Valid input applies at once; invalid input is clamped on blur. */
export function NumberField({ name, label, unit, value, least, most, onChange, steps }: NumberFieldProps) {
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
  const stepButton = (direction: 1 | -1) => {
    if (!steps) return null
    const [label, Icon, isEnd] = direction < 0 ? [steps.less, Minus, value <= least] : [steps.more, Plus, value >= most]
    return (
      <button
        type="button"
        aria-label={label}
        title={label}
        className={stepClass}
        aria-disabled={isEnd || undefined}
        onClick={() => steps.onStep(direction)}
      >
        <Icon size={14} strokeWidth={1.5} />
      </button>
    )
  }
  return (
    <div className="flex shrink-0 items-center gap-1.5 text-sm">
      <span aria-hidden="true" className="text-soft text-xs">
        {label ?? name}
      </span>
      <div
        className={`flex h-8 items-stretch rounded-md border bg-surface coarse:h-11.5 ${isWrong ? 'border-danger' : 'border-line hover:border-line-strong'}`}
      >
        {stepButton(-1)}
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
          className="w-10 [appearance:textfield] min-w-0 rounded-md bg-transparent px-0.5 text-center font-mono text-xs tabular-nums [&::-webkit-inner-spin-button]:appearance-none coarse:w-14 coarse:text-base"
        />
        {unit && (
          <span aria-hidden="true" className="self-center pr-1.5 font-mono text-2xs text-faint">
            {unit}
          </span>
        )}
        {stepButton(1)}
      </div>
    </div>
  )
}
