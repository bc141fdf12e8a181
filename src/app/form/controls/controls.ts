import type { ComponentType } from 'react'
import type { Control } from '#contract/core/field.ts'
import { retriable } from '../../ui/retriable.tsx'
import type { FieldDescription } from '../describe.ts'
import type { ControlProps } from './control.ts'
import { NumberControl, SliderControl } from './number.tsx'
import { FileFieldControl, LateJsonControl, ToolsFieldControl } from './provided-fields.tsx'
import { isSegmented, SelectControl, SwitchControl } from './select-control.tsx'
import { LongTextControl, ModelControl, TextControl } from './text.tsx'

export const controls: Readonly<Record<Control, ComponentType<ControlProps>>> = {
  text: TextControl,
  'long-text': LongTextControl,
  number: NumberControl,
  slider: SliderControl,
  select: SelectControl,
  switch: SwitchControl,
  json: LateJsonControl,
  tools: ToolsFieldControl,
  'text-format': retriable(async () => (await import('./text-format.tsx')).TextFormatControl),
  'key-value': retriable(async () => (await import('./key-value.tsx')).KeyValueControl),
  model: ModelControl,
  file: FileFieldControl,
}

const groups: readonly Control[] = ['switch', 'key-value', 'file', 'tools', 'text-format']

/** Whether a field is drawn as a group, which a `<label>` cannot point at. */
export function isGroup(field: FieldDescription): boolean {
  return groups.includes(field.control) || (field.control === 'select' && isSegmented(field))
}
