import type { JsonFault } from '../../json/editor/diagnose.ts'
import type { ComboboxOption } from '../../ui/popup/combobox-list.tsx'
import type { FieldDescription } from '../describe.ts'
import { type FieldReading, readJson, readNumber, readText } from '../form-values.ts'

/** The props of every control. Controls are stateless: the typed text is in `entry`. */
export interface ControlProps {
  readonly field: FieldDescription
  readonly id: string
  readonly labelId: string
  readonly describedBy: string | undefined
  /** `undefined`: not sent. May be of any type, since the JSON view is not restricted. */
  readonly value: unknown
  /** The text as typed, while it is the source of the value or cannot be read. */
  readonly entry: unknown
  readonly invalid: boolean
  /** What is wrong inside the value, each with its path from there. */
  readonly faults: readonly JsonFault[]
  readonly disabled: boolean
  readonly options: readonly ComboboxOption[]
  readonly set: (value: unknown) => void
  readonly enter: (raw: unknown, reading: FieldReading) => void
}

/** The text to show: as typed, else the value as text or JSON. */
export function controlText(value: unknown, entry: unknown): string {
  if (typeof entry === 'string') return entry
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The attributes that a single input, textarea or select shares with its row. */
export function inputProps({ id, describedBy, invalid, disabled }: ControlProps) {
  return { id, disabled, 'aria-describedby': describedBy, 'aria-invalid': invalid || undefined }
}

/** A number where the field takes no text, an object where it takes one and the text begins like one, else the text. */
export function readOther(text: string, { types }: FieldDescription): FieldReading {
  if (types.includes('object') && text.trimStart().startsWith('{')) return readJson(text)
  const isNumeric = types.includes('number') || types.includes('integer')
  return isNumeric && !types.includes('string') ? readNumber(text) : readText(text)
}
