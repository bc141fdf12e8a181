import { JsonArea } from '../../json/editor/json-area.tsx'
import { readJson } from '../form-values.ts'
import type { ControlProps } from './control.ts'

export function JsonControl(props: ControlProps) {
  const { field, id, describedBy, invalid, disabled, faults, value, entry, enter } = props
  return (
    <JsonArea
      id={id}
      label={field.title}
      look="max-h-96 min-h-16"
      placeholder={field.placeholder}
      describedBy={describedBy}
      invalid={invalid}
      disabled={disabled}
      faults={faults}
      value={typeof entry === 'string' ? entry : value === undefined ? '' : JSON.stringify(value, null, 2)}
      onText={(text) => enter(text, readJson(text))}
    />
  )
}
