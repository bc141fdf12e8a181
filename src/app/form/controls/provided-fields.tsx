import { type ComponentType, createContext, use } from 'react'
import { retriable } from '../../ui/retriable.tsx'
import type { ControlProps } from './control.ts'

/** Most forms show no field of JSON until more parameters are opened. */
export const LateJsonControl = retriable(async () => (await import('./json.tsx')).JsonControl)

/** What draws fields of files. Provided by the tool, since intake and drafts of files are above the form. */
export const FileFields = createContext<ComponentType<ControlProps>>(LateJsonControl)

/** What draws lists of tools. Provided by the tool, since the drafts that keep what is off are above the form. */
export const ToolFields = createContext<ComponentType<ControlProps>>(LateJsonControl)

export function FileFieldControl(props: ControlProps) {
  const Drawn = use(FileFields)
  return <Drawn {...props} />
}

export function ToolsFieldControl(props: ControlProps) {
  const Drawn = use(ToolFields)
  return <Drawn {...props} />
}
