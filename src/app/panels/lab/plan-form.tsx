import { Suspense, useCallback, useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { promptField } from '#contract/routes.ts'
import { variablesIn } from '#lab/cells.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { ToolFields } from '../../form/controls/provided-fields.tsx'
import { FieldRow } from '../../form/field-row.tsx'
import { FormSwitch } from '../../form/request-notes.tsx'
import { SchemaForm } from '../../form/schema-form.tsx'
import { type RequestForm, useRequestForm } from '../../form/use-request-form.ts'
import type { PlanHead } from '../../lab/plan-drafts.ts'
import { panelPlace } from '../../tool/panels.ts'
import { ToolsField } from '../../tool/tool-definitions/tools-field.tsx'
import { setupOf } from '../../tool/tool-view.tsx'
import { type Tool, useTools } from '../../tool/tools.ts'
import { OptionSelect } from '../../ui/option-select.tsx'
import { retriable } from '../../ui/retriable.tsx'
import { AxesFields } from './axes-fields.tsx'
import { ChecksFields } from './checks/checks-fields.tsx'
import { FileColumns } from './file-columns.tsx'
import { freshRequest, labTool } from './lab-tools.ts'

const RequestJson = retriable(async () => (await import('../../form/request-json.tsx')).RequestJson)

interface PlanFormProps {
  readonly plan: LabPlan
  readonly tool: Tool
  readonly form: RequestForm
  /** Shows the request of the first cell as code. */
  readonly onCode: () => void
  readonly onPlan: (change: (plan: LabPlan) => LabPlan) => void
}

/** What the cells of a plan send: the tool, its request with placeholders, and the axes. */
export function PlanForm({ plan, tool, form, onCode, onPlan }: PlanFormProps) {
  const [view, setView] = useState<'form' | 'json'>('form')
  if (view === 'json' && form.wanted?.path) setView('form')
  const main = form.fields.find(({ path }) => path === promptField(tool.endpoint))
  const variables = variablesIn(plan.request)
  // A conversation in the place of a prompt is edited as what it is.
  const isText = typeof (main && ownOf(plan.request, main.path)) !== 'object'
  return (
    <div className="grid grid-cols-1 gap-5">
      <ToolSelect plan={plan} tool={tool} onPlan={onPlan} />
      <FormSwitch view={view} onView={setView} onCode={onCode} />
      {view === 'json' ? (
        <Suspense>
          <RequestJson form={form} />
        </Suspense>
      ) : (
        <>
          {main && <FieldRow form={form} field={isText ? main : { ...main, control: 'json' }} />}
          <p className="-mt-3 text-faint text-xs">
            {variables.length > 0 ? (
              <>
                Filled from the rows: <span className="font-mono text-soft">{variables.join(', ')}</span>
              </>
            ) : (
              <>
                Write <span className="font-mono">{'{{name}}'}</span> where each row has a value of its own.
              </>
            )}
          </p>
        </>
      )}
      <AxesFields plan={plan} tool={tool} fields={form.fields} onPlan={onPlan} />
      <ChecksFields
        checks={plan.checks}
        models={plan.axes.models}
        onChecks={(checks) => onPlan((now) => ({ ...now, checks: [...checks] }))}
      />
      {view === 'form' && (
        <FileColumns plan={plan}>
          <ToolFields value={ToolsField}>
            <SchemaForm form={form} fields={form.fields.filter((field) => field !== main)} />
          </ToolFields>
        </FileColumns>
      )}
    </div>
  )
}

/** The form of a plan's request; `onRequest` is called with each change. */
export function usePlanForm(
  tool: Tool,
  { request, axes: { sweeps } }: LabPlan,
  unread: PlanHead['unread'],
  onRequest: (request: LabPlan['request'], unread: PlanHead['unread']) => void,
): RequestForm {
  const { schema, fills } = useMemo(() => {
    const own = labTool(tool)
    return { ...setupOf(own), fills: own.fills ?? {} }
  }, [tool])
  const values = useMemo(() => freshRequest(tool), [tool])
  const swept = sweeps.map(({ path }) => path).join('\n')
  const rules = useMemo(() => {
    const off = swept.split('\n').map((path) => [path, { kind: 'off', why: 'Set by the sweep.' }] as const)
    return { fields: Object.fromEntries(off), check: () => undefined }
  }, [swept])
  const rulesOf = useCallback(() => rules, [rules])
  const form = useRequestForm(schema, { values, kept: request, unread: unread ?? {}, rules: rulesOf, reserved: fills })
  const changed = useEffectEvent(onRequest)
  useEffect(() => changed(form.request, form.unread), [form.request, form.unread])
  return form
}

/** `Images · Generate`: a title alone is one of its panel. */
function placeOf(panel: Tool['panel'], title: string): string {
  const { title: place } = panelPlace(panel)
  return place === title ? title : `${place} · ${title}`
}

function ToolSelect({ plan, tool, onPlan }: Pick<PlanFormProps, 'plan' | 'tool' | 'onPlan'>) {
  const tools = useTools()
  const id = useId()
  const choose = (to: string) => {
    const next = tools.find((one) => one.id === to)
    if (!next || next === tool) return
    const written = ownOf(plan.request, promptField(tool.endpoint))
    const request = { ...freshRequest(next), ...(written !== undefined && { [promptField(next.endpoint)]: written }) }
    onPlan((now) => ({ ...now, tool: next.id, request, axes: { ...now.axes, models: [], sweeps: [] } }))
  }
  return (
    <label htmlFor={id} className="grid grid-cols-1 gap-1.5 text-sm">
      Tool
      <OptionSelect
        id={id}
        options={tools.map((one) => [one.id, placeOf(one.panel, one.title)] as const)}
        value={tool.id}
        onValue={choose}
      />
    </label>
  )
}
