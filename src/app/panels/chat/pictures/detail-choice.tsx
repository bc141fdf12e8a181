import { type Detail, details } from './picture.ts'

interface DetailChoiceProps {
  /** The accessible name. */
  readonly name: string
  readonly value: Detail | 'mixed' | undefined
  readonly onChange: (detail: Detail | undefined) => void
}

/** How closely the model looks at a picture. What is not chosen is not sent. */
export function DetailChoice({ name, value, onChange }: DetailChoiceProps) {
  return (
    <select
      aria-label={name}
      title={name}
      value={value ?? ''}
      onChange={({ target }) => onChange(details.find((one) => one === target.value))}
      className="min-h-8 shrink-0 rounded-md border border-line bg-surface px-2 text-xs coarse:min-h-11"
    >
      {value === 'mixed' && (
        <option value="mixed" disabled>
          mixed detail
        </option>
      )}
      <option value="">detail not sent</option>
      {details.map((one) => (
        <option key={one} value={one}>
          {one} detail
        </option>
      ))}
    </select>
  )
}
