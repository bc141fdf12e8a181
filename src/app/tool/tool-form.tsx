import { type ComponentType, useState } from 'react'
import type { FieldDescription } from '../form/describe.ts'
import { FieldRow } from '../form/field-row.tsx'
import { RequestJson } from '../form/request-json.tsx'
import { FormSwitch } from '../form/request-notes.tsx'
import { SchemaForm } from '../form/schema-form.tsx'
import type { RequestForm } from '../form/use-request-form.ts'

/** Rows that a tool draws itself, by path. They come first, in this order, behind the model. */
export type OwnRows = Readonly<
  Record<string, ComponentType<{ readonly form: RequestForm; readonly field: FieldDescription }>>
>

interface ToolFormProps {
  readonly form: RequestForm
  readonly rows?: OwnRows | undefined
}

/** The request as a form or as JSON. */
export function ToolForm({ form, rows = {} }: ToolFormProps) {
  const [view, setView] = useState<'form' | 'json'>('form')
  const first = ['model', ...Object.keys(rows)]
  return (
    <div className="grid grid-cols-1 gap-5">
      <FormSwitch view={view} onView={setView} />
      {view === 'json' ? (
        <RequestJson form={form} />
      ) : (
        <>
          {first.map((path) => {
            const field = form.fields.find((one) => one.path === path)
            const Row = rows[path] ?? FieldRow
            return field && <Row key={path} form={form} field={field} />
          })}
          <SchemaForm form={form} fields={form.fields.filter(({ path }) => !first.includes(path))} />
        </>
      )}
    </div>
  )
}
