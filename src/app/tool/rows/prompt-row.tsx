import type { FieldRowProps } from '../../form/field-row.tsx'
import { grouped } from '../../ui/format.ts'
import { CountedRow } from './counted-row.tsx'

/** What providers of this convention take of a prompt. The interface names no limit. */
const most = 32_000

/** The prompt with its length. */
export const PromptRow = ({ form, field: { help, ...field } }: FieldRowProps) => (
  <CountedRow
    {...{ form, field, most }}
    note={(length) => (length > most ? `Most providers accept up to ${grouped(most)} characters.` : help)}
  />
)
