import { ownOf } from '#contract/core/loose-json.ts'
import { lineLook } from '../../ui/box-look.ts'
import { Select } from '../../ui/native-select.tsx'
import type { FieldDescription } from '../describe.ts'
import { type ControlProps, inputProps, readOther } from './control.ts'
import { TextBox } from './text.tsx'

const other = { value: 'other', label: 'Other…' }

/** A known value, or, where the field is open, any other one in a box below. */
export function SelectControl(props: ControlProps) {
  const { field, value, entry, set, enter } = props
  const known = knownIn(field, value)
  const isOther = typeof entry === 'string' || (value !== undefined && known < 0)
  const choose = (name: string) => {
    if (name === other.value) enter('', { kind: 'unset' })
    else set(name === '' ? undefined : field.suggestions[Number(name)])
  }
  // A list of sizes would repeat it on every line.
  const unit = field.unit && isSegmented(field) ? ` ${field.unit}` : ''
  const choices = [
    ...field.suggestions.map((suggestion, index) => ({ value: String(index), label: `${suggestion}${unit}` })),
    ...(field.closed && !isOther ? [] : [other]),
  ]
  const chosen = isOther ? other.value : known < 0 ? undefined : String(known)
  return (
    <div className="flex flex-col gap-2">
      {isSegmented(field) ? (
        <Segments {...props} segments={choices} chosen={chosen} onChoose={choose} />
      ) : (
        <Select {...inputProps(props)} value={chosen ?? ''} onChange={({ target }) => choose(target.value)}>
          <option value="">not set</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )}
      {isOther && (
        <TextBox
          of={props}
          read={(text) => readOther(text, field)}
          id={`${props.id}-other`}
          aria-label={`${field.title}, other value`}
          className={`${lineLook} font-mono`}
        />
      )}
    </div>
  )
}

/** The place of a value among the known ones; where a field takes texts and numbers, `8` is the `'8'` among them. */
function knownIn({ suggestions, types }: FieldDescription, value: unknown): number {
  if (!isScalar(value)) return -1
  const exact = suggestions.indexOf(value)
  const isEither = types.includes('string') && types.includes('number')
  return exact < 0 && isEither ? suggestions.findIndex((one) => String(one) === String(value)) : exact
}

export function isSegmented({ suggestions }: FieldDescription): boolean {
  return suggestions.length <= 4 && suggestions.join('').length <= 24
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

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
