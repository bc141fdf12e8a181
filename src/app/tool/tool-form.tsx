import { type ComponentType, Fragment, type ReactNode, Suspense, useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { promptField } from '#contract/routes.ts'
import { ToolFields } from '../form/controls/provided-fields.tsx'
import type { FieldDescription } from '../form/describe.ts'
import { FieldRow, type FieldRowProps } from '../form/field-row.tsx'
import { isUnsupported } from '../form/judge.ts'
import { FormSwitch } from '../form/request-notes.tsx'
import { SchemaForm } from '../form/schema-form.tsx'
import type { RequestForm } from '../form/use-request-form.ts'
import type { RunDraft } from '../run/run-draft.ts'
import { useActions } from '../ui/actions.ts'
import { firstField } from '../ui/keys/first-field.ts'
import { useIsFormAway } from '../ui/on-stage.ts'
import { retriable } from '../ui/retriable.tsx'
import { codeAction, showCode } from './show-code.tsx'
import { ToolsField } from './tool-definitions/tools-field.tsx'
import type { Tool } from './tools.ts'

const RequestJson = retriable(async () => (await import('../form/request-json.tsx')).RequestJson)

/** Custom form rows by field path. They follow the model and the main field, in this order; the main field stands where it is named here. */
export type OwnRows = Readonly<Record<string, ComponentType<FieldRowProps>>>

interface ToolFormProps {
  readonly tool: Tool
  readonly form: RequestForm
  /** The form's request as it would be sent; undefined where it cannot be, which is said beside the run button. */
  readonly draftOf: () => Promise<RunDraft | undefined>
  readonly rows?: OwnRows | undefined
  /** What the tool sends beside the fields, after the row of the main field; below the JSON, where that is shown. */
  readonly input?: ReactNode
  readonly children?: ReactNode
}

/** The field that a tool is used by: the file of its sound, else the prompt; undefined where it has neither, or fills it itself. */
export const mainField = ({ fields }: Pick<RequestForm, 'fields'>, { endpoint }: Tool): FieldDescription | undefined =>
  fields.find(({ file }) => file?.accepts.includes('audio/*')) ??
  fields.find(({ path }) => path === promptField(endpoint))

export function ToolForm({ tool, form, draftOf, rows = {}, input, children }: ToolFormProps) {
  const [view, setView] = useState<'form' | 'json'>('form')
  // A field that is asked for stands in the form alone.
  if (view === 'json' && form.wanted?.path) setView('form')
  const main = mainField(form, tool)?.path
  // A phone's stage has the main field.
  const isElsewhere = useIsFormAway()
  const first = Object.keys({ model: FieldRow, ...(main && !ownOf(rows, main) && { [main]: FieldRow }), ...rows })
  const start = main ?? (tool.threads === 'conversations' ? undefined : 'model')
  const code = () => void draftOf().then((draft) => draft && showCode({ draft }))
  // What the model does not take is named in one line below the others.
  const isFirst = ({ path }: FieldDescription) =>
    first.includes(path) && (path === main || !isUnsupported(form.rules, path))
  useActions([
    view === 'form'
      ? { name: 'Edit the request as JSON', run: () => setView('json') }
      : { name: 'Edit the request in the form', run: () => setView('form') },
    { ...codeAction, name: 'Code of this request', run: code },
    { name: 'Reset all parameters', run: form.reset },
  ])
  return (
    <ToolFields value={ToolsField}>
      <div className="grid grid-cols-1 gap-5">
        <FormSwitch view={view} onView={setView} onCode={code} />
        {view === 'json' ? (
          <>
            <div {...(start && firstField)}>
              <Suspense>
                <RequestJson form={form} />
              </Suspense>
            </div>
            {input}
          </>
        ) : (
          <>
            {first.map((path) => {
              const field = form.fields.find((one) => one.path === path && isFirst(one))
              const Row = ownOf(rows, path) ?? FieldRow
              return (
                <Fragment key={path}>
                  {field && !(isElsewhere && path === main) && (
                    <div {...(path === start && firstField)} className="empty:hidden">
                      <Row form={form} field={field} />
                    </div>
                  )}
                  {path === main && input}
                </Fragment>
              )
            })}
            <SchemaForm form={form} fields={form.fields.filter((field) => !isFirst(field))} />
            {children}
          </>
        )}
      </div>
    </ToolFields>
  )
}
