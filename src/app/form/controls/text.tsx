import { lineLook } from '../../ui/box-look.ts'
import { readText } from '../reading.ts'
import { type ControlProps, inputProps, shownText } from './control.ts'

export function TextControl(props: ControlProps) {
  return (
    <input
      {...inputProps(props)}
      type="text"
      autoComplete="off"
      className={lineLook}
      placeholder={props.field.placeholder}
      value={shownText(props.value, props.entry)}
      onChange={({ target }) => props.enter(target.value, readText(target.value))}
    />
  )
}
