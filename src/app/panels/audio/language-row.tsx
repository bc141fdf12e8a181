import { useMemo } from 'react'
import type { FieldRowProps } from '../../form/field-row.tsx'
import { SuggestedRow } from '../../tool/shared-rows.tsx'
import { languageName } from '../../view/language-name.ts'

interface LanguageRowProps extends FieldRowProps {
  readonly codes: readonly string[]
}

/** The language that is spoken; without one, the provider detects it. */
export function LanguageRow({ codes, ...row }: LanguageRowProps) {
  const options = useMemo(() => codes.map((value) => ({ value, label: languageName(value), note: value })), [codes])
  return <SuggestedRow {...row} options={options} placeholder="Detected" />
}
