import { JsonArea } from '../json-area.tsx'
import { readJson } from '../reading.ts'
import { type ControlProps, inputProps } from './control.ts'

export function JsonControl(props: ControlProps) {
  const { field, value, entry, enter } = props
  return (
    <JsonArea
      {...inputProps(props)}
      look="field-sizing-content max-h-96 min-h-16"
      rows={3}
      placeholder={field.placeholder}
      value={typeof entry === 'string' ? entry : value === undefined ? '' : JSON.stringify(value, null, 2)}
      onText={(text) => enter(text, readJson(text))}
    />
  )
}
