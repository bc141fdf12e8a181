import { boxLook, lineLook } from '../../ui/box-look.ts'
import { Combobox } from '../../ui/popup/combobox.tsx'
import { readText } from '../form-values.ts'
import { type ControlProps, controlText, inputProps } from './control.ts'
import { readOther } from './select.tsx'

export function TextControl(props: ControlProps) {
  return (
    <input
      {...inputProps(props)}
      type="text"
      autoComplete="off"
      className={lineLook}
      placeholder={props.field.placeholder}
      value={controlText(props.value, props.entry)}
      onChange={({ target }) => props.enter(target.value, readText(target.value))}
    />
  )
}

export function LongTextControl(props: ControlProps) {
  const text = controlText(props.value, props.entry)
  return (
    <textarea
      {...inputProps(props)}
      // Where a browser cannot size a box by its content, it grows by the lines that were typed.
      rows={Math.min(12, Math.max(3, text.split('\n').length))}
      className={`${boxLook} field-sizing-content max-h-80 min-h-20 resize-y py-2 leading-5`}
      placeholder={props.field.placeholder}
      value={text}
      onChange={({ target }) => props.enter(target.value, readText(target.value))}
    />
  )
}

export function ModelControl(props: ControlProps) {
  const { field, value, entry, enter } = props
  return (
    <Combobox
      id={props.id}
      labelId={props.labelId}
      describedBy={props.describedBy}
      invalid={props.invalid}
      disabled={props.disabled}
      value={controlText(value, entry)}
      options={props.options}
      placeholder={field.placeholder ?? 'Choose or type a model'}
      onChange={(text) => enter(text, readOther(text, field))}
    />
  )
}
