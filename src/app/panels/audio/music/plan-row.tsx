import { type JsonRecord, jsonIn, recordOf } from '#contract/core/loose-json.ts'
import type { FieldDescription } from '../../../form/describe.ts'
import { FieldRow } from '../../../form/field-row.tsx'
import type { RequestForm } from '../../../form/use-request-form.ts'
import { Choice } from '../../../ui/choice.tsx'
import { readKept, writeKept } from '../../../ui/page-state.ts'
import { planOf, readPlan } from './plan.ts'
import { PlanEditor } from './plan-editor.tsx'

const key = 'patchbay.music-aside'

/** What goes with a prompt only. */
const promptFields = ['prompt', 'music_length_ms', 'force_instrumental']

interface PlanRowProps {
  readonly form: RequestForm
  readonly field: FieldDescription
}

/** Whether the music is made from a prompt or from a plan, and the plan. What belongs to the other one is kept aside until it is chosen again. */
export function PlanRow({ form, field }: PlanRowProps) {
  const { composition_plan: value } = form.draft
  const plan = readPlan(value)
  const choose = (source: 'prompt' | 'plan') => {
    const aside = recordOf(jsonIn(readKept(key) ?? '')) ?? {}
    const leaves = source === 'plan' ? promptFields : ['composition_plan']
    const { composition_plan: kept = planOf(form.draft.prompt, form.draft.music_length_ms) } = aside
    const comes: JsonRecord = source === 'plan' ? { composition_plan: kept } : { ...aside, composition_plan: undefined }
    writeKept(key, JSON.stringify(Object.fromEntries(leaves.map((name) => [name, form.draft[name]]))))
    for (const name of leaves) form.set(name, undefined)
    for (const name of source === 'plan' ? ['composition_plan'] : promptFields) form.set(name, comes[name])
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <Choice
        name="Compose from"
        options={[
          ['prompt', 'From a prompt'],
          ['plan', 'From a section plan'],
        ]}
        value={value === undefined ? 'prompt' : 'plan'}
        onChange={choose}
      />
      {plan && <PlanEditor plan={plan} onChange={(next) => form.set('composition_plan', next)} />}
      {form.errors.composition_plan !== undefined || (value !== undefined && !plan) ? (
        <FieldRow form={form} field={field} />
      ) : null}
    </div>
  )
}
