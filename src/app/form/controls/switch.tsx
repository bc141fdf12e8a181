import type { ControlProps } from './control.ts'
import { Segments } from './segments.tsx'

const segments = [
  { value: 'unset', label: 'not sent', isQuiet: true },
  { value: 'true', label: 'on' },
  { value: 'false', label: 'off' },
]
const values: Readonly<Record<string, boolean | undefined>> = { true: true, false: false }

export function SwitchControl({ value, set, ...props }: ControlProps) {
  const chosen = value === undefined ? 'unset' : String(value)
  return <Segments {...props} segments={segments} chosen={chosen} onChoose={(name) => set(values[name])} />
}
