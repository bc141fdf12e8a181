import { type ComponentType, createContext, use } from 'react'
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

/** What draws fields of files. Provided by the tool, since intake and drafts of files are above the form. */
export const FileFields = createContext<ComponentType<ControlProps>>(JsonControl)

/** What draws lists of tools. Provided by the tool, since the drafts that keep what is off are above the form. */
export const ToolFields = createContext<ComponentType<ControlProps>>(JsonControl)

export function FileFieldControl(props: ControlProps) {
  const Drawn = use(FileFields)
  return <Drawn {...props} />
}

export function ToolsFieldControl(props: ControlProps) {
  const Drawn = use(ToolFields)
  return <Drawn {...props} />
}
