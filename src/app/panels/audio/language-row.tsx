import { useMemo } from 'react'
import type { FieldDescription } from '../../form/describe.ts'
import { FieldRow, type FieldRowProps } from '../../form/field-row.tsx'
import { languageName } from '../../view/language-name.ts'

interface LanguageRowProps extends FieldRowProps {
  /** Offered by their names; any other may be typed. */
  readonly codes: readonly string[]
}

/** The language that is spoken; without one, the provider detects it. */
export function LanguageRow({ form, field, codes }: LanguageRowProps) {
  const options = useMemo(
    () => ({ [field.path]: codes.map((value) => ({ value, label: languageName(value), note: value })) }),
    [field, codes],
  )
  const open = useMemo((): FieldDescription => ({ ...field, control: 'model', placeholder: 'Detected' }), [field])
  return <FieldRow form={{ ...form, options }} field={open} />
}
