import type { ComponentProps } from 'react'
import { boxLook, lineLook } from '../../ui/box-look.ts'
import { Combobox } from '../../ui/popup/combobox.tsx'
import { type FieldReading, readText } from '../form-values.ts'
import { type ControlProps, controlText, inputProps, readOther } from './control.ts'

interface TextBoxProps extends ComponentProps<'input'> {
  readonly of: ControlProps
  readonly read: (text: string) => FieldReading
}

/** The line of a text that is read while it is typed. */
export const TextBox = ({ of, read, ...box }: TextBoxProps) => (
  <input
    {...inputProps(of)}
    type="text"
    autoComplete="off"
    placeholder={of.field.placeholder}
    value={controlText(of.value, of.entry)}
    onChange={({ target }) => of.enter(target.value, read(target.value))}
    {...box}
  />
)

export const TextControl = (props: ControlProps) => <TextBox of={props} read={readText} className={lineLook} />

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
