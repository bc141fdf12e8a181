import { useMemo } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import type { FieldDescription } from '../../form/describe.ts'
import { FieldRow, type FieldRowProps } from '../../form/field-row.tsx'
import type { ComboboxOption } from '../../ui/popup/combobox-list.tsx'

interface SuggestedRowProps extends FieldRowProps {
  /** Keeps its identity. */
  readonly options: readonly ComboboxOption[]
  readonly placeholder: string
}

/** The row of a field as a box with a list to choose from, where anything else may be typed, also what the model does not list. */
export function SuggestedRow({ form, field, options, placeholder }: SuggestedRowProps) {
  const { path } = field
  const open = useMemo(
    (): FieldDescription => ({ ...field, control: 'model', suggestions: [], placeholder }),
    [field, placeholder],
  )
  const { [path]: _, ...others } = form.rules?.fields ?? {}
  const rules =
    form.rules && ownOf(form.rules.fields, path)?.kind === 'listed' ? { ...form.rules, fields: others } : form.rules
  return <FieldRow form={{ ...form, rules, options: { [path]: options } }} field={open} />
}
