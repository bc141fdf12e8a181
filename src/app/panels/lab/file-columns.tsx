import { createContext, type ReactNode, use } from 'react'
import type { LabPlan } from '#lab/lab-plan.ts'
import { type ControlProps, inputProps } from '../../form/controls/control.ts'
import { JsonControl } from '../../form/controls/json.tsx'
import { FileFields } from '../../form/controls/provided-fields.tsx'
import { OptionSelect } from '../../ui/option-select.tsx'
import { fileMarkOf } from './lab-tools.ts'

const Columns = createContext<readonly string[]>([])

/** Draws the fields of files inside as the choice of a column of files. */
export function FileColumns({ plan, children }: { readonly plan: LabPlan; readonly children: ReactNode }) {
  const columns = Object.entries(plan.columns).flatMap(([name, kind]) => (kind === 'file' ? name : []))
  return (
    <Columns value={columns}>
      <FileFields value={FileColumn}>{children}</FileFields>
    </Columns>
  )
}

/** A value that names no column, such as an address, is edited as JSON. */
function FileColumn(props: ControlProps) {
  const columns = use(Columns)
  const { field, value, set } = props
  const { file } = field
  const marks = new Map(file && columns.map((name) => [JSON.stringify(fileMarkOf(name, file)), name]))
  const chosen = value === undefined ? '' : marks.get(JSON.stringify(value))
  if (!file || chosen === undefined) return <JsonControl {...props} />
  return (
    <OptionSelect
      {...inputProps(props)}
      options={[
        ['', columns.length > 0 ? 'No file' : 'No column of files in the rows'],
        ...columns.map((name) => [name, `From the column “${name}”`] as const),
      ]}
      value={chosen}
      onValue={(name) => set(name === '' ? undefined : fileMarkOf(name, file))}
    />
  )
}
