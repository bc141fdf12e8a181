import { useState } from 'react'
import { FieldRow } from '../../../form/field-row.tsx'
import { FormSwitch } from '../../../form/form-switch.tsx'
import { RequestJson } from '../../../form/request-json.tsx'
import { SchemaForm } from '../../../form/schema-form.tsx'
import type { RequestForm } from '../../../form/use-request-form.ts'
import { PromptRow } from '../../../tool/prompt-row.tsx'
import { SizeRow } from '../size-row.tsx'

const own = ['model', 'prompt', 'size']

/** The request as a form or as JSON. */
export function GenerateForm({ form, model }: { readonly form: RequestForm; readonly model: string }) {
  const [view, setView] = useState<'form' | 'json'>('form')
  const row = (path: string) => form.fields.find((field) => field.path === path)
  const [modelField, promptField, sizeField] = own.map(row)
  return (
    <div className="grid grid-cols-1 gap-5">
      <FormSwitch view={view} onView={setView} />
      {view === 'json' ? (
        <RequestJson form={form} />
      ) : (
        <>
          {modelField && <FieldRow form={form} field={modelField} />}
          {promptField && <PromptRow form={form} field={promptField} />}
          {sizeField && <SizeRow form={form} field={sizeField} model={model} />}
          <SchemaForm form={form} fields={form.fields.filter(({ path }) => !own.includes(path))} />
        </>
      )}
    </div>
  )
}
