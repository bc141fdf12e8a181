import { type ComponentType, createContext, use } from 'react'
import type { ControlProps } from './control.ts'
import { JsonControl } from './json.tsx'

/** What draws fields of files. Provided by the tool, since intake and drafts of files are above the form. */
export const FileFields = createContext<ComponentType<ControlProps>>(JsonControl)

export function FileFieldControl(props: ControlProps) {
  const Drawn = use(FileFields)
  return <Drawn {...props} />
}
