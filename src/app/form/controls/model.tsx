import { Combobox } from '../../ui/combobox.tsx'
import { readText } from '../reading.ts'
import { type ControlProps, shownText } from './control.ts'

export function ModelControl(props: ControlProps) {
  const { field, value, entry, enter } = props
  return (
    <Combobox
      id={props.id}
      labelId={props.labelId}
      describedBy={props.describedBy}
      invalid={props.invalid}
      disabled={props.disabled}
      value={shownText(value, entry)}
      options={props.options}
      placeholder={field.placeholder ?? 'choose or type a model'}
      onChange={(text) => enter(text, readText(text))}
    />
  )
}
