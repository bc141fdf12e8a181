import { lineLook } from '../../ui/box-look.ts'
import { Select } from '../../ui/select.tsx'
import type { FieldDescription } from '../describe.ts'
import { type FieldReading, readJson, readNumber, readText } from '../reading.ts'
import { type ControlProps, controlText, inputProps } from './control.ts'
import { Segments } from './segments.tsx'

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
  const otherId = `${props.id}-other`
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
        <input
          {...inputProps(props)}
          id={otherId}
          aria-label={`${field.title}, other value`}
          type="text"
          autoComplete="off"
          className={`${lineLook} font-mono`}
          placeholder={field.placeholder}
          value={controlText(value, entry)}
          onChange={({ target }) => enter(target.value, readOther(target.value, field))}
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

/** Whether the values are few and short enough to be shown side by side. */
export function isSegmented({ suggestions }: FieldDescription): boolean {
  return suggestions.length <= 4 && suggestions.join('').length <= 24
}

/** A number where the field takes no text, an object where it takes one and the text begins like one, else the text. */
export function readOther(text: string, { types }: FieldDescription): FieldReading {
  if (types.includes('object') && text.trimStart().startsWith('{')) return readJson(text)
  const isNumeric = types.includes('number') || types.includes('integer')
  return isNumeric && !types.includes('string') ? readNumber(text) : readText(text)
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
