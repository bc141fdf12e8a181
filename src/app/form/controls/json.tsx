import { useMemo } from 'react'
import type { Fault } from '../../json/editor/diagnose.ts'
import { JsonArea } from '../../json/editor/json-area.tsx'
import type { PlacedError } from '../errors-of.ts'
import { readJson } from '../reading.ts'
import type { ControlProps } from './control.ts'

export function JsonControl(props: ControlProps) {
  const { field, id, describedBy, invalid, disabled, placed, value, entry, enter } = props
  const faults = useMemo(() => faultsIn(placed, field.path), [placed, field.path])
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

/** The errors inside one field, each with its path from the field's value. */
function faultsIn(placed: readonly PlacedError[], path: string): readonly Fault[] {
  const depth = path.split('.').length
  return placed.filter(({ field }) => field === path).map(({ at, words }) => ({ at: at.slice(depth), words }))
}
