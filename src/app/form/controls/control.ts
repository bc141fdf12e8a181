import type { JsonFault } from '../../json/editor/diagnose.ts'
import type { ComboboxOption } from '../../ui/combobox.tsx'
import type { FieldDescription } from '../describe.ts'
import type { FieldReading } from '../reading.ts'

/** What every control is given; a control keeps nothing of its own that a person has typed. */
export interface ControlProps {
  /** The field as the model's rules leave it. */
  readonly field: FieldDescription
  readonly id: string
  /** The id of the title, for controls that are a group. */
  readonly labelId: string
  /** The ids of help, notes and errors. */
  readonly describedBy: string | undefined
  /** `undefined`: not sent. May be of any type: the JSON view lets everything in. */
  readonly value: unknown
  /** What was typed last, while it stands for the value or cannot be read. */
  readonly entry: unknown
  readonly invalid: boolean
  /** What is wrong inside the value, each with its path from there. */
  readonly faults: readonly JsonFault[]
  readonly disabled: boolean
  /** Known values that come from the router. */
  readonly options: readonly ComboboxOption[]
  /** `undefined` unsets. */
  readonly set: (value: unknown) => void
  /** Takes what was typed and what it means. */
  readonly enter: (raw: unknown, reading: FieldReading) => void
}

/** The text to show: what was typed, or the value in words. */
export function controlText(value: unknown, entry: unknown): string {
  if (typeof entry === 'string') return entry
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The attributes that a single input, textarea or select shares with its row. */
export function inputProps({ id, describedBy, invalid, disabled }: ControlProps) {
  return { id, disabled, 'aria-describedby': describedBy, 'aria-invalid': invalid || undefined }
}
