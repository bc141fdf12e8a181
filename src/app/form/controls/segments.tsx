import { ownOf } from '#contract/core/loose-json.ts'
import type { ControlProps } from './control.ts'

interface Segment {
  readonly value: string
  readonly label: string
  /** Choosing it sends nothing, so it does not shine. */
  readonly isQuiet?: boolean
}

interface SegmentsProps {
  readonly id: string
  readonly labelId: string
  readonly describedBy: string | undefined
  readonly disabled: boolean
  readonly segments: readonly Segment[]
  /** The chosen segment's value; `undefined` where none is. */
  readonly chosen: string | undefined
  readonly onChoose: (value: string) => void
}

/** A few choices side by side: radio buttons that look like one switch. */
export function Segments({ id, labelId, describedBy, disabled, segments, chosen, onChoose }: SegmentsProps) {
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      className={`flex flex-wrap rounded-md border border-line bg-surface text-sm ${disabled ? 'opacity-50' : 'hover:border-line-strong'}`}
    >
      {segments.map(({ value, label, isQuiet }) => (
        <label
          key={value}
          className={`relative flex h-8.5 flex-auto items-center justify-center whitespace-nowrap rounded-md px-2 text-soft transition-colors duration-120 hover:text-ink has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:ring-1 has-focus-visible:outline-2 has-focus-visible:outline-cable has-focus-visible:outline-offset-2 coarse:h-10.5 ${isQuiet ? 'has-checked:ring-line' : 'has-checked:ring-cable'}`}
        >
          <input
            type="radio"
            name={id}
            value={value}
            checked={value === chosen}
            disabled={disabled}
            onChange={() => onChoose(value)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0 disabled:cursor-not-allowed"
          />
          {label}
        </label>
      ))}
    </div>
  )
}

const switchSegments = [
  { value: 'unset', label: 'not set', isQuiet: true },
  { value: 'true', label: 'on' },
  { value: 'false', label: 'off' },
]
const switchValues: Readonly<Record<string, boolean | undefined>> = { true: true, false: false }

export function SwitchControl({ value, set, ...props }: ControlProps) {
  const chosen = value === undefined ? 'unset' : String(value)
  return (
    <Segments
      {...props}
      segments={switchSegments}
      chosen={chosen}
      onChoose={(name) => set(ownOf(switchValues, name))}
    />
  )
}
